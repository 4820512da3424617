import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import { day } from '../thai-date.ts'
import { defaultRates } from './default-rates.ts'
import { type AnyRateRow, type RateKind, rateKinds, rateOn } from './rates.ts'

const bangkok = 'กรุงเทพมหานคร'
const at = (text: string, province = bangkok) => ({ day: day(text), province })

describe('the rates of a new school', () => {
  it.each([
    ['2025-12-31', 15_000],
    ['2026-01-01', 17_500],
    ['2028-12-31', 17_500],
    ['2029-01-01', 20_000],
    ['2031-12-31', 20_000],
    ['2032-01-01', 23_000],
  ])('limit the wage of social security on %s to %i baht', (on, ceiling) => {
    expect(rateOn(defaultRates, 'sso_base', at(on))).toEqual({
      min: 165_000,
      ceiling: ceiling * 100,
    })
  })

  it.each([
    ['2025-11-30', 'สงขลา', 500],
    ['2025-12-01', 'สงขลา', 300],
    ['2026-05-31', 'ยะลา', 300],
    ['2026-06-01', 'ยะลา', 500],
    ['2026-01-15', bangkok, 500],
  ])('set the share of social security on %s in %s to %i basis points', (on, province, points) => {
    expect(rateOn(defaultRates, 'sso_share', at(on, province))).toEqual({
      employee: points,
      employer: points,
    })
  })

  it('introduce the Employee Welfare Fund on 1 October 2026', () => {
    expect(rateOn(defaultRates, 'ewf', at('2026-09-30'))).toBeNull()
    expect(rateOn(defaultRates, 'ewf', at('2026-10-01'))).toMatchObject({
      employee: 25,
      employer: 25,
      min_employees: 10,
    })
    expect(rateOn(defaultRates, 'ewf', at('2031-10-01'))).toMatchObject({ employee: 50 })
  })

  it('have a row of each kind', () => {
    const kinds = Object.keys(rateKinds) as RateKind[]
    expect(kinds.filter((kind) => rateOn(defaultRates, kind, at('2026-11-30')) === null)).toEqual(
      [],
    )
  })
})

describe('rateOn', () => {
  const row = (
    valid_from: string,
    daily: number,
    provinces: string[] | null = null,
  ): AnyRateRow => ({
    kind: 'minimum_wage',
    valid_from: day(valid_from),
    valid_to: null,
    provinces,
    value: { daily: satang(daily) },
  })

  it('prefers a row of the province, then the one that began last, then the last of the list', () => {
    const rows = [row('2026-03-01', 1), row('2026-01-01', 2, [bangkok]), row('2026-02-01', 3)]
    expect(rateOn(rows, 'minimum_wage', at('2026-04-01'))).toEqual({ daily: 2 })
    expect(rateOn(rows, 'minimum_wage', at('2026-04-01', 'ตรัง'))).toEqual({ daily: 1 })
    expect(rateOn(rows, 'minimum_wage', at('2026-02-10', 'ตรัง'))).toEqual({ daily: 3 })
    expect(
      rateOn([...rows, row('2026-03-01', 4)], 'minimum_wage', at('2026-04-01', 'ตรัง')),
    ).toEqual({
      daily: 4,
    })
  })
})
