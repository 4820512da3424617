import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatVehicle, vehicleAge, vehicleKey } from './checked-vehicle.ts'
import { day } from './thai-date.ts'

describe('vehicleKey', () => {
  it.each([
    ['1กข 1234', '1กข1234'],
    ['1กข-1234', '1กข1234'],
    ['๑กข ๑๒๓๔', '1กข1234'],
    ['1 กข – 1234', '1กข1234'],
    ['mr053-rez 105', 'MR053REZ105'],
    [' - ', ''],
  ])('compares %s as %s', (typed, key) => {
    expect(vehicleKey(typed)).toBe(key)
  })

  it('ignores spaces and hyphens anywhere', () => {
    const part = fc.string({ unit: fc.constantFrom('ก', 'ข', '1', '2', 'a', 'B'), maxLength: 5 })
    const gap = fc.constantFrom('', ' ', '-', ' - ', '\u00A0')
    fc.assert(
      fc.property(fc.array(part), gap, (parts, between) => {
        expect(vehicleKey(parts.join(between))).toBe(vehicleKey(parts.join('')))
      }),
    )
  })

  it('leaves a key unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(vehicleKey(vehicleKey(text))).toBe(vehicleKey(text))
      }),
    )
  })
})

describe('formatVehicle', () => {
  it.each([
    [{ plate: '1กข 1234', plate_province: 'ขอนแก่น', chassis_number: 'MR1' }, '1กข 1234 ขอนแก่น'],
    [{ plate: '1กข 1234', plate_province: '', chassis_number: '' }, '1กข 1234'],
    [{ plate: '', plate_province: 'ขอนแก่น', chassis_number: 'MR1' }, 'MR1'],
  ])('formats %o', (vehicle, text) => {
    expect(formatVehicle(vehicle)).toBe(text)
  })
})

describe('vehicleAge', () => {
  it.each([
    ['2019-11-22', '2026-11-21', 6],
    ['2019-11-22', '2026-11-22', 7],
    [null, '2026-11-22', null],
  ])('is counted in whole years from %s to %s', (first, today, age) => {
    expect(vehicleAge(first === null ? null : day(first), day(today))).toBe(age)
  })
})
