/** Exam sessions: a kind of exam at a time, with a number of seats. Source: product specification, sections 6.2 and 6.2b. */
import { examKinds } from './evaluation.ts'
import { type BookedTheory, comesAfterTheory } from './exam-booking.ts'
import type { ExamKind } from './exams.ts'
import { examSentences } from './exam-sentences.ts'
import { fieldTitles } from './field-titles.ts'
import { type ExamLicence, examLicenceOrder } from './licence-types.ts'
import { type Day, addDays, formatDay, lastEnteredDay, weekdayOf } from './thai-date.ts'
import type { Tone } from './tone.ts'
import { stateWords } from './words.ts'

/** The stored states; `full` and `done` are computed from seats and time. */
export const examSessionStatuses = {
  open: { label: 'เปิดรับ', tone: 'ok' },
  full: { label: stateWords.full, tone: 'warn' },
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

/** `สอบภาคทฤษฎี` */
export const examTitle = (kind: ExamKind): string => `สอบ${examKinds[kind].label}`

/** `ว่าง 3 ที่` */
export const seatsLeftText = (seats: number): string => `${fieldTitles.seatsLeft} ${seats} ที่`

/** `สอบภาคทฤษฎี 23/11/2569 09:00`. @param start `HH:MM` in Bangkok */
export const sessionName = (kind: ExamKind, day: Day, start: string): string =>
  `${examTitle(kind)} ${formatDay(day)} ${start}`

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

/** The licence types of a session in the order of all lists, each once; `any` stands for all. */
export const sessionLicences = (licences: readonly ExamLicence[]): ExamLicence[] =>
  licences.includes('any') ? ['any'] : examLicenceOrder.filter((type) => licences.includes(type))

/** The number of years ahead for which sessions can be planned. */
const yearsAhead = 2

/** The last day on which a session can be planned. */
export const lastSessionDay = (today: Day): Day => addDays(today, yearsAhead * 365)

/**
 * Why a session cannot be on a day; null if it can. A day that is obviously a mistake, such as one
 * in the year 2642, is refused.
 */
export function sessionDayProblem(date: Day, today: Day): string | null {
  if (date < today) return examSentences.pastDay
  const last = lastSessionDay(today)
  if (date <= last) return null
  return `วางรอบสอบล่วงหน้าได้ไม่เกิน ${yearsAhead} ปี (ถึงวันที่ ${formatDay(last)}) กรุณาตรวจสอบปี`
}

/** The maximum number of sessions that one call creates. */
export const maxSeries = 200

/** The message that refuses a series without a day. */
export const noDays = 'ไม่มีวันตามที่เลือกในช่วงนี้'

export interface SessionSeries {
  date: Day
  /** 1 for Monday to 7 for Sunday; without weekdays the series is the one day. */
  weekdays?: readonly number[] | undefined
  /** The last day on which a session may be. */
  until?: Day | undefined
  /** Days that are excluded. */
  except?: readonly Day[] | undefined
}

/**
 * The days of a series, earliest first. If there are more than {@link maxSeries}, the first ones
 * and one more.
 */
export function seriesDays({ date, weekdays, until, except = [] }: SessionSeries): Day[] {
  if (weekdays === undefined || until === undefined) return [date]
  const days: Day[] = []
  if (weekdays.length === 0) return days
  const last = until < lastEnteredDay ? until : lastEnteredDay
  for (let day = date; day <= last && days.length <= maxSeries; day = addDays(day, 1)) {
    if (weekdays.includes(weekdayOf(day)) && !except.includes(day)) days.push(day)
  }
  return days
}

/** A booking that a cancelled or changed session leaves without a seat. */
export interface Displaced {
  exam_id: number
  licence_type: ExamLicence
  /** The last day of its right. */
  permission_date: Day
  /** The first day on which its exam may be taken; null without one. */
  not_before: Day | null
  /** The booked theory exam that must be before its exam; null without one. */
  after: BookedTheory | null
  /** The times of other bookings of the customer. ISO 8601 */
  occupied: readonly Span[]
}

export interface Span {
  starts_at: string
  ends_at: string
}

/** A session in which a displaced booking may find a seat. */
export interface SeatTarget extends Span {
  exam_session_id: number
  day: Day
  licence_types: readonly ExamLicence[]
  seatsLeft: number
}

/** The end of a span is not part of it. */
export const overlap = (a: Span, b: Span): boolean =>
  Date.parse(a.starts_at) < Date.parse(b.ends_at) && Date.parse(b.starts_at) < Date.parse(a.ends_at)

/** Whether a session suits a booking, regardless of its seats. */
export const suits = (
  target: Omit<SeatTarget, 'seatsLeft' | 'exam_session_id'>,
  { licence_type, permission_date, not_before, after, occupied }: Omit<Displaced, 'exam_id'>,
): boolean =>
  acceptsLicence(target.licence_types, licence_type) &&
  target.day <= permission_date &&
  (not_before === null || target.day >= not_before) &&
  (after === null || comesAfterTheory(after, target.day, target.starts_at)) &&
  !occupied.some((span) => overlap(span, target))

/**
 * Proposes a session with a free seat for each displaced booking. Bookings whose right ends first
 * have precedence, and no session is proposed more often than it has free seats. Of the sessions
 * that suit a booking, the earliest one at or after `lost` is proposed; one before `lost` only if
 * there is no other, because candidates do not expect an earlier exam.
 * @param lost the start of the session that the bookings lose, ISO 8601
 * @param accepts an additional condition of the caller
 * @returns the id of the proposed session by that of the booking; null if no session suits it
 */
export function proposeSeats<Booking extends Displaced, Target extends SeatTarget>(
  bookings: readonly Booking[],
  targets: readonly Target[],
  lost: string,
  accepts: (target: Target, booking: Booking) => boolean = () => true,
): Map<number, number | null> {
  const left = new Map(targets.map((target) => [target.exam_session_id, target.seatsLeft]))
  const isSooner = ({ starts_at }: SeatTarget) => Number(Date.parse(starts_at) < Date.parse(lost))
  const inOrder = targets.toSorted(
    (a, b) => isSooner(a) - isSooner(b) || (a.starts_at < b.starts_at ? -1 : 1),
  )
  const urgent = bookings.toSorted((a, b) => (a.permission_date < b.permission_date ? -1 : 1))
  return new Map(
    urgent.map((booking) => {
      const seat = inOrder.find(
        (target) =>
          (left.get(target.exam_session_id) ?? 0) > 0 &&
          accepts(target, booking) &&
          suits(target, booking),
      )
      if (seat !== undefined) {
        left.set(seat.exam_session_id, (left.get(seat.exam_session_id) ?? 0) - 1)
      }
      return [booking.exam_id, seat?.exam_session_id ?? null]
    }),
  )
}
