/**
 * The right to take an exam: valid until a day, and ended by a pass or by the staff. Source: product specification,
 * sections 6.2 and 6.2b.
 */

import { examSentences } from './exam-sentences.ts'
import type { ExamKind } from './exams.ts'
import { type Day, addDays, daysBetween, formatDay } from './thai-date.ts'
import type { Tone } from './tone.ts'
import { actionWords } from './words.ts'

export const examRightStatuses = {
  active: { label: 'ใช้สิทธิ์ได้', tone: 'ok' },
  expiring: { label: 'ใกล้หมดสิทธิ์', tone: 'warn' },
  expired: { label: 'หมดสิทธิ์', tone: 'danger' },
  disabled: { label: 'ระงับสิทธิ์', tone: 'muted' },
  used: { label: 'สอบผ่านแล้ว', tone: 'info' },
  forfeited: { label: 'ขาดสอบ สิทธิ์สิ้นสุด', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ExamRightStatus = keyof typeof examRightStatuses

/** The origin of a right: a line of an application, the staff for a reason, or the records of a former system. */
export const rightOrigins = {
  line: { label: 'รายการของใบสมัคร' },
  granted: { label: 'ให้สิทธิ์โดยไม่มีใบสมัคร' },
  imported: { label: 'สิทธิ์สอบยกมา' },
} as const satisfies Record<string, { label: string }>

export type RightOrigin = keyof typeof rightOrigins

/** A right is expiring when at most this many days remain before its last day. */
export const expiringDays = 14

export interface ExamRight {
  /** The last day on which the right is valid. */
  permission_date: Day
  /** Whether the staff or a refund has disabled the right. */
  disabled: boolean
  /** The exam was passed. */
  used: boolean
  /** Whether a no-show has ended the right. */
  forfeited: boolean
}

/** The last day of a right that is granted on the day `granted`. @param days the `exam_right_days` of the branch */
export const lastRightDay = (granted: Day, days: number): Day => addDays(granted, days)

/**
 * The reason why a line cannot have an exam on a day, in Thai, or null.
 * @param today the day on which the line grants its right
 * @param last the last day of the right
 */
export function examDayProblem(examDay: Day, today: Day, last: Day): string | null {
  if (examDay < today) return examSentences.pastDay
  if (examDay > last) return `วันสอบต้องไม่เกินวันสุดท้ายของสิทธิ์สอบ (${formatDay(last)})`
  return null
}

/** The message that no exam can be taken with a right that a no-show has ended. */
export const forfeitedSentence = 'ขาดสอบ สิทธิ์สอบสิ้นสุดแล้ว'

/**
 * The status on `today`. The states that an exam has caused take precedence over disabled, and both
 * over the dates.
 */
export function examRightStatus(right: ExamRight, today: Day): ExamRightStatus {
  if (right.used) return 'used'
  if (right.forfeited) return 'forfeited'
  if (right.disabled) return 'disabled'
  const daysLeft = daysBetween(today, right.permission_date)
  if (daysLeft < 0) return 'expired'
  return daysLeft <= expiringDays ? 'expiring' : 'active'
}

const laterDay = (a: Day, b: Day): Day => (a > b ? a : b)

/** Maximum number of days by which one extension moves the last day of a right. */
export const maxExtensionDays = 730

/** The last day after an extension by days, which counts from the later of today and the present last day. */
export const extendedLastDay = (
  { permission_date }: Pick<ExamRight, 'permission_date'>,
  today: Day,
  days: number,
): Day => addDays(laterDay(today, permission_date), days)

/**
 * The last day after `days` of an extension are withdrawn. Days that have begun are used, and stay.
 */
export const shortenedLastDay = (
  { permission_date }: Pick<ExamRight, 'permission_date'>,
  today: Day,
  days: number,
): Day =>
  permission_date <= today ? permission_date : laterDay(today, addDays(permission_date, -days))

/** The reason why a right cannot be extended, in Thai, or null. Expired rights can be extended. */
export function extensionProblem({ used, forfeited, disabled }: ExamRight): string | null {
  if (used) return 'สอบผ่านแล้ว ต่ออายุสิทธิ์สอบไม่ได้'
  if (forfeited) return `${forfeitedSentence} ต่ออายุไม่ได้`
  if (disabled) return 'สิทธิ์สอบนี้ถูกระงับ ต่ออายุไม่ได้'
  return null
}

/** The reason why `last` cannot become the last day of a right by an extension, in Thai, or null. */
export function newLastDayProblem(right: ExamRight, today: Day, last: Day): string | null {
  if (last < today) return 'วันสุดท้ายของสิทธิ์ต้องไม่ก่อนวันนี้'
  if (last <= right.permission_date) {
    return `วันสุดท้ายของสิทธิ์ต้องหลังวันเดิม (${formatDay(right.permission_date)})`
  }
  const latest = extendedLastDay(right, today, maxExtensionDays)
  return last > latest ? `ต่ออายุสิทธิ์สอบได้ถึงวันที่ ${formatDay(latest)}` : null
}

/** The reason why `last` cannot be the last day of a right that is granted without an application, in Thai, or null. */
export function grantedLastDayProblem(today: Day, last: Day): string | null {
  if (last < today) return 'วันสุดท้ายของสิทธิ์ต้องไม่ก่อนวันนี้'
  const latest = addDays(today, maxExtensionDays)
  return last > latest ? `ให้สิทธิ์สอบได้ถึงวันที่ ${formatDay(latest)}` : null
}

/** How many days before the start of a right a theory exam may have been passed elsewhere: about 6 months. */
export const theoryValidDays = 180

/**
 * The reason why a theory exam that was passed elsewhere cannot be recorded for a right, in Thai, or null.
 * @param validFrom the first day of the right
 */
export function recordedTheoryProblem(
  kind: ExamKind,
  passedOn: Day,
  today: Day,
  validFrom: Day,
): string | null {
  if (kind !== 'practice') return 'บันทึกผลทฤษฎีจากที่อื่นได้เฉพาะสิทธิ์สอบภาคปฏิบัติ'
  if (passedOn > today) return 'วันที่สอบผ่านต้องไม่เกินวันนี้'
  const earliest = addDays(validFrom, -theoryValidDays)
  return passedOn < earliest
    ? `ผลทฤษฎีใช้ได้ไม่เกิน ${theoryValidDays} วันก่อนวันเริ่มสิทธิ์ (ตั้งแต่ ${formatDay(earliest)})`
    : null
}

/** Whether the staff may disable a right, which may be expired, so that it is not extended. */
export const mayDisable = ({ used, forfeited, disabled }: ExamRight): boolean =>
  !used && !forfeited && !disabled

/** Whether the staff may enable a right again. The rights of a line that has ended stay disabled. */
export const mayEnable = ({ used, forfeited, disabled }: ExamRight, lineIsOpen: boolean): boolean =>
  disabled && !used && !forfeited && lineIsOpen

/** Why an exam can or cannot be taken with a right, in one Thai sentence. */
export function examRightSentence(right: ExamRight, today: Day, lineIsOpen: boolean): string {
  const last = formatDay(right.permission_date)
  switch (examRightStatus(right, today)) {
    case 'used':
      return examSentences.passed
    case 'forfeited':
      return forfeitedSentence
    case 'disabled':
      return lineIsOpen ? 'ถูกระงับสิทธิ์ สอบไม่ได้จนกว่าจะคืนสิทธิ์' : 'รายการที่ให้สิทธิ์สิ้นสุดแล้ว สอบไม่ได้'
    case 'expired':
      return `หมดสิทธิ์ตั้งแต่หลังวันที่ ${last} สอบไม่ได้จนกว่าจะต่ออายุ`
    default:
      return `สอบได้ถึงวันที่ ${last} (เหลือ ${daysBetween(today, right.permission_date) + 1} วัน)`
  }
}

/** The events in the ledger of a right. */
export const examRightEvents = {
  granted: { label: actionWords.grantRights, tone: 'ok' },
  extended: { label: actionWords.extendRight, tone: 'info' },
  shortened: { label: 'คืนวันที่ต่ออายุ', tone: 'warn' },
  disabled: { label: actionWords.disableRight, tone: 'muted' },
  enabled: { label: actionWords.enableRight, tone: 'ok' },
  theory_recorded: { label: 'บันทึกผลทฤษฎีจากที่อื่น', tone: 'info' },
  theory_withdrawn: { label: 'ถอนผลทฤษฎีจากที่อื่น', tone: 'warn' },
  booked: { label: actionWords.bookExam, tone: 'info' },
  moved: { label: actionWords.changeExamDate, tone: 'info' },
  displaced: { label: 'ไม่มีรอบสอบ รอรอบใหม่', tone: 'warn' },
  checked_in: { label: actionWords.checkIn, tone: 'ok' },
  checkin_undone: { label: actionWords.undoCheckIn, tone: 'warn' },
  result: { label: actionWords.recordResult, tone: 'info' },
  certified: { label: 'ออกหนังสือรับรอง', tone: 'ok' },
  uncertified: { label: 'ยกเลิกหนังสือรับรอง', tone: 'danger' },
  unbooked: { label: actionWords.cancelBooking, tone: 'muted' },
  wish_refused: { label: 'จองวันที่ขอไว้ไม่ได้', tone: 'warn' },
  dismissed: { label: actionWords.dismiss, tone: 'muted' },
  waiting_joined: { label: actionWords.joinWaiting, tone: 'info' },
  seat_offered: { label: actionWords.offerSeat, tone: 'warn' },
  seat_accepted: { label: actionWords.acceptSeat, tone: 'ok' },
  seat_declined: { label: actionWords.declineSeat, tone: 'muted' },
  offer_lapsed: { label: 'ไม่ตอบรับที่นั่งในกำหนด', tone: 'muted' },
  offer_withdrawn: { label: 'ถอนการเสนอที่นั่ง', tone: 'muted' },
  waiting_left: { label: actionWords.leaveWaiting, tone: 'muted' },
  waiting_ended: { label: 'สิ้นสุดการรอที่นั่ง', tone: 'muted' },
  waiting_displaced: { label: 'รอบสอบที่รอถูกยกเลิก', tone: 'warn' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ExamRightEvent = keyof typeof examRightEvents
