/**
 * The rules for checking a candidate in on the exam day. Source: product specification, sections
 * 6.2 and 6.2b.
 */
import { type ExamResult, balanceFirstWith, examResults } from './exam-booking.ts'
import { type ExamRight, examRightStatus } from './exam-right.ts'
import type { ExamKind } from './exams.ts'
import { type Satang } from './money.ts'
import { type Day, formatDay, timeInBangkok } from './thai-date.ts'
import { stateWords } from './words.ts'

/** Why a check-in is refused, and whether the permission `exam.override` allows it with a reason. */
export const checkInRefusals = {
  NOT_BOOKED: { canOverride: false },
  CANCELLED: { canOverride: false },
  ALREADY_IN: { canOverride: false },
  WRONG_DAY: { canOverride: false },
  JOIN_SESSION_FIRST: { canOverride: false },
  WRONG_SESSION: { canOverride: false },
  RIGHT_DISABLED: { canOverride: false },
  REFUND_PENDING: { canOverride: false },
  TOO_LATE: { canOverride: true },
  RIGHT_EXPIRED: { canOverride: true },
  UNPAID: { canOverride: true },
  DOCUMENT_MISSING: { canOverride: true },
  THEORY_FIRST: { canOverride: true },
} as const

export type CheckInCode = keyof typeof checkInRefusals

/** Whether a refusal with this code may be overridden. */
export const canOverrideCheckIn = (code: string): boolean =>
  Object.hasOwn(checkInRefusals, code) && checkInRefusals[code as CheckInCode].canOverride

export interface CheckInRefusal {
  code: CheckInCode
  /** One Thai sentence. */
  message: string
}

/** How missing documents are treated at the check-in. */
export const documentChecks = {
  warn: 'เตือน แต่ให้เข้าสอบ',
  refuse: 'ไม่ให้เข้าสอบ',
  off: 'ไม่ตรวจ',
} as const
export type DocumentCheck = keyof typeof documentChecks

/** The facts that determine whether a booking can be checked in. Instants are ISO 8601. */
export interface CheckInFacts {
  exam_date: Day
  result: ExamResult | null
  cancelled_at: string | null
  checked_in_at: string | null
  /** Name of the user who checked the candidate in; null unless checked in. */
  checked_in_by: string | null
  /** The session of the booking; null without one. */
  session: {
    exam_session_id: number
    name: string
    starts_at: string
    ends_at: string
    isCancelled: boolean
  } | null
  /** The session of the desk; null at a desk for all sessions. */
  deskSessionId: number | null
  kind: ExamKind
  right: ExamRight
  refundPending: boolean
  /** Minutes after the start until which candidates are checked in. */
  lateMinutes: number
  balance: Satang
  needsFullPayment: boolean
  missingDocuments: readonly string[]
  documentCheck: DocumentCheck
  needsTheory: boolean
  theoryPassed: boolean
}

/**
 * The last moment at which a candidate of a session is booked and checked in: some minutes after its start, but not after its
 * end. Milliseconds since 1970.
 */
export const admittedUntil = (
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  lateMinutes: number,
): number => Math.min(Date.parse(starts_at) + lateMinutes * 60_000, Date.parse(ends_at))

const refusal = (code: CheckInCode, message: string): CheckInRefusal => ({ code, message })

/** The refusal of a booking of a day without a session. */
export const joinSessionFirst = refusal(
  'JOIN_SESSION_FIRST',
  'จองวันสอบไว้โดยไม่ระบุรอบ กรุณาเลือกรอบสอบก่อนลงทะเบียนเข้าสอบ',
)

const alreadyIn = ({
  result,
  checked_in_at,
  checked_in_by,
}: CheckInFacts): CheckInRefusal | null => {
  if (result !== null) return refusal('ALREADY_IN', `สอบเสร็จแล้ว (${examResults[result].label})`)
  if (checked_in_at === null) return null
  const time = timeInBangkok(checked_in_at)
  return refusal('ALREADY_IN', `ลงทะเบียนเข้าสอบแล้วเมื่อ ${time} น. โดย ${checked_in_by ?? ''}`)
}

/** The first refusal that nobody may override, in the order in which they are shown. */
function finalRefusal(facts: CheckInFacts, today: Day): CheckInRefusal | null {
  const { exam_date, cancelled_at, session, deskSessionId, right } = facts
  if (cancelled_at !== null || session?.isCancelled === true) {
    return refusal('CANCELLED', `การจองสอบวันที่ ${formatDay(exam_date)} ถูกยกเลิกแล้ว`)
  }
  const inAlready = alreadyIn(facts)
  if (inAlready !== null) return inAlready
  if (exam_date !== today) {
    const when = session === null ? formatDay(exam_date) : session.name
    return refusal('WRONG_DAY', `ไม่ใช่วันสอบ จองไว้ ${when}`)
  }
  if (session === null) return joinSessionFirst
  if (deskSessionId !== null && deskSessionId !== session.exam_session_id) {
    return refusal('WRONG_SESSION', `ไม่ใช่รอบนี้ จองไว้ ${session.name}`)
  }
  if (right.disabled) return refusal('RIGHT_DISABLED', 'สิทธิ์สอบนี้ถูกระงับ เข้าสอบไม่ได้')
  if (facts.refundPending) {
    return refusal('REFUND_PENDING', 'มีคำขอคืนเงินของใบสมัครนี้อยู่ เข้าสอบไม่ได้')
  }
  return null
}

/** The refusals that may be overridden with a reason, all that apply. @param now ISO 8601 */
function overridableRefusals(facts: CheckInFacts, today: Day, now: string): CheckInRefusal[] {
  const { session, lateMinutes, right, kind, missingDocuments } = facts
  const found: (CheckInRefusal | false)[] = [
    session !== null &&
      Date.parse(now) > admittedUntil(session, lateMinutes) &&
      refusal('TOO_LATE', lateText(session, lateMinutes, now)),
    examRightStatus(right, today) === 'expired' &&
      refusal('RIGHT_EXPIRED', `สิทธิ์สอบหมดอายุแล้วเมื่อ ${formatDay(right.permission_date)}`),
    facts.needsFullPayment &&
      facts.balance > 0 &&
      refusal('UNPAID', balanceFirstWith(facts.balance)),
    facts.documentCheck === 'refuse' &&
      missingDocuments.length > 0 &&
      refusal('DOCUMENT_MISSING', missingText(missingDocuments)),
    kind === 'practice' &&
      facts.needsTheory &&
      !facts.theoryPassed &&
      refusal('THEORY_FIRST', 'ต้องสอบภาคทฤษฎีผ่านก่อนสอบภาคปฏิบัติ'),
  ]
  return found.filter((entry) => entry !== false)
}

/**
 * Why a candidate is too late, in Thai: the allowed minutes have passed, or a shorter session is
 * over. @param now ISO 8601
 */
const lateText = (
  { name, starts_at, ends_at }: { name: string; starts_at: string; ends_at: string },
  lateMinutes: number,
  now: string,
): string =>
  Date.parse(now) > Date.parse(starts_at) + lateMinutes * 60_000
    ? `มาสายเกิน ${lateMinutes} นาที (${name})`
    : `รอบสอบสิ้นสุดแล้วเมื่อ ${timeInBangkok(ends_at)} น. (${name})`

const missingText = (names: readonly string[]) =>
  `ยังขาดเอกสารที่ต้องใช้ ${names.length} รายการ: ${names.join(', ')}`

/**
 * Why a candidate cannot be checked in now; empty if they can. Returns either one refusal that
 * nobody may override, or all that may be overridden, because one reason overrides them together.
 * @param now ISO 8601
 */
export function refusalsOfCheckIn(
  facts: CheckInFacts,
  { today, now }: { today: Day; now: string },
): readonly CheckInRefusal[] {
  const final = finalRefusal(facts, today)
  return final === null ? overridableRefusals(facts, today, now) : [final]
}

/** The notes for the desk about a candidate who is checked in, in Thai. */
export const checkInWarnings = ({ documentCheck, missingDocuments }: CheckInFacts): string[] =>
  documentCheck === 'off' || missingDocuments.length === 0 ? [] : [missingText(missingDocuments)]

/** The stages of a candidate on an exam day. */
export const queueStages = {
  expected: { label: 'ยังไม่มา', tone: 'muted' },
  queued: { label: 'รอเรียก', tone: 'info' },
  called: { label: stateWords.called, tone: 'warn' },
  in: { label: 'กำลังสอบ', tone: 'info' },
  done: { label: 'เสร็จแล้ว', tone: 'ok' },
} as const
export type QueueStage = keyof typeof queueStages

export const queueStage = ({
  result,
  checked_in_at,
  called_at,
  entered_at,
}: {
  result: ExamResult | null
  checked_in_at: string | null
  called_at: string | null
  entered_at: string | null
}): QueueStage => {
  if (result !== null) return 'done'
  if (checked_in_at === null) return 'expected'
  if (entered_at !== null) return 'in'
  return called_at === null ? 'queued' : 'called'
}
