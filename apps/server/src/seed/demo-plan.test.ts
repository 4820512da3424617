import { lineBalance } from '@khapdee/domain/application/totals'
import { identityProblem } from '@khapdee/contract/entities/customer'
import { ageOn, day } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import { demoCards } from '../modules/customer/demo-cards.ts'
import { demoCourses, demoPromotions } from './demo-catalogue.ts'
import { type PlannedApplication, planApplications } from './demo-plan.ts'

const today = day('2026-11-21')
const applications = 500
const plans = planApplications(today, applications)
const customers = [...new Set(plans.map(({ customer }) => customer))]

const linesOf = ({ course, other_fee, request_fee }: PlannedApplication) => [
  ...course,
  ...other_fee,
  ...request_fee,
]
const share = (matches: (plan: PlannedApplication) => boolean) =>
  plans.filter(matches).length / plans.length

describe('the year of the demo school', () => {
  it('gives the same plan for the same day, and has a plan for any day of the year', () => {
    expect(planApplications(today, applications)).toEqual(plans)
    for (const date of ['2024-02-29', '2026-01-01', '2026-04-15', '2026-12-31']) {
      expect(planApplications(day(date), 300)).toHaveLength(300)
    }
  })

  it('lists applications in order up to today, within opening hours in Bangkok', () => {
    const times = plans.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    for (const { at, day: date } of plans) {
      expect(date >= '2025-11-22' && date <= today).toBe(true)
      const local = new Date(at.getTime() + 7 * 3_600_000).toISOString()
      expect(local.slice(0, 10)).toBe(date)
      expect(local.slice(11, 16) >= '08:30' && local.slice(11, 16) < '17:30').toBe(true)
    }
  })

  it('has more applications in the second half than in the first', () => {
    const first = share((plan) => plan.day < '2026-05-22')
    expect(first).toBeLessThan(0.5)
    expect(first).toBeGreaterThan(0.25)
  })

  it('has about 300 customers, each with a unique valid ID number', () => {
    expect(customers.length).toBeGreaterThanOrEqual(295)
    expect(customers.length).toBeLessThanOrEqual(310)
    const numbers = customers.map(({ idcard, passport }) => idcard || passport)
    expect(new Set(numbers).size).toBe(customers.length)
    for (const customer of customers) expect(identityProblem(customer)).toBeNull()
    for (const { nat_id } of demoCards) expect(numbers).not.toContain(nat_id)
  })

  it('includes foreigners with passports and minors who take motorcycle courses', () => {
    const foreigners = customers.filter((customer) => customer.is_foreigner)
    expect(foreigners.length).toBeGreaterThan(2)
    for (const { idcard, passport } of foreigners)
      expect([idcard, passport]).toEqual(['', passport])
    const young = plans.filter(({ customer, day: date }) => ageOn(customer.birthday!, date) < 18)
    expect(young.length).toBeGreaterThan(5)
    for (const { course } of young) expect(course[0]?.item).toMatch(/^MC-/)
  })

  it('sells a course only to customers of its minimum age, at a branch that offers it', () => {
    for (const { course, customer, branch, day: date } of plans) {
      for (const { item } of course) {
        const { min_age, branch: only } = demoCourses.find(({ key }) => key === item)!
        expect(ageOn(customer.birthday!, date)).toBeGreaterThanOrEqual(min_age ?? 0)
        expect([null, branch]).toContain(only)
      }
    }
  })

  it('sells mostly one course at a time, adds fees, and leaves a quarter of applications outstanding', () => {
    expect(share(({ course }) => course.length === 1)).toBeGreaterThan(0.9)
    expect(share(({ other_fee }) => other_fee.length > 0)).toBeGreaterThan(0.15)
    const open = share((plan) => linesOf(plan).some((line) => lineBalance(line) > 0))
    expect(open).toBeGreaterThan(0.2)
    expect(open).toBeLessThan(0.3)
  })

  it('uses cash and transfer, sometimes both in one application', () => {
    const paid = plans.map((plan) => linesOf(plan).filter((line) => line.paid > 0))
    const payTypes = paid.map((lines) => new Set(lines.map(({ pay_type }) => pay_type)))
    expect(payTypes.filter((types) => types.size === 2).length).toBeGreaterThan(3)
    for (const payType of ['cash', 'transfer'] as const) {
      const users = payTypes.filter((types) => types.has(payType))
      expect(users.length).toBeGreaterThan(applications / 3)
    }
  })

  it('splits some lines into cash and transfer, and counts the cash of some payments', () => {
    const lines = plans.flatMap(linesOf).filter(({ paid_in_cash }) => paid_in_cash !== undefined)
    expect(lines.length).toBeGreaterThan(5)
    for (const { pay_type, paid, paid_in_cash } of lines) {
      expect(pay_type).toBe('transfer')
      expect(paid_in_cash).toBeLessThan(paid)
    }
    expect(share(({ cash_received }) => cash_received !== null)).toBeGreaterThan(0.1)
  })

  it('uses every promotion within its limit, and SONGKRAN only in April', () => {
    const used = plans.flatMap((plan) =>
      plan.course.map(({ promotion_code }) => ({ promotion_code, day: plan.day })),
    )
    for (const { code, limit } of demoPromotions(today)) {
      const uses = used.filter((use) => use.promotion_code === code)
      expect(uses.length).toBeGreaterThan(0)
      expect(uses.length).toBeLessThanOrEqual(limit ?? Infinity)
    }
    const songkran = used.filter((use) => use.promotion_code === 'SONGKRAN')
    expect(songkran.every((use) => use.day.startsWith('2026-04'))).toBe(true)
  })
})
