/**
 * Plans the history of the demo's exam rights: bookings in the sessions of the year, moves, cancellations and results. Does
 * not touch the database. The plan keeps the rules of the use cases; tests check it against them.
 */
import {
  type NoShowPolicy,
  type RecordedResult,
  rightAfter,
  theoryPoints,
} from '@khapdee/domain/exam-result'
import { acceptsLicence } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { type Day, addDays, todayInBangkok, weekdayOf } from '@khapdee/domain/thai-date'
import type { IsClosed } from './demo-days.ts'
import type { DemoSession } from './demo-exam-sessions.ts'
import { type Random, createRandom } from './random.ts'

const seed = 25_690_715

/** A right that may be booked, with its open booking. */
export interface DemoRight {
  right_id: number
  application_id: number
  customer_id: number
  branch_id: number
  kind: ExamKind
  licence_type: ExamLicence
  /** The last valid day. */
  permission_date: Day
  /** When it was granted, booked at registration, or paid; the last of them. ISO 8601 */
  granted_at: string
  /**
   * Whether it may be booked: nothing is owed for its application, or its branch allows booking
   * before payment.
   */
  settled: boolean
  /** Whether a refund is requested; then nothing is booked or recorded. */
  refund_pending: boolean
  missing_documents: boolean
  /** The policy of its branch for no-shows. */
  no_show: NoShowPolicy
  exam_id: number | null
  exam_date: Day | null
  exam_session_id: number | null
}

/** A booking with its later events. */
export interface PlannedExam {
  right: DemoRight
  /** The id of a booking that exists already. */
  exam_id: number | null
  exam_date: Day
  session: DemoSession | null
  bookedAt: Date
  moved: { at: Date; from: { exam_date: Day; session: DemoSession | null }; note: string } | null
  cancelled: { at: Date; note: string } | null
  checkedInAt: Date | null
  outcome: { at: Date; result: RecordedResult; score: number | null } | null
}

/** A new booking. */
export const nothingYet = {
  moved: null,
  cancelled: null,
  checkedInAt: null,
  outcome: null,
} as const

/** A theory exam that was passed elsewhere. */
interface ProvenTheory {
  right: DemoRight
  at: Date
  passedOn: Day
}

export interface ExamPlan {
  exams: PlannedExam[]
  proofs: ProvenTheory[]
}

/** Minutes after midnight in Bangkok, as a time of the day. */
const timeOf = (day: Day, minutes: number): Date =>
  new Date(new Date(`${day}T00:00:00+07:00`).getTime() + minutes * 60_000)

const minuteMs = 60_000
/** The counters take bookings within these minutes of the day. */
const counterOpens = 9 * 60
const counterCloses = 17 * 60
/** An exam is booked at most this many days ahead. */
const bookedAhead = 35
/** Number of next sessions among which candidates choose. */
const choices = 5
/** Days between a failed exam and the earliest retake that is planned; longer than every retake gap, also over holidays. */
const retakeDays = 5
const maxAttempts = 4
/** Wednesday and Sunday: exams without a session are on other days. */
const examinerOff: ReadonlySet<number> = new Set([3, 7])

const moveNotes = ['ติดงาน', 'ติดสอบที่โรงเรียน', 'ไม่สบาย', 'ขอฝึกเพิ่มก่อนสอบ'] as const
const cancelNotes = ['ผู้สมัครขอยกเลิก ยังไม่พร้อมสอบ', 'ติดธุระต่างจังหวัด ขอจองใหม่ภายหลัง'] as const

const outcomes: readonly { kind: ExamKind; result: RecordedResult; share: number }[] = [
  { kind: 'theory', result: 'pass', share: 70 },
  { kind: 'theory', result: 'fail', share: 20 },
  { kind: 'theory', result: 'incomplete', share: 2 },
  { kind: 'theory', result: 'absent', share: 8 },
  { kind: 'practice', result: 'pass', share: 64 },
  { kind: 'practice', result: 'fail', share: 27 },
  { kind: 'practice', result: 'incomplete', share: 2 },
  { kind: 'practice', result: 'absent', share: 7 },
]

function scoreOf(random: Random, kind: ExamKind, result: RecordedResult): number | null {
  if (result === 'absent' || result === 'incomplete') return null
  const { pass, full } = theoryPoints
  if (kind === 'theory')
    return result === 'pass' ? random.int(pass, full) : random.int(28, pass - 1)
  return result === 'pass' ? random.int(80, 100) : random.int(45, 79)
}

/** The state of planning, which is carried from right to right. */
interface State {
  random: Random
  now: Date
  today: Day
  sessions: ReadonlyMap<string, readonly DemoSession[]>
  /** Bookings of a session, by its id. */
  seats: Map<number, number>
  /** The exam days of each customer, who has at most one exam a day. */
  busy: Map<number, Set<Day>>
  /** When a customer passed a theory exam, by licence type. */
  passes: Map<number, { licence_type: ExamLicence; at: Date }[]>
  isClosed: IsClosed
  plan: ExamPlan
}

const keyOf = ({ branch_id, kind }: { branch_id: number; kind: ExamKind }) => `${branch_id} ${kind}`

/** The customer's own set of exam days. */
function daysOf({ busy }: State, { customer_id }: DemoRight): Set<Day> {
  const days = busy.get(customer_id) ?? new Set()
  busy.set(customer_id, days)
  return days
}

/** The sessions that suit a right from `first` to `last`, earliest first. */
function suitable(state: State, right: DemoRight, first: Day, last: Day): DemoSession[] {
  const days = daysOf(state, right)
  return (state.sessions.get(keyOf(right)) ?? []).filter(
    ({ day, licence_types, capacity, exam_session_id }) =>
      first <= day &&
      day <= last &&
      acceptsLicence(licence_types, right.licence_type) &&
      !days.has(day) &&
      (state.seats.get(exam_session_id) ?? 0) < capacity,
  )
}

const earlier = (a: Day, b: Day): Day => (a < b ? a : b)

/** The day and session of the next exam of a right that is booked at a time; null if there is none. */
function choose(
  state: State,
  right: DemoRight,
  bookedAt: Date,
  notBefore: Day,
): { exam_date: Day; session: DemoSession | null } | null {
  const { random } = state
  const booked = todayInBangkok(bookedAt)
  const soonest = addDays(booked, 3)
  const first = soonest > notBefore ? soonest : notBefore
  const last = earlier(right.permission_date, addDays(first, bookedAhead))
  const possible = suitable(state, right, first, last).slice(0, choices)
  if (possible.length > 0) {
    const session = random.pick(possible)
    return { exam_date: session.day, session }
  }
  // Exams of trucks have no sessions: they are held on request.
  let exam_date = addDays(first, random.int(3, 10))
  while (
    examinerOff.has(weekdayOf(exam_date)) ||
    state.isClosed(right.branch_id, exam_date) ||
    daysOf(state, right).has(exam_date)
  ) {
    exam_date = addDays(exam_date, 1)
  }
  return exam_date <= last ? { exam_date, session: null } : null
}

/** Takes or frees the seat and the day of an exam. */
function occupy(
  state: State,
  right: DemoRight,
  { exam_date, session }: { exam_date: Day; session: DemoSession | null },
  seats: 1 | -1,
): void {
  const days = daysOf(state, right)
  if (seats === 1) days.add(exam_date)
  else days.delete(exam_date)
  if (session === null) return
  const { exam_session_id } = session
  state.seats.set(exam_session_id, (state.seats.get(exam_session_id) ?? 0) + seats)
}

/** A time at the counters, some days after another. */
const counterTime = ({ random }: State, after: Date, days: number): Date => {
  const day = todayInBangkok(after)
  const later = timeOf(addDays(day, days), random.int(counterOpens, counterCloses))
  return days > 0 ? later : new Date(after.getTime() + random.int(10, 40) * minuteMs)
}

/** Moves a new booking to a later session, the day before the exam. */
function move(state: State, exam: PlannedExam): void {
  const { random, now } = state
  const { right, exam_date, session, bookedAt } = exam
  const at = timeOf(addDays(exam_date, -1), random.int(counterOpens, counterCloses))
  if (session === null || at <= bookedAt || at > now) return
  const [to] = suitable(state, right, addDays(exam_date, 1), right.permission_date)
  if (to === undefined || to.day > addDays(exam_date, bookedAhead)) return
  const from = { exam_date, session }
  occupy(state, right, from, -1)
  exam.exam_date = to.day
  exam.session = to
  exam.moved = { at, from, note: random.pick(moveNotes) }
  occupy(state, right, exam, 1)
}

/** Cancels a new booking, the day before the exam. */
function cancel(state: State, exam: PlannedExam): void {
  const { random, now } = state
  const at = timeOf(addDays(exam.exam_date, -1), random.int(counterOpens, counterCloses))
  if (at <= (exam.moved?.at ?? exam.bookedAt) || at > now) return
  exam.cancelled = { at, note: random.pick(cancelNotes) }
  occupy(state, exam.right, exam, -1)
}

/** When the result of an exam is recorded. */
const markedAt = ({ random }: State, { exam_date, session }: PlannedExam): Date =>
  session === null
    ? timeOf(exam_date, 15 * 60 + random.int(0, 90))
    : new Date(Date.parse(session.ends_at) + random.int(5, 40) * minuteMs)

/** Records the result of an exam that has been sat; some of the last two days are not recorded yet. */
function record(state: State, exam: PlannedExam): void {
  const { random, now, today } = state
  const at = markedAt(state, exam)
  const { right, exam_date, session } = exam
  const { kind } = right
  const { result } = random.weighted(
    outcomes.filter((outcome) => outcome.kind === kind),
    ({ share }) => share,
  )
  const score = scoreOf(random, kind, result)
  const isForgotten = random.chance(0.15) && exam_date >= addDays(today, -2)
  if (at > now || isForgotten) return
  const begins = session === null ? at.getTime() : Date.parse(session.starts_at)
  const checkedInAt = new Date(begins - random.int(4, 25) * minuteMs)
  exam.checkedInAt = result === 'absent' ? null : checkedInAt
  exam.outcome = { at, result, score }
  if (result !== 'pass' || kind !== 'theory') return
  const { customer_id, licence_type } = right
  const passes = state.passes.get(customer_id) ?? []
  state.passes.set(customer_id, [...passes, { licence_type, at }])
}

/** When the theory exam of a practice exam was passed, or is proved to be passed elsewhere; null if it was not. */
function theoryOf(state: State, right: DemoRight, hasTheory: boolean): Date | null {
  const passed = (state.passes.get(right.customer_id) ?? []).find(({ licence_type }) =>
    acceptsLicence([licence_type], right.licence_type),
  )
  if (passed !== undefined) return passed.at
  const { random, now, plan } = state
  if (random.chance(hasTheory ? 0.8 : 0.2)) return null
  const at = counterTime(state, new Date(right.granted_at), random.int(0, 12))
  if (at > now) return null
  plan.proofs.push({ right, at, passedOn: addDays(todayInBangkok(at), -random.int(3, 40)) })
  return at
}

/** The booking that a right has since its registration. */
const existingExam = (right: DemoRight, sessions: readonly DemoSession[]): PlannedExam[] =>
  right.exam_id === null || right.exam_date === null
    ? []
    : [
        {
          right,
          exam_id: right.exam_id,
          exam_date: right.exam_date,
          session:
            sessions.find(({ exam_session_id }) => exam_session_id === right.exam_session_id) ??
            null,
          bookedAt: new Date(right.granted_at),
          ...nothingYet,
        },
      ]

/** Plans all exams of a right, one after the other. @param from when it can be booked */
function planRight(
  state: State,
  right: DemoRight,
  existing: PlannedExam | undefined,
  from: Date,
): void {
  const { random, now, plan } = state
  let next: PlannedExam | undefined = existing
  let after = from
  let notBefore = todayInBangkok(from)
  if (next === undefined && !right.settled) return
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const isExisting = next !== undefined
    if (next === undefined) {
      const bookedAt = counterTime(state, after, random.int(0, attempt === 0 ? 9 : 4))
      const chosen = bookedAt > now ? null : choose(state, right, bookedAt, notBefore)
      if (chosen === null) return
      next = { right, exam_id: null, ...chosen, bookedAt, ...nothingYet }
      occupy(state, right, next, 1)
    }
    const exam: PlannedExam = next
    plan.exams.push(exam)
    if (!isExisting && random.chance(0.08)) move(state, exam)
    if (!isExisting && random.chance(0.04)) cancel(state, exam)
    if (exam.cancelled === null) record(state, exam)
    const { cancelled, outcome } = exam
    if (outcome === null && cancelled === null) return
    if (outcome !== null) {
      const { used, forfeited } = rightAfter(outcome.result, right.no_show)
      if (used || forfeited) return
    }
    // Some give up, and their right expires.
    if (random.chance(0.15)) return
    after = outcome?.at ?? cancelled?.at ?? from
    notBefore = outcome === null ? todayInBangkok(after) : addDays(exam.exam_date, retakeDays)
    next = undefined
  }
}

/** Some never book the exam that they have paid for. */
const neverShare = 0.07

/** Groups items by a key. */
function groupBy<Key, Item>(
  items: readonly Item[],
  keyOfItem: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOfItem(item))
    if (group === undefined) groups.set(keyOfItem(item), [item])
    else group.push(item)
  }
  return groups
}

/**
 * Plans the exams of rights until now. Rights are given in the order of their applications, theory before practice.
 * @param given all bookings of some rights, which are planned already
 * @param isClosed exams without a session are on other days
 * @param now nothing is planned to happen later; open bookings are in the future
 */
export function planExams(
  rights: readonly DemoRight[],
  sessions: readonly DemoSession[],
  given: readonly PlannedExam[],
  isClosed: IsClosed,
  now: Date,
): ExamPlan {
  const state: State = {
    random: createRandom(seed),
    now,
    today: todayInBangkok(now),
    sessions: groupBy(sessions, keyOf),
    seats: new Map(),
    busy: new Map(),
    passes: new Map(),
    isClosed,
    plan: { exams: [...given], proofs: [] },
  }
  const existing = new Map(
    rights.flatMap((right) => existingExam(right, sessions).map((exam) => [right, exam] as const)),
  )
  for (const [right, exam] of existing) occupy(state, right, exam, 1)
  for (const exam of given) if (exam.exam_id === null) occupy(state, exam.right, exam, 1)
  const decided = new Set(given.map(({ right }) => right))
  const withTheory = new Set(
    rights.flatMap(({ kind, application_id }) => (kind === 'theory' ? [application_id] : [])),
  )
  for (const right of rights) {
    const exam = existing.get(right)
    if (decided.has(right)) continue
    if (right.refund_pending) {
      if (exam !== undefined) state.plan.exams.push(exam)
      continue
    }
    if (exam === undefined && state.random.chance(neverShare)) continue
    const granted = new Date(right.granted_at)
    const from =
      right.kind === 'theory' || exam !== undefined
        ? granted
        : right.settled
          ? theoryOf(state, right, withTheory.has(right.application_id))
          : null
    if (from !== null) planRight(state, right, exam, from > granted ? from : granted)
  }
  return state.plan
}
