/** Locks the candidates of a session and moves them to other sessions. */
import type { ToldCandidate } from '@khapdee/contract/entities/exam-session'
import { beforeTheory, comesAfterTheory, notBefore } from '@khapdee/domain/exam-booking'
import type { Displaced } from '@khapdee/domain/exam-session'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { type SqlBool, sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, notFound } from '../../kernel/errors.ts'
import { occupyCandidate } from '../booking/bookings.ts'
import { retakeOf } from '../booking/history.ts'
import { readBranchSettings } from '../booking/open-slots.ts'
import { type RightEvent, insertRightEvents } from '../booking/right-events.ts'
import {
  type LockedSession,
  assertOwnSession,
  assertSeat,
  lockSessions,
  offeredTo,
  withOwnSeat,
} from '../booking/seats.ts'
import { closeWaitsOfBooking } from '../booking/waiting.ts'
import { release } from '../timetable/occupancy.ts'
import {
  type StoredBooking,
  type WrittenSeat,
  lockApplicationIds,
  lockRightIds,
  openBookingsOf,
  updateSeats,
} from './session.queries.ts'

/** An open booking, with the other session of its customer at the time, if any. */
export interface Candidate extends StoredBooking, Displaced {}

/** The session of bookings; its start is unknown if they do not have one yet. */
type SeatedIn = Pick<LockedSession, 'exam_session_id'> & { starts_at: string | null }

/**
 * The open bookings of a session of a branch, each with the first day on which its exam may be
 * taken after a failed one, and with the booked theory exam before it. Bookings that already
 * violate these rules may stay.
 * @param which a condition on `exam e`, for bookings without a session
 */
export async function readCandidates(
  ctx: UserContext,
  { exam_session_id, starts_at }: SeatedIn,
  which = sql<SqlBool>`e.exam_session_id = ${exam_session_id}`,
): Promise<Candidate[]> {
  const bookings = await openBookingsOf.rows(ctx.tx, which)
  // The branch of the right determines when an exam may be taken again.
  const settings = await readBranchSettings(
    ctx,
    bookings.map(({ branch_id }) => branch_id),
  )
  const retakeDays = new Map<string, Day>()
  for (const { failed_on, kind, branch_id } of bookings) {
    const ofBranch = settings.get(branch_id)
    const key = `${branch_id} ${failed_on}`
    if (failed_on === null || ofBranch === undefined || retakeDays.has(key)) continue
    const failed = { kind, branch_id, failedOn: failed_on }
    retakeDays.set(key, await retakeOf(ctx, failed, ofBranch))
  }
  return bookings.map(({ failed_on, theory, ...booking }) => {
    const { exam_date, branch_id } = booking
    const retake =
      failed_on === null ? null : (retakeDays.get(`${branch_id} ${failed_on}`) ?? failed_on)
    const isAfter = theory !== null && comesAfterTheory(theory, exam_date, starts_at)
    return {
      ...booking,
      not_before: retake !== null && retake > exam_date ? exam_date : retake,
      after: settings.get(branch_id)?.exam_theory_first === true && isAfter ? theory : null,
    }
  })
}

export interface LockedCandidates {
  session: LockedSession
  /** The session and the others, by id. */
  sessions: Map<number, LockedSession>
  candidates: Candidate[]
}

/**
 * Locks a session, other sessions, and the open bookings of the first with their applications and rights, in the order of
 * all exams.
 * @throws NOT_FOUND; CONFLICT for a booking that was made while the locks were awaited
 */
export async function lockCandidates(
  ctx: UserContext,
  sessionId: number,
  otherIds: readonly number[],
): Promise<LockedCandidates> {
  const seen = await openBookingsOf.rows(ctx.tx, sql`e.exam_session_id = ${sessionId}`)
  // The applications guard their rights; a right without an application is guarded by its own lock.
  const applicationIds = seen.flatMap(({ application_id }) => application_id ?? [])
  await lockApplicationIds.rows(ctx.tx, applicationIds)
  await lockRightIds.rows(
    ctx.tx,
    seen.map(({ right_id }) => right_id),
  )
  const sessions = await lockSessions(ctx, [sessionId, ...otherIds])
  const session = sessions.get(sessionId)
  assertOwnSession(ctx, session)
  const candidates = await readCandidates(ctx, session)
  const locked = new Set(seen.map(({ right_id }) => right_id))
  if (candidates.some(({ right_id }) => !locked.has(right_id))) throw conflict()
  return { session, sessions, candidates }
}

/**
 * A booking that changes its session, or the day of its session; null for one that has none from
 * then on.
 */
export interface SeatMove {
  booking: StoredBooking
  to: LockedSession | null
  /** The full session whose waiting list it joins. */
  waitsFor?: LockedSession | undefined
}

const seatOf = ({ booking, to }: SeatMove, from: number): WrittenSeat => ({
  exam_id: booking.exam_id,
  right_id: booking.right_id,
  exam_session_id: to?.exam_session_id ?? null,
  exam_date: to?.day ?? booking.exam_date,
  displaced_from: to === null ? from : null,
})

const eventOf = (
  { exam_id, right_id, exam_session_id, exam_date }: WrittenSeat,
  before: Pick<StoredBooking, 'exam_date' | 'exam_session_id'>,
  note: string,
): RightEvent => ({
  right_id,
  event: exam_session_id === null ? 'displaced' : 'moved',
  detail: {
    exam_id,
    exam_session_id,
    exam_date,
    from_date: before.exam_date,
    from_session_id: before.exam_session_id,
    note,
  },
})

/**
 * Stores the sessions and days of bookings, with the rows of their rights' ledgers and the occupied
 * resources. The sessions must be locked and have seats for them.
 * @param from id of the session that the bookings had
 * @throws NOT_FREE naming the customers who have another session at that time
 */
export async function writeMoves(
  ctx: UserContext,
  moves: readonly SeatMove[],
  from: number,
  note: string,
): Promise<void> {
  if (moves.length === 0) return
  const seats = moves.map((move) => seatOf(move, from))
  const stamp = { user_id: ctx.actor.user_id, at: ctx.clock.now().toISOString() }
  await writeTogether(ctx.tx, [
    updateSeats(seats),
    insertRightEvents(
      moves.map((move) => eventOf(seatOf(move, from), move.booking, note)),
      stamp,
    ),
  ])
  await release(ctx, { examIds: moves.map(({ booking }) => booking.exam_id) })
  for (const { booking, to } of moves) {
    if (to === null) continue
    await occupyCandidate(ctx, booking, to)
  }
}

/** The wanted session of a booking; null if its candidate gets a new day later. */
export interface WantedMove {
  exam_id: number
  exam_session_id: number | null
  /** A full session whose waiting list it joins; only without a session. */
  waiting_session_id?: number | null | undefined
}

const refusedMove = (i: number, code: string, message: string, http: number) =>
  new AppError(code, message, http, { errors: [{ path: `moves.${i}.exam_session_id`, message }] })

/**
 * Refuses a seat as {@link assertSeat} does, at the field with a path. A seat that is offered to
 * the right counts as free.
 */
export async function assertTarget(
  ctx: UserContext,
  path: string,
  { booking, to }: { booking: Candidate; to: LockedSession },
): Promise<void> {
  const refuse = (code: string, message: string, http = 409) =>
    new AppError(code, message, http, { errors: [{ path, message }] })
  const offered = await offeredTo(ctx, booking, [to])
  try {
    assertSeat(ctx, withOwnSeat(to, offered), booking)
  } catch (error) {
    if (error instanceof AppError) throw refuse(error.code, error.message, error.http)
    throw error
  }
  if (offered.has(to.exam_session_id)) to.offers--
  const { customer, not_before, after } = booking
  if (not_before !== null && to.day < not_before) {
    const message = `${customer} ${notBefore(not_before)} ย้ายไป${to.name} ไม่ได้`
    throw refuse('STATE', message)
  }
  if (after !== null && !comesAfterTheory(after, to.day, to.starts_at)) {
    const message = `${customer} ${beforeTheory(after, to.day)} ย้ายไป${to.name} ไม่ได้`
    throw refuse('STATE', message)
  }
  if (booking.permission_date >= to.day) return
  const last = formatDay(booking.permission_date)
  throw refuse('STATE', `สิทธิ์สอบของ ${customer} หมดอายุวันที่ ${last} ก่อน${to.name}`)
}

/**
 * Moves open bookings of a locked session to free seats of other locked sessions, or off the sessions.
 * @throws NOT_FOUND for a booking that the session does not have; SESSION_FULL, STATE, NOT_FREE; EXAM_RUNNING for a
 *   candidate who is checked in
 */
export async function moveSeats(
  ctx: UserContext,
  { session, sessions, candidates }: LockedCandidates,
  wanted: readonly WantedMove[],
  note: string,
): Promise<SeatMove[]> {
  if (wanted.length === 0) return []
  const moves: SeatMove[] = []
  for (const [i, { exam_id, exam_session_id, waiting_session_id }] of wanted.entries()) {
    const booking = candidates.find((candidate) => candidate.exam_id === exam_id)
    const to = exam_session_id === null ? null : sessions.get(exam_session_id)
    if (booking === undefined || to === undefined) throw notFound()
    if (booking.checked_in_at !== null) {
      const message = `${booking.customer} ลงทะเบียนเข้าสอบแล้ว ย้ายออกจากรอบสอบไม่ได้`
      throw refusedMove(i, 'EXAM_RUNNING', message, 409)
    }
    const waitsFor = sessions.get(waiting_session_id ?? 0)
    moves.push({ booking, to, waitsFor })
    if (to === null) continue
    if (to === session) throw refusedMove(i, 'STATE', 'กรุณาเลือกรอบอื่น', 409)
    await assertTarget(ctx, `moves.${i}.exam_session_id`, { booking, to })
    to.seats_taken++
    session.seats_taken--
  }
  await writeMoves(ctx, moves, session.exam_session_id, note)
  for (const { booking, to } of moves) {
    if (to !== null) await closeWaitsOfBooking(ctx, booking.right_id, booking.exam_id, to)
  }
  session.seats_taken -= moves.filter(({ to }) => to === null).length
  return moves
}

/** The candidates who must be phoned, with the session that they have now. */
export const toldOf = (moves: readonly SeatMove[]): ToldCandidate[] =>
  moves.map(({ booking, to, waitsFor }) => ({
    exam_id: booking.exam_id,
    customer: booking.customer,
    phone_1: booking.phone_1,
    session: to?.name ?? null,
    waiting: waitsFor?.name ?? null,
  }))
