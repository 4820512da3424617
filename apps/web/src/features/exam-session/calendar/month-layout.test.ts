import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import { daysOfMonth, layOutMonth } from './month-layout.ts'

const timed = (id: string, start: string, end = start) =>
  ({ id, allDay: false, start, end }) as CalendarEntry
const wholeDays = (id: string, start: string, end: string) =>
  ({ id, allDay: true, start, end }) as CalendarEntry

/** A Monday. */
const first = '2026-10-26' as Day
/** Nine in the morning in Bangkok, and half past midnight of the same day. */
const [nine, soon] = ['2026-11-23T02:00:00.000Z', '2026-11-22T17:30:00.000Z']

/** The shown entries by days, as `lane id`, with the days of a long one, and the numbers of hidden ones. */
function shown(entries: readonly CalendarEntry[], lanes = 4): Record<string, string[]> {
  const days = layOutMonth(first, entries, lanes).map(({ day, placed, hidden }) => {
    const texts = placed.map(({ entry, lane, from, to, isStart, isEnd }) => {
      const days = to > from ? ` ${isStart ? '[' : '<'}${to - from + 1}${isEnd ? ']' : '>'}` : ''
      return `${lane} ${entry.id}${days}`
    })
    return [day as string, hidden === 0 ? texts : [...texts, `+${hidden}`]] as const
  })
  return Object.fromEntries(days.filter(([, texts]) => texts.length > 0))
}

describe('layOutMonth', () => {
  it('has six weeks from the first day', () => {
    const days = layOutMonth(first, [], 4)
    expect(days).toHaveLength(42)
    expect(days[0]?.day).toBe(first)
    expect(days[41]?.day).toBe(addDays(first, 41))
  })

  it('shows all entries of a day that has few, the earliest first, by the clock of Bangkok', () => {
    const entries = [timed('nine', nine), timed('soon', soon), timed('also nine', nine)]
    expect(shown(entries, 3)).toEqual({ '2026-11-23': ['0 soon', '1 nine', '2 also nine'] })
  })

  it('shows long entries first, then the earliest others, and counts the rest of the day', () => {
    const entries = [
      timed('late', '2026-11-23T09:00:00.000Z'),
      timed('nine', nine),
      timed('soon', soon),
      wholeDays('one day', '2026-11-23', '2026-11-24'),
      wholeDays('long', '2026-11-23', '2026-11-26'),
      timed('other day', '2026-11-23T17:30:00.000Z'),
    ]
    expect(shown(entries)).toEqual({
      '2026-11-23': ['0 long [3]', '1 one day', '2 soon', '+2'],
      '2026-11-24': ['1 other day'],
    })
  })

  it('continues an entry in the next week, and cuts it at the ends of the view', () => {
    const entries = [
      wholeDays('weekend', '2026-10-31', '2026-11-03'),
      timed('night', '2026-11-03T16:00:00.000Z', '2026-11-03T18:00:00.000Z'),
      timed('until midnight', '2026-11-05T14:00:00.000Z', '2026-11-05T17:00:00.000Z'),
      wholeDays('before', '2026-10-01', '2026-10-27'),
      wholeDays('after', '2026-12-06', '2027-01-01'),
      wholeDays('another month', '2027-01-01', '2027-01-02'),
    ]
    expect(shown(entries)).toEqual({
      '2026-10-26': ['0 before'],
      '2026-10-31': ['0 weekend [2>'],
      '2026-11-02': ['0 weekend'],
      '2026-11-03': ['0 night [2]'],
      '2026-11-05': ['0 until midnight'],
      '2026-12-06': ['0 after'],
    })
    const parts = layOutMonth(first, entries, 4).flatMap(({ placed }) => placed)
    const ends = parts.filter(({ entry }) => entry.id === 'weekend' || entry.id === 'after')
    expect(ends.map(({ isStart, isEnd }) => [isStart, isEnd])).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ])
  })

  it('keeps the lane of a long entry free on all its days, and hides one without a lane on each of them', () => {
    const entries = [
      wholeDays('a', '2026-11-02', '2026-11-05'),
      wholeDays('b', '2026-11-04', '2026-11-07'),
      timed('c', '2026-11-04T02:00:00.000Z'),
      wholeDays('d', '2026-11-03', '2026-11-05'),
    ]
    expect(shown(entries, 3)).toEqual({
      '2026-11-02': ['0 a [3]'],
      '2026-11-03': ['1 d [2]'],
      '2026-11-04': ['+2'],
      '2026-11-05': ['+1'],
      '2026-11-06': ['+1'],
    })
  })

  it('never shows two entries in one lane of a day, and loses none', () => {
    let seed = 1
    const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
    for (let round = 0; round < 50; round++) {
      const entries = Array.from({ length: 150 }, (_, i) => {
        const start = addDays(first, random(50) - 4)
        return wholeDays(`${i}`, start, addDays(start, 1 + random(4) * random(4)))
      })
      const days = layOutMonth(first, entries, 4)
      const counts = days.map(({ hidden }) => hidden)
      // The number of hidden entries takes the last lane.
      const taken = new Set(counts.flatMap((count, day) => (count > 0 ? [`${day} 3`] : [])))
      for (const { from, to, lane } of days.flatMap(({ placed }) => placed)) {
        for (let day = from; day <= to; day++) {
          expect(taken.has(`${day} ${lane}`)).toBe(false)
          taken.add(`${day} ${lane}`)
          counts[day] = (counts[day] ?? 0) + 1
        }
      }
      const expected = days.map(
        ({ day }) => entries.filter(({ start, end }) => start <= day && day < end).length,
      )
      expect(counts).toEqual(expected)
    }
  })

  it('omits most of two thousand entries', () => {
    const many = Array.from({ length: 2000 }, (_, i) =>
      timed(`${i}`, `2026-11-${String((i % 30) + 1).padStart(2, '0')}T03:00:00.000Z`),
    )
    const days = layOutMonth(first, many, 4)
    expect(days.flatMap(({ placed }) => placed)).toHaveLength(90)
    expect(days.reduce((sum, { hidden }) => sum + hidden, 0)).toBe(1910)
  })
})

describe('daysOfMonth', () => {
  it('lays out entries once for each first day, so that a month that was read ahead is shown without another layout', () => {
    const entries = [timed('nine', nine)]
    const days = daysOfMonth(first, entries)
    expect(daysOfMonth(first, entries)).toBe(days)
    expect(daysOfMonth(first, [...entries])).toEqual(days)
    expect(daysOfMonth(addDays(first, 28), entries)[0]?.placed).toHaveLength(1)
  })
})
