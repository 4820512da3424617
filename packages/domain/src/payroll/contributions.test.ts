import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import { day } from '../thai-date.ts'
import {
  ewfContribution,
  isEwfMissing,
  isSsoMember,
  noContribution,
  ssoContribution,
  ssoWage,
} from './contributions.ts'
import { ratio } from './exact.ts'
import { explanationText } from './explanation.ts'

const baht = (value: number) => satang(Math.round(value * 100))
const limits = { min: baht(1_650), ceiling: baht(17_500) }
const five = { employee: 500, employer: 500 }

describe('ssoContribution', () => {
  it.each([
    [0.01, 83],
    [1_000, 83],
    [1_650, 83],
    [9_000, 450],
    [9_909, 495],
    [9_910, 496],
    [10_050, 503],
    [12_345, 617],
    [15_000, 750],
    [15_010, 751],
    [16_000, 800],
    [17_489, 874],
    [17_490, 875],
    [17_500, 875],
    [20_000, 875],
  ])('is, for a wage of %f baht in 2026, %i baht', (wage, contribution) => {
    const { employee, employer } = ssoContribution(baht(wage), limits, five)
    expect([employee, employer]).toEqual([contribution * 100, contribution * 100])
  })

  it.each([15_000, 17_500, 100_000])('is, for a wage of %i baht in 2025, 750 baht', (wage) => {
    const of2025 = { ...limits, ceiling: baht(15_000) }
    expect(ssoContribution(baht(wage), of2025, five).employee).toBe(75_000)
  })

  it('is 0 without a wage', () => {
    expect(ssoContribution(baht(0), limits, five)).toEqual(noContribution)
  })

  it('follows a reduced rate', () => {
    expect(ssoContribution(baht(15_000), limits, { employee: 300, employer: 500 })).toMatchObject({
      employee: 45_000,
      employer: 75_000,
    })
  })

  it('has an explanation of its computation', () => {
    const { explanation } = ssoContribution(baht(12_345), limits, five)
    expect(explanationText(explanation)).toBe('12,345.00 × 5% = 617.00')
  })

  it('is whole baht between the minimum and the maximum, and never falls when the wage rises', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(1_000_000), (wage, more) => {
        const of = (value: number) => ssoContribution(satang(value), limits, five).employee
        expect(of(wage) % 100).toBe(0)
        expect(of(wage)).toBeGreaterThanOrEqual(8_300)
        expect(of(wage)).toBeLessThanOrEqual(87_500)
        expect(of(wage + more)).toBeGreaterThanOrEqual(of(wage))
      }),
    )
  })
})

describe('ssoWage', () => {
  const wage = { fixed: baht(12_000), declared: baht(0), worked: ratio(1, 2) }

  it('is the fixed pay of the month', () => {
    expect(ssoWage(wage)).toBe(1_200_000)
    expect(ssoWage({ ...wage, fixed: baht(-1) })).toBe(0)
  })

  it('is the worked part of a declared wage, which replaces the fixed pay', () => {
    expect(ssoWage({ ...wage, declared: baht(15_000) })).toBe(750_000)
    expect(ssoWage({ ...wage, declared: baht(15_000), worked: ratio(-1, 30) })).toBe(0)
  })
})

describe('isSsoMember', () => {
  it.each([
    ['1966-07-02', true],
    ['1966-07-01', false],
    [null, true],
  ])('is, for a person born on %s and employed on 1 July 2026, %s', (birthday, member) => {
    const person = {
      registered: true,
      birthday: birthday === null ? null : day(birthday),
      first_employed: day('2026-07-01'),
    }
    expect(isSsoMember(person)).toBe(member)
    expect(isSsoMember({ ...person, registered: false })).toBe(false)
  })
})

describe('ewfContribution', () => {
  const rate = { employee: 25, employer: 25, min_employees: 10, ceiling: null }
  const on = { is_on: true, exempt: false, employees: 10 }

  it.each([
    [15_000, 37.5],
    [12_345, 30.86],
    [12_346, 30.87],
    [100_000, 250],
  ])('is, for a wage of %i baht, %f baht on both sides', (wage, contribution) => {
    expect(ewfContribution(baht(wage), rate, on)).toMatchObject({
      employee: baht(contribution),
      employer: baht(contribution),
    })
  })

  it('rounds half a satang up', () => {
    expect(ewfContribution(satang(200), rate, on).employee).toBe(1)
  })

  it('respects a ceiling', () => {
    expect(ewfContribution(baht(20_000), { ...rate, ceiling: baht(10_000) }, on).base).toBe(
      1_000_000,
    )
  })

  it.each([
    { ...on, is_on: false },
    { ...on, exempt: true },
    { ...on, employees: 9 },
  ])('is 0 with %j', (applies) => {
    expect(ewfContribution(baht(15_000), rate, applies)).toEqual(noContribution)
  })

  it('warns only if the fund is disabled at a school with ten employees', () => {
    expect(isEwfMissing(rate, { ...on, is_on: false })).toBe(true)
    expect(isEwfMissing(rate, { ...on, is_on: false, employees: 9 })).toBe(false)
    expect(isEwfMissing(rate, on)).toBe(false)
  })
})
