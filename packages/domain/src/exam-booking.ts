/**
 * The rules for booking an exam right, and for moving a booking. Source: product specification,
 * sections 6.2 and 6.2b.
 */
import { examSentences } from './exam-sentences.ts'
import type { ExamKind } from './exams.ts'
import {
  type ExamRight,
  examRightSentence,
  examRightStatus,
  forfeitedSentence,
} from './exam-right.ts'
import { type Satang, bahtWithUnit } from './money.ts'
import { type Day, addDays, formatDay, timeInBangkok, instantInBangkok } from './thai-date.ts'
import type { Tone } from './tone.ts'
import { stateWords } from './words.ts'

export const examResults = {
  pass: { label: 'ผ่าน', tone: 'ok' },
  fail: { label: 'ไม่ผ่าน', tone: 'danger' },
  incomplete: { label: 'ทำข้อสอบไม่เสร็จ', tone: 'warn' },
  absent: { label: 'ขาดสอบ', tone: 'muted' },
  unknown: { label: 'ไม่ทราบผล', tone: 'muted' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ExamResult = keyof typeof examResults

/** The state of a booking: its result once it has one. */
export const bookingStatuses = {
  waiting: { label: 'รอสอบ', tone: 'info' },
  ...examResults,
  cancelled: { label: stateWords.void, tone: 'muted' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type BookingStatus = keyof typeof bookingStatuses

/** @param cancelled_at null unless the booking is cancelled */
export const bookingStatus = ({
  result,
  cancelled_at,
}: {
  result: ExamResult | null
  cancelled_at: string | null
}): BookingStatus => (cancelled_at !== null ? 'cancelled' : (result ?? 'waiting'))

/** The time of a booking: `23/11/2569 09:00–12:00 น.`, or the day alone without a session. */
export const bookingTime = ({
  exam_date,
  starts_at,
  ends_at,
}: {
  exam_date: Day
  starts_at: string | null
  ends_at: string | null
}): string =>
  starts_at === null || ends_at === null
    ? formatDay(exam_date)
    : `${formatDay(exam_date)} ${timeInBangkok(starts_at)}–${timeInBangkok(ends_at)} น.`

/** Why a booking is refused. */
export interface BookingProblem {
  code:
    | 'RIGHT_USED'
    | 'RIGHT_FORFEITED'
    | 'RIGHT_DISABLED'
    | 'RIGHT_EXPIRED'
    | 'PAST_DAY'
    | 'REFUND_PENDING'
    | 'BALANCE_FIRST'
    | 'THEORY_FIRST'
    | 'RETAKE_GAP'
    | 'MOVES_USED_UP'
    | 'MOVE_TOO_LATE'
    | 'FEE_DUE'
  /** One Thai sentence. */
  message: string
  /** Whether the permission `exam.override` allows it, with a reason. */
  canOverride: boolean
}

const problem = (
  code: BookingProblem['code'],
  message: string,
  canOverride = false,
): BookingProblem => ({ code, message, canOverride })

/** The booked theory exam that comes before a practice exam. */
export interface BookedTheory {
  day: Day
  /** The end of its session, ISO 8601; null without one. */
  ends_at: string | null
}

/** The facts that determine whether a right can be booked. */
export interface BookingFacts {
  right: ExamRight
  kind: ExamKind
  /** Owed for the application that granted the right. */
  balance: Satang
  /** Whether a booking requires a balance of 0; a setting of the branch. */
  needsFullPayment: boolean
  /** Whether the application has an open refund request. */
  refundPending: boolean
  /** Whether practice requires a pass of the theory exam; a setting of the branch. */
  needsTheory: boolean
  /** Whether the theory exam was passed, here or elsewhere. */
  theoryPassed: boolean
  /** The booked theory exam; null without one. */
  theory: BookedTheory | null
  /** The first day on which a failed exam may be taken again; null if it was not failed. */
  retakeFrom: Day | null
}

/** The problem if the state of a right does not allow booking any day; otherwise null. */
export function rightProblem(right: ExamRight, today: Day): BookingProblem | null {
  switch (examRightStatus(right, today)) {
    case 'used':
      return problem('RIGHT_USED', examSentences.passed)
    case 'forfeited':
      return problem('RIGHT_FORFEITED', `${forfeitedSentence} จองสอบไม่ได้`)
    case 'disabled':
      return problem('RIGHT_DISABLED', 'สิทธิ์สอบนี้ถูกระงับ จองสอบไม่ได้')
    case 'expired':
      return problem('RIGHT_EXPIRED', 'สิทธิ์สอบหมดอายุแล้ว กรุณาต่ออายุสิทธิ์')
    default:
      return null
  }
}

/** The message of an unpaid balance, without the amount. */
export const balanceFirst = 'กรุณาชำระยอดค้างก่อนดำเนินการ'

/** The message of an unpaid balance with its amount, for callers who may see it. */
export const balanceFirstWith = (balance: Satang): string =>
  `${balanceFirst} (${stateWords.outstanding} ${bahtWithUnit(balance)})`

/** The problem that must be resolved before any day can be booked, or null. */
export function unsettledProblem({
  balance,
  needsFullPayment,
  refundPending,
}: Pick<BookingFacts, 'balance' | 'needsFullPayment' | 'refundPending'>): BookingProblem | null {
  if (refundPending) return problem('REFUND_PENDING', 'มีคำขอคืนเงินของใบสมัครนี้อยู่ จองสอบไม่ได้')
  if (!needsFullPayment || balance <= 0) return null
  return problem('BALANCE_FIRST', balanceFirstWith(balance))
}

/** The facts for the sentence about a right, in addition to its state. */
export interface RightSituation {
  today: Day
  /** Whether the line that granted the right is open. */
  lineIsOpen: boolean
  /** The time of its booking, in Thai; null without a booking. */
  booked: string | null
  /** The problem that must be resolved first, by {@link unsettledProblem}. */
  unsettled: BookingProblem | null
}

/** Why an exam can or cannot be booked with a right, in one Thai sentence. */
export function bookingSentence(
  right: ExamRight,
  { today, lineIsOpen, booked, unsettled }: RightSituation,
): string {
  if (rightProblem(right, today) === null) {
    if (booked !== null) return `จองสอบแล้ว ${booked}`
    if (unsettled !== null) return unsettled.message
  }
  return examRightSentence(right, today, lineIsOpen)
}

/**
 * Whether a practice exam comes after a theory exam: on a later day, or on the same day when the theory exam has ended. On
 * the same day an exam without a session has no time that could be compared.
 * @param startsAt the start of the session of the practice exam, ISO 8601; null without one
 */
export function comesAfterTheory(theory: BookedTheory, day: Day, startsAt: string | null): boolean {
  if (theory.day !== day) return theory.day < day
  return (
    startsAt === null ||
    theory.ends_at === null ||
    Date.parse(theory.ends_at) <= Date.parse(startsAt)
  )
}

/** The message that an exam before the earliest possible day is refused, in Thai. */
export const notBefore = (day: Day): string => `สอบได้ตั้งแต่วันที่ ${formatDay(day)}`

/** The message that a practice exam on a day is not after a theory exam, in Thai. */
export const beforeTheory = (theory: BookedTheory, day: Day): string =>
  day < theory.day ? notBefore(theory.day) : `สอบภาคทฤษฎีวันที่ ${formatDay(theory.day)} ยังไม่เสร็จ`

/** Why the theory exam does not allow a practice exam at a time, or null. */
function theoryProblem(
  facts: BookingFacts,
  day: Day,
  startsAt: string | null,
): BookingProblem | null {
  const { kind, needsTheory, theoryPassed, theory } = facts
  if (kind === 'theory' || !needsTheory || theoryPassed) return null
  if (theory === null) {
    return problem('THEORY_FIRST', 'ต้องสอบภาคทฤษฎีผ่านก่อนสอบภาคปฏิบัติ', true)
  }
  if (comesAfterTheory(theory, day, startsAt)) return null
  const ends =
    theory.day === day && theory.ends_at !== null
      ? ` สอบเสร็จ ${timeInBangkok(theory.ends_at)} น.`
      : ''
  const message = `ต้องสอบภาคปฏิบัติหลังภาคทฤษฎี (${formatDay(theory.day)}${ends})`
  return problem('THEORY_FIRST', message, true)
}

/**
 * The first reason why a right cannot be booked on a day, or null.
 * @param startsAt the start of the session, ISO 8601; null if it is not known yet, so that only the day counts
 */
export function bookingProblem(
  facts: BookingFacts,
  day: Day,
  today: Day,
  startsAt: string | null = null,
): BookingProblem | null {
  const state = rightProblem(facts.right, today) ?? unsettledProblem(facts)
  if (state !== null) return state
  if (day < today) return problem('PAST_DAY', examSentences.pastDay)
  const { permission_date } = facts.right
  if (day > permission_date) {
    return problem('RIGHT_EXPIRED', `วันสอบต้องไม่เกินวันสุดท้ายของสิทธิ์สอบ (${formatDay(permission_date)})`)
  }
  const { retakeFrom } = facts
  if (retakeFrom !== null && day < retakeFrom) {
    return problem('RETAKE_GAP', `สอบแก้ตัวได้ตั้งแต่ ${formatDay(retakeFrom)}`, true)
  }
  return theoryProblem(facts, day, startsAt)
}

/**
 * The first day on which a failed exam may be taken again.
 * @param gap days that must lie between: working days for theory, calendar days for practice
 * @param isOpen whether the branch works on a day
 */
export function retakeDay(
  kind: ExamKind,
  failedOn: Day,
  gap: number,
  isOpen: (day: Day) => boolean,
): Day {
  if (kind === 'practice') return addDays(failedOn, gap)
  let day = failedOn
  // Bounded, in case every day is closed.
  for (let left = gap, tries = 0; left > 0 && tries < 400; tries++) {
    day = addDays(day, 1)
    if (isOpen(day)) left--
  }
  return day
}

/** When a booking takes place; `starts_at` is the start of its session (ISO 8601), null without one. */
export interface BookedTime {
  exam_date: Day
  starts_at: string | null
}

/**
 * The instant from which a result can be recorded: the start of the session, or of the day without
 * one. ISO 8601.
 */
export const markableFrom = ({ exam_date, starts_at }: BookedTime): string =>
  starts_at ?? instantInBangkok(exam_date, '00:00')

/**
 * The instant until which a booking can be moved or cancelled: the start of its session, or the end
 * of its day. ISO 8601.
 */
export const movableUntil = ({ exam_date, starts_at }: BookedTime): string =>
  starts_at ?? instantInBangkok(addDays(exam_date, 1), '00:00')

/**
 * Whether a booking lacks a session for a reason outside the control of its candidate: its session
 * was cancelled or changed, or its day has passed without one. It can be moved and cancelled at any
 * time, and neither counts as a move.
 */
export const isStranded = (
  { exam_date, in_session, displaced }: { exam_date: Day; in_session: boolean; displaced: boolean },
  today: Day,
): boolean => displaced || (!in_session && exam_date < today)

/** A booking that a candidate wants to move, and the rules of its branch. */
export interface MoveFacts {
  /** The number of times that the candidate has moved or cancelled bookings of the right. */
  moves: number
  maxMoves: number
  /** As {@link movableUntil}. */
  until: string
  /** Number of hours before `until` from which the booking can no longer be moved. */
  noticeHours: number
}

/** Why a candidate cannot move a booking to another day or session, or null. @param now ISO 8601 */
export function moveProblem(
  { moves, maxMoves, until, noticeHours }: MoveFacts,
  now: string,
): BookingProblem | null {
  return movesProblem(moves, maxMoves) ?? lateProblem(until, noticeHours, now)
}

/**
 * Why a candidate who cancelled a booking cannot book the right again, or null. It counts as a move, so that
 * cancelling and booking again does not circumvent the maximum number of moves.
 * @param moves how often the candidate has moved or cancelled bookings of the right
 */
export const rebookProblem = ({
  moves,
  maxMoves,
}: Pick<MoveFacts, 'moves' | 'maxMoves'>): BookingProblem | null =>
  movesProblem(moves - 1, maxMoves)

const movesProblem = (moves: number, maxMoves: number): BookingProblem | null =>
  moves >= maxMoves ? problem('MOVES_USED_UP', `เปลี่ยนวันสอบครบ ${maxMoves} ครั้งแล้ว`, true) : null

/**
 * Why a candidate cannot cancel a booking, or null. The exam has begun, or the notice of a move has
 * passed; otherwise cancelling and booking again would be a move without notice.
 * @param now ISO 8601
 */
export function cancelProblem(
  { until, noticeHours }: Pick<MoveFacts, 'until' | 'noticeHours'>,
  now: string,
): BookingProblem | null {
  const late = lateProblem(until, noticeHours, now)
  if (late === null) return null
  const message =
    Date.parse(now) > Date.parse(until)
      ? 'เลยเวลาสอบแล้ว ยกเลิกการจองไม่ได้ กรุณาบันทึกผลสอบ'
      : `ต้องยกเลิกการจองก่อนเวลาสอบอย่างน้อย ${noticeHours} ชั่วโมง`
  return { ...late, message }
}

/**
 * Why a booking or a move is refused without the fee that is due for it. @param price of the fee
 */
export const feeDueProblem = (name: string, price: Satang): BookingProblem =>
  problem('FEE_DUE', `ต้องชำระ${name} ${bahtWithUnit(price)}`, true)

/**
 * Why a booking whose move would have a fee cannot be cancelled: cancelling and booking again would
 * be a move without the fee.
 */
export const lateCancelProblem: BookingProblem = problem(
  'FEE_DUE',
  'ยกเลิกกระชั้นชิดกับวันสอบ กรุณาเปลี่ยนวันสอบพร้อมค่าธรรมเนียม หรือให้ผู้จัดการยกเลิก',
  true,
)

function lateProblem(until: string, noticeHours: number, now: string): BookingProblem | null {
  if (Date.parse(now) <= Date.parse(until) - noticeHours * 3_600_000) return null
  const message =
    noticeHours === 0
      ? 'เลยเวลาสอบแล้ว เปลี่ยนวันสอบไม่ได้'
      : `ต้องเปลี่ยนวันสอบก่อนเวลาสอบอย่างน้อย ${noticeHours} ชั่วโมง`
  return problem('MOVE_TOO_LATE', message, true)
}
