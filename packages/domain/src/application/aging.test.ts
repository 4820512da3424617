import { describe, expect, it } from 'vitest'
import { day } from '../thai-date.ts'
import { type AgingBucket, ageInDays, agingBucket } from './aging.ts'

it.each([
  ['2026-11-21', '2026-11-21', 0],
  ['2026-11-21', '2026-11-22', 1],
  ['2024-02-28', '2024-03-01', 2],
  ['2026-11-22', '2026-11-21', 0],
])('the age from %s to %s is %i days', (created, today, days) => {
  expect(ageInDays(day(created), day(today))).toBe(days)
})

describe('agingBucket', () => {
  it.each<[number, AgingBucket]>([
    [0, '0-30'],
    [30, '0-30'],
    [31, '31-60'],
    [60, '31-60'],
    [61, '61-90'],
    [90, '61-90'],
    [91, '90+'],
    [4000, '90+'],
  ])('puts an age of %i days into the bucket %s', (days, bucket) => {
    expect(agingBucket(days)).toBe(bucket)
  })
})
