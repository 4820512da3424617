/** Exam sessions: a kind of exam at a time, with a number of seats. Source: product specification, sections 6.2 and 6.2b. */
import { examKinds } from './evaluation.ts'
import type { ExamKind } from './exams.ts'
import type { ExamLicence } from './licence-types.ts'
import { type Day, formatDay } from './thai-date.ts'
import type { Tone } from './tone.ts'

/** The stored states; `full` and `done` follow from seats and time. */
export const examSessionStatuses = {
  open: { label: 'เปิดรับ', tone: 'ok' },
  full: { label: 'เต็ม', tone: 'warn' },
  closed: { label: 'ปิดรับ', tone: 'muted' },
  done: { label: 'สอบเสร็จแล้ว', tone: 'info' },
  cancelled: { label: 'ยกเลิกรอบสอบ', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ExamSessionStatus = keyof typeof examSessionStatuses
export type StoredSessionStatus = Extract<ExamSessionStatus, 'open' | 'closed' | 'cancelled'>

export const panelRoles = {
  chair: { label: 'ประธาน' },
  committee: { label: 'กรรมการ' },
  examiner: { label: 'ผู้คุมสอบ' },
} as const

export type PanelRole = keyof typeof panelRoles

/** `สอบภาคทฤษฎี 23/11/2569 09:00`. @param start `HH:MM` in Bangkok */
export const sessionName = (kind: ExamKind, day: Day, start: string): string =>
  `สอบ${examKinds[kind].label} ${formatDay(day)} ${start}`

/** The state that lists show. @param now ISO 8601 */
export function examSessionStatus(
  session: { status: StoredSessionStatus; ends_at: string; seatsLeft: number },
  now: string,
): ExamSessionStatus {
  if (session.status === 'cancelled') return 'cancelled'
  if (session.ends_at <= now) return 'done'
  if (session.status === 'closed') return 'closed'
  return session.seatsLeft <= 0 ? 'full' : 'open'
}

/** Whether a session accepts a licence type. `any` fits on either side, because old types cannot be mapped. */
export const acceptsLicence = (accepted: readonly ExamLicence[], licence: ExamLicence): boolean =>
  licence === 'any' || accepted.includes('any') || accepted.includes(licence)
