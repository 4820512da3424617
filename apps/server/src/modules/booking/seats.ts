/**
 * Seats of exam sessions. Every transaction that changes a seat holds the lock of its session, so that sessions are never
 * overbooked. Locks are taken in one order, several of a kind at once by their ids: customers, applications, rights, payments,
 * promotions, sessions, bookings, what they occupy, and the counters of document numbers last. A right is locked after the
 * application that granted it, if any.
 */
import { seatsLeftText } from '@khapdee/domain/exam-session'
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import { type Day, formatDay, timeInBangkok } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { sql } from 'kysely'
import { AppError, notFound, stateError } from '../../kernel/errors.ts'
import { assertOpenDay, overrides } from '../timetable/problems.ts'
import { type LockedSession, type WantedExam, sessionsOfDay } from './seats.queries.ts'
import { acceptsBranch, bookableFrom, unsuitable } from './suitable.ts'
import { endUnansweredOffers } from './waiting.ts'
import { sessionLocksById, sessionsById, waits } from './waiting.queries.ts'

export type { LockedSession } from './seats.queries.ts'

/**
 * Locks sessions until the transaction ends, and reads them with their taken seats. Before that,
 * seats whose offer has ended are offered to the next customers of the waiting lists. A right may
 * be booked in a session of a branch that the caller does not see: callers check that the session
 * accepts the right, see {@link unsuitable}.
 * @throws NOT_FOUND
 */
export async function lockSessions(
  ctx: UserContext,
  ids: readonly number[],
): Promise<Map<number, LockedSession>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  // The second statement is sent without waiting; PostgreSQL starts it when the first one has the locks.
  const [, found] = await Promise.all([
    sessionLocksById.rows(ctx.tx, wanted),
    sessionsById.rows(ctx.tx, wanted),
  ])
  if (found.length < wanted.length) throw notFound()
  const now = ctx.clock.now().toISOString()
  const due = found.filter(
    ({ first_offer_until: until }) => until !== null && Date.parse(until) <= Date.parse(now),
  )
  let sessions = found as LockedSession[]
  if (due.length > 0) {
    await endUnansweredOffers(
      ctx,
      due.map(({ exam_session_id }) => exam_session_id),
    )
    sessions = (await sessionsById.rows(ctx.tx, wanted)) as LockedSession[]
  }
  return new Map(sessions.map((session) => [session.exam_session_id, session]))
}

/** Refuses a locked session of a branch that the caller does not see. @throws NOT_FOUND */
export function assertOwnSession(
  ctx: UserContext,
  session: LockedSession | undefined,
): asserts session is LockedSession {
  if (session === undefined || !ctx.scope.branchIds.includes(session.branch_id)) throw notFound()
}

/**
 * Locks sessions of any branch in the order of their ids, for calls that use them one after another; each use reads what it
 * locks.
 */
export const lockInOrder = (ctx: UserContext, ids: readonly number[]): Promise<unknown> =>
  sessionLocksById.rows(ctx.tx, [...new Set(ids)])

/** The sessions from which {@link lockSeat} chooses: the given one, or all of the day that fit. */
export const seatCandidates = async (
  ctx: UserContext,
  exam: WantedExam,
  { exam_date, exam_session_id }: { exam_date: Day; exam_session_id?: number | null | undefined },
  settings: BranchSettings,
): Promise<number[]> => {
  if (exam_session_id !== undefined && exam_session_id !== null) return [exam_session_id]
  const found = await sessionsOfDay.rows(ctx.tx, exam, exam_date, bookableFrom(ctx, settings))
  return found.map((session) => session.exam_session_id)
}

/** The seats that are neither booked nor held by an offer. */
export const seatsLeft = ({ capacity, seats_taken, offers }: LockedSession): number =>
  capacity - seats_taken - offers

/** The locked sessions in which a right is offered a seat. */
export async function offeredTo(
  ctx: UserContext,
  { right_id }: Pick<WantedExam, 'right_id'>,
  sessions: readonly LockedSession[],
): Promise<ReadonlySet<number>> {
  if (right_id === undefined || sessions.every(({ offers }) => offers === 0)) return new Set()
  const offered = await waits.rows(ctx.tx, sql`w.right_id = ${right_id} and w.state = 'offered'`)
  return new Set(offered.map(({ exam_session_id }) => exam_session_id))
}

/**
 * A locked session for the right to which one of its seats is offered: this seat is free, and the
 * session open.
 */
export const withOwnSeat = (session: LockedSession, offered: ReadonlySet<number>): LockedSession =>
  offered.has(session.exam_session_id)
    ? {
        ...session,
        offers: session.offers - 1,
        status: session.status === 'closed' ? 'open' : session.status,
      }
    : session

/** @returns the error of a session without a free seat */
export const sessionFull = ({ name }: { name: string }) =>
  new AppError('SESSION_FULL', `รอบสอบนี้เต็มแล้ว (${name})`, 409)

/** Refuses a session for the reasons of {@link unsuitable}. @throws NOT_FOUND, STATE */
function assertSuitable(...args: Parameters<typeof unsuitable>): void {
  const error = unsuitable(...args)
  if (error !== null) throw error
}

/** Refuses a locked session in which an exam cannot be booked. @throws as {@link assertSuitable}; SESSION_FULL */
export function assertSeat(ctx: UserContext, session: LockedSession, exam: WantedExam): void {
  assertSuitable(ctx, session, exam)
  if (seatsLeft(session) <= 0) throw sessionFull(session)
}

/**
 * Refuses a session that cannot be wished as an exam day; it may be full.
 * @throws NOT_FOUND, STATE
 */
export async function assertMayWish(
  ctx: UserContext,
  exam: WantedExam,
  { exam_date, exam_session_id }: { exam_date: Day; exam_session_id: number },
): Promise<void> {
  const session = (await lockSessions(ctx, [exam_session_id])).get(exam_session_id)
  assertAccepts(session, exam)
  assertDay(session, exam_date)
  assertSuitable(ctx, session, exam)
}

/** @throws NOT_FOUND for an unknown session, and for one of a branch in which the exam cannot be booked */
function assertAccepts(
  session: LockedSession | undefined,
  exam: WantedExam,
): asserts session is LockedSession {
  if (session === undefined || !acceptsBranch(session, exam)) throw notFound()
}

/** @throws STATE for a session of another day */
function assertDay({ name, day }: LockedSession, examDate: Day): void {
  if (day !== examDate) throw stateError(`${name} ไม่ใช่วันที่เลือก`)
}

/**
 * The session in which a day is booked without naming one: the only one with free seats; null
 * without sessions.
 * @throws SESSION_FULL; CHOOSE_SESSION naming the sessions with free seats
 */
export function onlyFree<Session extends { name: string; starts_at: string; seatsLeft: number }>(
  sessions: readonly Session[],
): Session | null {
  const free = sessions.filter((session) => session.seatsLeft > 0)
  if (free.length > 1) {
    const named = free.map(
      (session) => `${timeInBangkok(session.starts_at)} น. ${seatsLeftText(session.seatsLeft)}`,
    )
    const message = `วันนี้มีหลายรอบสอบ กรุณาเลือกรอบ: ${named.join(' · ')}`
    throw new AppError('CHOOSE_SESSION', message, 409)
  }
  const [full] = sessions
  if (free.length === 0 && full !== undefined) throw sessionFull(full)
  return free[0] ?? null
}

/**
 * Locks the session of a day in which an exam is booked: the given one, or the only open one that fits. Null if the day
 * has none.
 * @param wanted with the reason why a day on which the branch is closed is booked without a session; empty if it is not
 * @throws NOT_FOUND, STATE, SESSION_FULL, CHOOSE_SESSION; NO_SESSION where a booking needs a session; OUTSIDE_WORKING_TIME
 */
export async function lockSeat(
  ctx: UserContext,
  exam: WantedExam,
  {
    exam_date,
    exam_session_id,
    override_reason = '',
  }: {
    exam_date: Day
    exam_session_id?: number | null | undefined
    override_reason?: string
  },
  settings: BranchSettings,
): Promise<LockedSession | null> {
  if (exam_session_id !== undefined && exam_session_id !== null) {
    const session = (await lockSessions(ctx, [exam_session_id])).get(exam_session_id)
    assertAccepts(session, exam)
    assertDay(session, exam_date)
    assertSeat(ctx, withOwnSeat(session, await offeredTo(ctx, exam, [session])), exam)
    return session
  }
  const locked = await lockSessions(ctx, await seatCandidates(ctx, exam, { exam_date }, settings))
  // A session that was closed or changed while this call waited for its lock no longer counts.
  const offered = await offeredTo(ctx, exam, [...locked.values()])
  const sessions = [...locked.values()]
    .map((session) => withOwnSeat(session, offered))
    .filter((session) => session.day === exam_date && unsuitable(ctx, session, exam) === null)
  const session = onlyFree(
    sessions.map((session) => ({ ...session, seatsLeft: seatsLeft(session) })),
  )
  if (session !== null) return session
  await assertDayWithoutSession(ctx, exam, { exam_date, override_reason }, settings)
  return null
}

/**
 * Refuses a day without sessions where a booking needs one, and a day on which the branch is closed.
 * @param wanted with the reason why the branch is closed but the day is booked; empty if there is none
 * @throws NO_SESSION, OUTSIDE_WORKING_TIME
 */
export async function assertDayWithoutSession(
  ctx: UserContext,
  { branch_id }: Pick<WantedExam, 'branch_id'>,
  { exam_date, override_reason = '' }: { exam_date: Day; override_reason?: string },
  settings: BranchSettings,
): Promise<void> {
  assertMayLackSession(exam_date, settings)
  await assertOpenDay(ctx, branch_id, exam_date, overrides(ctx, override_reason))
}

/** Refuses a day without sessions where a booking needs one. @throws NO_SESSION */
export function assertMayLackSession(
  exam_date: Day,
  { exam_requires_session }: Pick<BranchSettings, 'exam_requires_session'>,
): void {
  if (!exam_requires_session) return
  throw new AppError('NO_SESSION', `วันที่ ${formatDay(exam_date)} ไม่มีรอบสอบที่เปิดรับ`, 409)
}
