/** How long money has been owed. Source: product specification, section 5. */
import { type Day, daysBetween } from '../thai-date.ts'

/** From this many days on, in ascending order. */
export const agingBuckets = {
  '0-30': { from: 0, label: '0–30 วัน' },
  '31-60': { from: 31, label: '31–60 วัน' },
  '61-90': { from: 61, label: '61–90 วัน' },
  '90+': { from: 91, label: 'เกิน 90 วัน' },
} as const

export type AgingBucket = keyof typeof agingBuckets

const ascending = Object.keys(agingBuckets) as AgingBucket[]

/** Days since the application was made, 0 on the day itself and where the clock went back. */
export const ageInDays = (made: Day, today: Day): number => Math.max(0, daysBetween(made, today))

/** The last bucket that the age has reached. */
export const agingBucket = (days: number): AgingBucket =>
  ascending.findLast((bucket) => days >= agingBuckets[bucket].from) ?? '0-30'
