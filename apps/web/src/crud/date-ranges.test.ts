import { day } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import { dateRanges, findRange } from './date-ranges.ts'

const daysOf = (today: string) =>
  Object.fromEntries(
    dateRanges(day(today)).map(({ name, start, end }) => [name, `${start} ${end}`]),
  )

describe('dateRanges', () => {
  it('returns the named ranges around a day', () => {
    expect(daysOf('2026-11-21')).toEqual({
      วันนี้: '2026-11-21 2026-11-21',
      เมื่อวาน: '2026-11-20 2026-11-20',
      '7 วันล่าสุด': '2026-11-15 2026-11-21',
      เดือนนี้: '2026-11-01 2026-11-30',
      เดือนก่อน: '2026-10-01 2026-10-31',
    })
  })

  it.each([
    ['2026-01-31', '2026-01-01 2026-01-31', '2025-12-01 2025-12-31'],
    ['2028-02-29', '2028-02-01 2028-02-29', '2028-01-01 2028-01-31'],
    ['2026-03-01', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
    ['2026-12-31', '2026-12-01 2026-12-31', '2026-11-01 2026-11-30'],
  ])('ends both months on their last day when today is %s', (today, thisMonth, lastMonth) => {
    expect(daysOf(today)).toMatchObject({ เดือนนี้: thisMonth, เดือนก่อน: lastMonth })
  })
})

describe('findRange', () => {
  const ranges = dateRanges(day('2026-11-21'))

  it('finds a range only when both days match', () => {
    expect(findRange(ranges, '2026-11-01', '2026-11-30')?.name).toBe('เดือนนี้')
    expect(findRange(ranges, '2026-11-01', undefined)).toBeUndefined()
    expect(findRange(ranges, '2026-11-01', '2026-11-29')).toBeUndefined()
  })
})
