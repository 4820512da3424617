/**
 * Leave of a year: paid, unpaid and remaining days of each kind. Days off and public holidays do
 * not count as leave, except for maternity leave, whose days follow the calendar. Source: Labour
 * Protection Act; rules of payroll, section 3.
 */
import type { LeaveKind, Weekday } from '../employee.ts'
import { type Day, addDays } from '../thai-date.ts'
import { weekdayNameOf } from '../timetable.ts'
import type { AbsentDay } from './employment.ts'
import type { Month } from './month.ts'
import type { LeaveRate } from './rates.ts'

/** Leave with its first and last day. */
export interface Leave {
  kind: LeaveKind
  start: Day
  end: Day
}

export interface LeaveFacts {
  leaves: readonly Leave[]
  day_off: readonly Weekday[]
  holidays: readonly Day[]
  /** The first day of the present employment. */
  first_employed: Day
  /** Null if no rate is valid; then nothing is limited. */
  rate: LeaveRate | null
}

interface KindRule {
  /** Days of a year. */
  entitled: number
  /** Days for which the whole wage is paid. */
  paid: number
  /** The paid share of the other days up to the entitlement, basis points. */
  partly: number
}

const none: KindRule = { entitled: 0, paid: 0, partly: 0 }
const unlimited: KindRule = { entitled: Infinity, paid: Infinity, partly: 0 }

/** The rule of a kind on a day. Annual leave begins after a year of employment. */
function ruleOf(kind: LeaveKind, day: Day, { rate, first_employed }: LeaveFacts): KindRule {
  if (kind === 'unpaid' || kind === 'absence') return none
  if (kind === 'other' || rate === null) return unlimited
  const full = (days: number): KindRule => ({ entitled: days, paid: days, partly: 0 })
  if (kind === 'maternity') return { ...full(rate.maternity), paid: rate.maternity_paid }
  if (kind === 'childbirth') return full(rate.childbirth)
  if (kind === 'newborn_illness')
    return { entitled: rate.newborn_illness, paid: 0, partly: rate.newborn_illness_pay }
  if (kind !== 'annual') return full(rate[kind])
  return addDays(first_employed, 365) <= day ? full(rate.annual) : none
}

/** The days of leave of a year in their order, each with the part of the wage that is not paid. */
function daysOfLeave(facts: LeaveFacts, year: string): (AbsentDay & { kind: LeaveKind })[] {
  const used = new Map<LeaveKind, number>()
  return facts.leaves
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
    .flatMap(({ kind, start, end }) => {
      const days: (AbsentDay & { kind: LeaveKind })[] = []
      for (let day = start; day <= end; day = addDays(day, 1)) {
        if (day.slice(0, 4) !== year) continue
        const isFree = facts.day_off.includes(weekdayNameOf(day)) || facts.holidays.includes(day)
        if (isFree && kind !== 'maternity') continue
        const rule = ruleOf(kind, day, facts)
        const count = (used.get(kind) ?? 0) + 1
        used.set(kind, count)
        const part = count <= rule.paid ? 0 : count <= rule.entitled ? 100 - rule.partly / 100 : 100
        days.push({ day, part, kind })
      }
      return days
    })
}

/** Leave of a month: the days that are wholly or partly unpaid, and the paid days. */
export function leaveOfMonth(
  facts: LeaveFacts,
  month: Month,
): { absences: AbsentDay[]; paid: Day[] } {
  const days = daysOfLeave(facts, month.slice(0, 4)).filter(({ day }) => day.startsWith(month))
  return {
    absences: days.flatMap(({ day, part }) => (part > 0 ? [{ day, part }] : [])),
    paid: days.flatMap(({ day, part }) => (part < 100 ? [day] : [])),
  }
}

export interface LeaveBalance {
  kind: LeaveKind
  entitled: number
  used: number
  /** Never below 0. */
  left: number
}

const limitedKinds = [
  'sick',
  'personal',
  'annual',
  'maternity',
  'childbirth',
  'newborn_illness',
] as const satisfies LeaveKind[]

/**
 * The remaining days of a person for each limited kind in the year of a day; empty if no rate is
 * valid.
 */
export function leaveBalances(facts: LeaveFacts, today: Day): LeaveBalance[] {
  if (facts.rate === null) return []
  const days = daysOfLeave(facts, today.slice(0, 4))
  return limitedKinds.map((kind) => {
    const { entitled } = ruleOf(kind, today, facts)
    const used = days.filter((day) => day.kind === kind).length
    return { kind, entitled, used, left: Math.max(0, entitled - used) }
  })
}
