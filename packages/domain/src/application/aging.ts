/** The age of outstanding balances. Source: product specification, section 5. */
import { type Day, daysBetween } from '../thai-date.ts'

/** The age groups in ascending order; `from` is the lowest age in days. */
export const agingBuckets = {
  '0-30': { from: 0, label: '0–30 วัน' },
  '31-60': { from: 31, label: '31–60 วัน' },
  '61-90': { from: 61, label: '61–90 วัน' },
  '90+': { from: 91, label: 'เกิน 90 วัน' },
} as const

export type AgingBucket = keyof typeof agingBuckets

const ascending = Object.keys(agingBuckets) as AgingBucket[]

/** Days from the creation of an application to `today`. Never negative, even if the clock was set back. */
export const ageInDays = (created: Day, today: Day): number =>
  Math.max(0, daysBetween(created, today))

/** The bucket of an age in days. */
export const agingBucket = (days: number): AgingBucket =>
  ascending.findLast((bucket) => days >= agingBuckets[bucket].from) ?? '0-30'
