/** The right to take an exam: valid until a day, and ended by a pass or by the staff. */

import { type Day, addDays, daysBetween, formatDay } from './thai-date.ts'
import type { Tone } from './tone.ts'

export const examRightStatuses = {
  active: { label: 'ใช้สิทธิ์ได้', tone: 'ok' },
  expiring: { label: 'ใกล้หมดสิทธิ์', tone: 'warn' },
  expired: { label: 'หมดสิทธิ์', tone: 'danger' },
  disabled: { label: 'ระงับสิทธิ์', tone: 'muted' },
  used: { label: 'สอบผ่านแล้ว', tone: 'info' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ExamRightStatus = keyof typeof examRightStatuses

/** A right is expiring when at most this many days remain before its last day. */
const expiringDays = 14

export interface ExamRight {
  /** The last day on which the right is valid. */
  permission_date: Day
  /** Disabled by the staff or by a refund. */
  disabled: boolean
  /** The exam was passed. */
  used: boolean
}

/** The last day of a right that is granted on the day `granted`. @param days the `exam_right_days` of the branch */
export const lastRightDay = (granted: Day, days: number): Day => addDays(granted, days)

/**
 * The reason why a line cannot have an exam on a day, in Thai, or null.
 * @param today the day on which the line grants its right
 * @param last the last day of the right
 */
export function examDayProblem(examDay: Day, today: Day, last: Day): string | null {
  if (examDay < today) return 'วันสอบต้องไม่ก่อนวันนี้'
  if (examDay > last) return `วันสอบต้องไม่เกินวันสุดท้ายของสิทธิ์สอบ (${formatDay(last)})`
  return null
}

/** The status on `today`. Used takes precedence over disabled, and both over the dates. */
export function examRightStatus(right: ExamRight, today: Day): ExamRightStatus {
  if (right.used) return 'used'
  if (right.disabled) return 'disabled'
  const daysLeft = daysBetween(today, right.permission_date)
  if (daysLeft < 0) return 'expired'
  return daysLeft <= expiringDays ? 'expiring' : 'active'
}
