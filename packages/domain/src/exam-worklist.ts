/**
 * Why an exam right or its booking requires an action. Source: product specification, section 6.2b.
 */
import type { Tone } from './tone.ts'

export const worklistReasons = {
  /** Its session was cancelled or changed. */
  displaced: { label: 'รอรอบสอบใหม่', tone: 'warn' },
  /** The exam day that was wished at the registration could not be booked when the application was paid. */
  wish: { label: 'จองวันที่ขอไว้ไม่ได้', tone: 'warn' },
  /** A practice exam whose theory exam was failed, or is not before it. */
  theory: { label: 'ภาคทฤษฎียังไม่ผ่าน', tone: 'danger' },
  /** The exam day has come, and the booking has no session. */
  no_session: { label: 'ถึงวันสอบแล้ว ไม่มีรอบสอบ', tone: 'danger' },
  /** Its branch is closed on its day, which was entered later, and it has no session. */
  closed_day: { label: 'สาขาหยุดในวันสอบ', tone: 'warn' },
  /** Its day is after the last day of the right, because days of the right were withdrawn. */
  after_right: { label: 'หลังวันสุดท้ายของสิทธิ์สอบ', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type WorklistReason = keyof typeof worklistReasons
