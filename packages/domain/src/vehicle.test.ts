import { describe, expect, it } from 'vitest'
import { type Day, addDays, day } from './thai-date.ts'
import { dueState, remindersOf } from './vehicle.ts'

const today = day('2026-11-21')
const inDays = (n: number) => addDays(today, n)

describe('dueState', () => {
  it.each([
    [-400, 'overdue'],
    [-1, 'overdue'],
    [0, 'due'],
    [1, 'due'],
    [30, 'due'],
    [31, null],
    [400, null],
  ] as const)('with 30 reminder days, a day %i days ahead has the state %s', (n, state) => {
    expect(dueState(inDays(n), today, 30)).toBe(state)
  })

  it('uses the given number of reminder days', () => {
    expect([7, 8].map((n) => dueState(inDays(n), today, 7))).toEqual(['due', null])
    expect([0, 1].map((n) => dueState(inDays(n), today, 0))).toEqual(['due', null])
  })

  it('counts days across months and years', () => {
    expect(dueState(day('2027-01-29'), day('2026-12-30'), 30)).toBe('due')
    expect(dueState(day('2027-01-30'), day('2026-12-30'), 30)).toBeNull()
    expect(dueState(day('2028-03-01'), day('2028-02-28'), 1)).toBeNull()
  })
})

describe('remindersOf', () => {
  const none = { noti_check: null, noti_compulsory: null, noti_insurance: null, noti_tax: null }
  const vehicle = (values: Partial<Record<keyof typeof none, Day>>) => ({
    ...none,
    status: 'ready' as const,
    ...values,
  })

  it('lists due items, earliest due day first', () => {
    const found = remindersOf(
      vehicle({
        noti_check: inDays(30),
        noti_compulsory: inDays(-1),
        noti_insurance: inDays(-3),
        noti_tax: inDays(31),
      }),
      today,
      30,
    )
    expect(found).toEqual([
      { kind: 'noti_insurance', day: inDays(-3), daysLeft: -3, state: 'overdue' },
      { kind: 'noti_compulsory', day: inDays(-1), daysLeft: -1, state: 'overdue' },
      { kind: 'noti_check', day: inDays(30), daysLeft: 30, state: 'due' },
    ])
  })

  it('returns no reminders without due days or for a retired vehicle', () => {
    expect(remindersOf(vehicle({}), today, 30)).toEqual([])
    const late = vehicle({ noti_tax: inDays(-1) })
    expect(remindersOf({ ...late, status: 'repair' }, today, 30)).toHaveLength(1)
    expect(remindersOf({ ...late, status: 'retired' }, today, 30)).toEqual([])
  })
})
