import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import { describe, expect, it } from 'vitest'
import { limitEntries } from './limit-entries.ts'

const timed = (id: string, start: string) =>
  ({ id, allDay: false, start, end: start }) as CalendarEntry
const wholeDays = (id: string, start: string, end: string) =>
  ({ id, allDay: true, start, end }) as CalendarEntry

/** Nine in the morning in Bangkok, and half past midnight of the same day. */
const [nine, soon] = ['2026-11-23T02:00:00.000Z', '2026-11-22T17:30:00.000Z']

describe('limitEntries', () => {
  it('shows all entries of a day that has few', () => {
    const entries = [timed('a', nine), timed('b', nine), timed('c', soon)]
    expect(limitEntries(entries, 3)).toEqual({ shown: entries, hidden: [] })
  })

  it('shows long entries first and the earliest others, and counts the rest of the day', () => {
    const entries = [
      timed('late', '2026-11-23T09:00:00.000Z'),
      timed('nine', nine),
      timed('soon', soon),
      wholeDays('one day', '2026-11-23', '2026-11-24'),
      wholeDays('long', '2026-11-23', '2026-11-26'),
      timed('other day', '2026-11-23T17:30:00.000Z'),
    ]
    const { shown, hidden } = limitEntries(entries, 4)
    expect(shown.map(({ id }) => id)).toEqual(['long', 'one day', 'soon', 'other day'])
    expect(hidden).toEqual([{ day: '2026-11-23', count: 2 }])
  })

  it('leaves out most of two thousand entries', () => {
    const many = Array.from({ length: 2000 }, (_, i) =>
      timed(`${i}`, `2026-11-${String((i % 30) + 1).padStart(2, '0')}T03:00:00.000Z`),
    )
    const { shown, hidden } = limitEntries(many, 4)
    expect(shown).toHaveLength(90)
    expect(hidden.reduce((sum, { count }) => sum + count, 0)).toBe(1910)
  })
})
