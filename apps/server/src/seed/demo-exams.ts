/**
 * Writes the exams of the demo's year: what {@link planExams} has planned, with the rows that the use cases write (ledger,
 * timetable, audit trail). They are inserted at once, because a thousand bookings and results by use cases would take most
 * of the first start. Changes of single sessions and rights are made by the use cases afterwards.
 */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { rightAfter } from '@khapdee/domain/exam-result'
import { type Day, addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import type { AuditEntry } from '../kernel/context.ts'
import { undoCheckIn } from '../modules/exam/check-in.ts'
import { callOf } from './demo-acts.ts'
import type { BranchCode } from './demo-branches.ts'
import {
  type DemoRight,
  type ExamPlan,
  type PlannedExam,
  nothingYet,
  planExams,
} from './demo-exam-plan.ts'
import { type PlannedEvent, eventsOf } from './demo-exam-events.ts'
import {
  type DemoSession,
  type SessionYear,
  examinerOf,
  insertSessionsOfToday,
} from './demo-exam-sessions.ts'
import { changeDemoExams } from './demo-exam-changes.ts'
import {
  demoRights,
  endDemoSessions,
  insertRows,
  markDemoExams,
  takeIds,
  updateDemoRights,
} from './demo.queries.ts'
import { atWork, userOf } from './demo-rota.ts'

/** Maximum number of candidates of the running session, and how many of them are checked in. */
const running = { candidates: 9, checkedIn: 6 }
/** Candidates of the running session: registered at most this many days ago. */
const maxDaysSinceRegistration = 85
/** Candidates of the running session: booked this many days ago. */
const daysSinceBooking = 3
/** Candidates of the running session who try again: failed at least this many days ago. */
const minDaysSinceFailure = 8

const minuteMs = 60_000

/** The first exam of a candidate who tries again today: failed, or not taken. */
const failedExam = (
  right: DemoRight,
  sessions: readonly DemoSession[],
  n: number,
): PlannedExam[] => {
  const { exam_id, exam_date } = right
  if (exam_id === null || exam_date === null) return []
  const session = sessions.find((other) => other.exam_session_id === right.exam_session_id) ?? null
  const at = new Date(
    session === null
      ? `${exam_date}T15:40:00+07:00`
      : Date.parse(session.ends_at) + (6 + n) * minuteMs,
  )
  const wasAbsent = n % 3 === 2
  return [
    {
      ...nothingYet,
      right,
      exam_id,
      exam_date,
      session,
      bookedAt: new Date(right.granted_at),
      checkedInAt: wasAbsent ? null : new Date(at.getTime() - 150 * minuteMs),
      outcome: { at, result: wasAbsent ? 'absent' : 'fail', score: wasAbsent ? null : 36 + n },
    },
  ]
}

/**
 * The bookings of the session that runs now: some candidates are checked in, those who lack documents wait, and some try
 * again.
 */
function planRunning(
  session: DemoSession,
  sessions: readonly DemoSession[],
  rights: readonly DemoRight[],
  today: Day,
): { seated: PlannedExam[]; failed: PlannedExam[] } {
  const booked = new Date(`${addDays(today, -daysSinceBooking)}T11:20:00+07:00`)
  const since = new Date(`${addDays(today, -maxDaysSinceRegistration)}T00:00:00+07:00`)
  const possible = rights.filter(
    ({ branch_id, kind, settled, refund_pending, granted_at, exam_date, permission_date }) =>
      branch_id === session.branch_id &&
      kind === 'theory' &&
      settled &&
      !refund_pending &&
      permission_date >= today &&
      (exam_date === null || exam_date <= addDays(today, -minDaysSinceFailure)) &&
      Date.parse(granted_at) < booked.getTime() &&
      Date.parse(granted_at) > since.getTime(),
  )
  // One right of each customer; new candidates before those who try again.
  const chosen = [...new Map(possible.map((right) => [right.customer_id, right])).values()]
    .toReversed()
    .toSorted((a, b) => Number(a.exam_id !== null) - Number(b.exam_id !== null))
    .slice(0, running.candidates)
  const failed = chosen.flatMap((right, n) => failedExam(right, sessions, n))
  const begins = Date.parse(session.starts_at)
  const seated = chosen
    .toSorted((a, b) => Number(a.missing_documents) - Number(b.missing_documents))
    .map((right, n) => ({
      ...nothingYet,
      right,
      exam_id: null,
      exam_date: session.day,
      session,
      bookedAt: new Date(booked.getTime() + n * 7 * minuteMs),
      checkedInAt:
        n < Math.min(running.checkedIn, chosen.length - 1) && !right.missing_documents
          ? new Date(begins - (20 - 3 * n) * minuteMs)
          : null,
    }))
  return { seated, failed }
}

/** The user and the call of an action on the exams of a branch. */
function actorOf(
  { event, at }: PlannedEvent,
  branch: BranchCode,
): { username: string; call: string } {
  if (event === 'result') return { username: examinerOf(branch), call: callOf(examBooking.results) }
  if (event === 'checked_in') return { username: examinerOf(branch), call: callOf(examDay.checkIn) }
  const username = userOf(atWork('registrar', todayInBangkok(at)), branch)
  if (event === 'moved') return { username, call: callOf(examBooking.changeDate) }
  if (event === 'theory_withdrawn')
    return { username: userOf('manager', branch), call: callOf(examRight.theory) }
  return {
    username,
    call: callOf(event === 'unbooked' ? examBooking.cancel : examBooking.book),
  }
}

/** The audit entry of a theory exam that was passed elsewhere: recorded or withdrawn. */
function proofEntry({
  right,
  event,
  detail: { theory_passed_on, note },
}: PlannedEvent): AuditEntry {
  const isWithdrawn = event === 'theory_withdrawn'
  return {
    entity: 'exam_right',
    id: right.right_id,
    branch: right.branch_id,
    before: { theory_passed_on: isWithdrawn ? theory_passed_on : null },
    after: isWithdrawn ? { theory_passed_on: null, note } : { theory_passed_on },
  }
}

/** The audit entry of an event. */
function auditEntry(planned: PlannedEvent): AuditEntry {
  const { right, exam, event, detail } = planned
  if (exam === null) return proofEntry(planned)
  const { exam_date, session, moved, cancelled } = exam
  const seat = { exam_date, session: session?.name ?? '' }
  const first = moved?.from ?? exam
  const after = {
    booked: { exam_date: first.exam_date, session: first.session?.name ?? '' },
    moved: { ...seat, note: moved?.note },
    unbooked: { note: cancelled?.note },
    checked_in: { ...seat, note: '' },
    result: { exam_date, result: detail['note'], note: '' },
  }[event as 'booked' | 'moved' | 'unbooked' | 'checked_in' | 'result']
  return {
    entity: 'exam_right',
    id: right.right_id,
    branch: right.branch_id,
    after,
  }
}

/** The numbers of checked-in candidates in the queues of their sessions: in the order in which they came. */
function queueNumbers(exams: readonly PlannedExam[]): Map<PlannedExam, number> {
  const lengths = new Map<number, number>()
  const checkedIn = exams.flatMap((exam) => {
    const { session, checkedInAt } = exam
    return session === null || checkedInAt === null ? [] : [{ exam, session, checkedInAt }]
  })
  const inOrder = checkedIn.toSorted((a, b) => a.checkedInAt.getTime() - b.checkedInAt.getTime())
  return new Map(
    inOrder.map(({ exam, session: { exam_session_id } }) => {
      const number = (lengths.get(exam_session_id) ?? 0) + 1
      lengths.set(exam_session_id, number)
      return [exam, number]
    }),
  )
}

/** Writes a plan. @param branchOf the code of a branch, by its id */
async function writePlan(
  { tx, actAs, userIdOf }: SessionYear,
  plan: ExamPlan,
  branchOf: (branchId: number) => BranchCode,
): Promise<void> {
  const added = plan.exams
    .filter(({ exam_id }) => exam_id === null)
    .toSorted((a, b) => a.bookedAt.getTime() - b.bookedAt.getTime())
  const { ids } = await takeIds.one(tx, 'exam', added.length)
  for (const [i, exam] of added.entries()) exam.exam_id = ids[i] ?? null
  const clerkOf = (branch_id: number, at: Date) =>
    userIdOf(userOf(atWork('registrar', todayInBangkok(at)), branchOf(branch_id)))
  const queue = queueNumbers(plan.exams)
  const rowOf = (exam: PlannedExam) => {
    const { right, exam_id, exam_date, session, bookedAt, moved } = exam
    const { cancelled, checkedInAt, outcome } = exam
    const examiner = userIdOf(examinerOf(branchOf(right.branch_id)))
    return {
      exam_id,
      right_id: right.right_id,
      branch_id: right.branch_id,
      exam_date,
      exam_session_id: session?.exam_session_id ?? null,
      result: outcome?.result ?? null,
      score: outcome?.score ?? null,
      no_show: outcome?.result === 'absent' ? right.no_show : null,
      result_at: outcome?.at ?? null,
      result_by: outcome === null ? null : examiner,
      checked_in_at: checkedInAt,
      checked_in_by: checkedInAt === null ? null : examiner,
      queue_no: queue.get(exam) ?? null,
      cancelled_at: cancelled?.at ?? null,
      cancelled_by: cancelled === null ? null : clerkOf(right.branch_id, cancelled.at),
      cancel_note: cancelled?.note ?? '',
      created_by: clerkOf(right.branch_id, bookedAt),
      createdAt: bookedAt,
      version: 1 + [moved, cancelled, outcome].filter((change) => change !== null).length,
    }
  }
  const isNew = new Set(added)
  const marked = plan.exams.filter((exam) => !isNew.has(exam) && exam.outcome !== null)
  // First, because a right has at most one open booking.
  await markDemoExams.rows(tx, JSON.stringify(marked.map(rowOf)))
  await insertRows(tx, 'exam', added.map(rowOf))
  await insertRows(
    tx,
    'occupancy',
    added.flatMap(({ right, exam_id, session, cancelled }) =>
      session === null || cancelled !== null
        ? []
        : [
            {
              kind: 'customer',
              subject_id: right.customer_id,
              during: `[${session.starts_at},${session.ends_at})`,
              exam_session_id: session.exam_session_id,
              exam_id,
            },
          ],
    ),
  )
  await writeEvents({ actAs, userIdOf, tx }, plan, { added: isNew, queue }, branchOf)
}

/** The columns of a right that exams change. */
interface Change {
  version: number
  used_at?: Date
  forfeited_at?: Date
  theory_passed_on?: Day
}

/** Writes the ledgers, the states of the rights and the audit trail. */
async function writeEvents(
  { tx, actAs, userIdOf }: Pick<SessionYear, 'tx' | 'actAs' | 'userIdOf'>,
  plan: ExamPlan,
  { added, queue }: { added: ReadonlySet<PlannedExam>; queue: ReadonlyMap<PlannedExam, number> },
  branchOf: (branchId: number) => BranchCode,
): Promise<void> {
  const events = eventsOf(plan, added, queue)
  const rows = events.map((event) => {
    const { right, exam, at, detail } = event
    const { username, call } = actorOf(event, branchOf(right.branch_id))
    actAs(username, at, call).audit(auditEntry(event))
    return {
      right_id: right.right_id,
      event: event.event,
      detail: exam === null ? detail : { exam_id: exam.exam_id, ...detail },
      user_id: userIdOf(username),
      at,
    }
  })
  await insertRows(tx, 'exam_right_event', rows)
  const changes = new Map<number, Change>()
  for (const { right } of events) {
    const version = (changes.get(right.right_id)?.version ?? 0) + 1
    changes.set(right.right_id, { version })
  }
  for (const { right, outcome } of plan.exams) {
    const change = changes.get(right.right_id)
    if (change === undefined || outcome === null) continue
    const { used, forfeited } = rightAfter(outcome.result, right.no_show)
    if (used) change.used_at = outcome.at
    if (forfeited) change.forfeited_at = outcome.at
  }
  for (const { right, passedOn } of plan.proofs) {
    const change = changes.get(right.right_id)
    if (change !== undefined) change.theory_passed_on = passedOn
  }
  const changed = [...changes].map(([right_id, change]) => ({ right_id, ...change }))
  await updateDemoRights.rows(tx, JSON.stringify(changed))
}

/** Minutes from the end of an exam until the examiner closes the session. */
const closedAfter = 45

/** Closes the past sessions in which every candidate has a result, as their examiners. */
async function endSessions(
  { tx, actAs }: SessionYear,
  sessions: readonly DemoSession[],
  now: Date,
): Promise<void> {
  const ended = await endDemoSessions.rows(tx, closedAfter, now.toISOString())
  const endedAt = new Map(ended.map(({ exam_session_id, ended_at }) => [exam_session_id, ended_at]))
  for (const { exam_session_id, branch, branch_id } of sessions) {
    const ended_at = endedAt.get(exam_session_id)
    if (ended_at === undefined || ended_at === null) continue
    const ctx = actAs(examinerOf(branch), new Date(ended_at), callOf(examSession.close))
    const after = { status: 'closed', ended_at, absent: 0 }
    ctx.audit({ entity: 'exam_session', id: exam_session_id, branch: branch_id, after })
  }
}

/** Undoes the last check-in of the running session, which was that of another person, before the exam begins. */
async function undoLastCheckIn(
  { actAs }: SessionYear,
  { branch, starts_at }: DemoSession,
  seated: readonly PlannedExam[],
): Promise<void> {
  const last = seated.findLast(({ checkedInAt }) => checkedInAt !== null)
  if (last === undefined) return
  const at = new Date(Date.parse(starts_at) - minuteMs)
  await undoCheckIn(actAs(examinerOf(branch), at, callOf(examDay.undoCheckIn)), {
    exam_id: last.exam_id ?? 0,
    note: 'ลงทะเบียนผิดคน ชื่อคล้ายกัน',
  })
}

/** Inserts the exams of the year. @param weekly the sessions that were inserted before the registrations */
export async function createDemoExams(
  year: SessionYear,
  weekly: readonly DemoSession[],
  now: Date,
): Promise<void> {
  const rights = await demoRights.rows(year.tx)
  const ofToday = await insertSessionsOfToday(year, now, weekly)
  const sessions = [...weekly, ...ofToday.others].toSorted((a, b) =>
    a.starts_at < b.starts_at ? -1 : 1,
  )
  const { seated, failed } = planRunning(ofToday.running, weekly, rights, year.today)
  const plan = planExams(rights, sessions, [...failed, ...seated], year.isClosed, now)
  const codes = new Map(
    [...sessions, ofToday.running].map(({ branch_id, branch }) => [branch_id, branch]),
  )
  await writePlan(year, plan, (branchId) => codes.get(branchId) ?? 'KKN')
  await endSessions(year, sessions, now)
  await undoLastCheckIn(year, ofToday.running, seated)
  await changeDemoExams(year, { plan, sessions, seated }, now)
}
