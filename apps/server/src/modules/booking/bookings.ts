/** Writes and cancels bookings of exam rights, each with its rows of the timetable and of the right's ledger. */
import { type BookingProblem, bookingProblem } from '@khapdee/domain/exam-booking'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { occupy, release } from '../timetable/occupancy.ts'
import { overrides } from '../timetable/problems.ts'
import { disableRights, openBookings, satRights } from './bookings.queries.ts'
import { type BookableRight, type History, moveRefusal } from './history.ts'
import { takeBackExtensions } from './extensions.ts'
import { lockRightsOfEndingLines } from './named-rights.queries.ts'
import type { OpenBooking } from './open-booking.ts'
import { type RightEvent, type Stamp, insertRightEvents, stampOf } from './right-events.ts'
import { lockInOrder, lockSeat, lockSessions } from './seats.ts'
import type { LockedSession } from './seats.queries.ts'
import { closeWaitsOfBooking, endWaits, serveWaiting, waitedSessions } from './waiting.ts'

const badRequests: ReadonlySet<BookingProblem['code']> = new Set(['BALANCE_FIRST', 'PAST_DAY'])

/** The error of a refused booking: 400 for the balance and for a past day, otherwise 409. */
export function bookingError({ code, message }: BookingProblem): AppError {
  const isBadRequest = badRequests.has(code)
  return new AppError(
    code,
    message,
    isBadRequest ? 400 : 409,
    code === 'PAST_DAY' ? { errors: [{ path: 'exam_date', message }] } : {},
  )
}

/**
 * Refuses what a rule forbids, unless the rule may be overridden, the caller may do so and gives a reason.
 * @throws the code of the problem
 */
export function assertAllowed(
  ctx: UserContext,
  problem: BookingProblem | null,
  overrideReason: string,
): void {
  if (problem === null) return
  if (problem.canOverride && overrides(ctx, overrideReason)) return
  throw bookingError(problem)
}

/**
 * @param startsAt the start of the session, ISO 8601; null if it is not known yet, or if there is none
 * @throws the code of the first problem with booking the right on a day
 */
export function assertBookable(
  ctx: UserContext,
  { facts }: History,
  { day, startsAt }: { day: Day; startsAt: string | null },
  overrideReason: string,
): void {
  assertAllowed(ctx, bookingProblem(facts, day, ctx.clock.today(), startsAt), overrideReason)
}

/** The day of a booking, or the name of its session, which begins with the kind of exam. */
export const shownTime = (exam_date: Day, session: { name: string } | null): string =>
  session === null ? formatDay(exam_date) : session.name

/** A booking to be inserted. */
export interface NewBooking {
  exam_id: number
  right_id: number
  branch_id: number
  exam_date: Day
  session: LockedSession | null
  override_reason: string
  /** The line that pays for it; null if none does. */
  fee_line_id: number | null
}

/** The statement that inserts a booking; it does not occupy the customer. */
export const insertBooking = (
  { exam_id, right_id, branch_id, exam_date, session, override_reason, fee_line_id }: NewBooking,
  { user_id, at }: Stamp,
): RawBuilder<unknown> => sql`
  insert into exam (exam_id, right_id, branch_id, exam_date, exam_session_id, override_reason, fee_line_id, created_by,
    "createdAt")
  values (${exam_id}, ${right_id}, ${branch_id}, ${exam_date}, ${session?.exam_session_id ?? null}, ${override_reason},
    ${fee_line_id}::int, ${user_id}, ${at})`

/** The event of a new booking. */
export const bookedEvent = ({
  exam_id,
  right_id,
  exam_date,
  session,
  override_reason,
}: NewBooking): RightEvent => ({
  right_id,
  event: 'booked',
  detail: {
    exam_id,
    exam_date,
    exam_session_id: session?.exam_session_id ?? null,
    ...(override_reason !== '' && { note: override_reason }),
  },
})

/**
 * Occupies the customer of a booking for the span of its session.
 * @throws NOT_FREE
 */
export const occupyCandidate = (
  ctx: UserContext,
  { exam_id, customer_id }: { exam_id: number; customer_id: number },
  session: LockedSession | null,
): Promise<void> =>
  session === null
    ? Promise.resolve()
    : occupy(ctx, [{ kind: 'customer', subject_id: customer_id }], { ...session, exam_id })

/** @throws ALREADY_BOOKED */
export function assertUnbooked({ open }: History): void {
  if (open === null) return
  const message = `สิทธิ์นี้จองสอบวันที่ ${formatDay(open.exam_date)} แล้ว กรุณาเปลี่ยนวันสอบแทน`
  throw new AppError('ALREADY_BOOKED', message, 409)
}

/** Where and when a right is to be booked. */
export interface WantedBooking {
  exam_date: Day
  exam_session_id?: number | null | undefined
  /** Why a rule is not applied; empty if all are. */
  override_reason: string
  /** The line that pays for it; by default an open retake fee of the right. */
  fee_line_id?: number | null
}

/**
 * Books a locked right. If the booking is refused, nothing has been written.
 * @throws ALREADY_BOOKED, MOVES_USED_UP, the codes of {@link assertBookable} and {@link lockSeat};
 * NOT_FREE
 */
export async function book(
  ctx: UserContext,
  right: BookableRight,
  wanted: WantedBooking,
  history: History,
): Promise<{ exam_id: number; session: LockedSession | null }> {
  const { exam_date, override_reason } = wanted
  assertUnbooked(history)
  assertBookable(ctx, history, { day: exam_date, startsAt: null }, override_reason)
  assertAllowed(ctx, moveRefusal(ctx, history), override_reason)
  const session = await lockSeat(ctx, right, wanted, history.settings)
  const startsAt = session?.starts_at ?? null
  assertBookable(ctx, history, { day: exam_date, startsAt }, override_reason)
  const { right_id, branch_id, customer_id } = right
  const { nextId } = await reserve(ctx.tx, {
    branchId: branch_id,
    day: exam_date,
    numbers: {},
    ids: { exam: 1 },
  })
  const exam_id = nextId('exam')
  const stamp = stampOf(ctx)
  const fee_line_id = wanted.fee_line_id ?? history.fee_line_id
  const booking = { exam_id, right_id, branch_id, exam_date, session, override_reason, fee_line_id }
  // First, because the caller may continue without the booking when the customer is occupied at that time.
  await occupyCandidate(ctx, { exam_id, customer_id }, session)
  await writeTogether(ctx.tx, [
    insertBooking(booking, stamp),
    insertRightEvents([bookedEvent(booking)], stamp),
    sql`update exam_right set version = version + 1, wish_refusal = null where right_id = ${right_id}`,
  ])
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: branch_id,
    after: {
      exam_date,
      session: session?.name ?? '',
      ...(override_reason !== '' && { note: override_reason }),
    },
  })
  await closeWaitsOfBooking(ctx, right_id, exam_id, session)
  return { exam_id, session }
}

/** The new day and session of an open booking, and why it is moved. */
interface BookingMove {
  exam_date: Day
  /** The locked session; null for a day without one. */
  session: LockedSession | null
  override_reason: string
  note: string
  /** Whether the candidate requested it; the branch limits the number of such moves. */
  counted: boolean
}

/**
 * Moves the open booking of a locked right. Its sessions are locked and have a seat.
 * @throws NOT_FREE
 */
export async function moveBooking(
  ctx: UserContext,
  {
    right_id,
    branch_id,
    customer_id,
  }: Pick<BookableRight, 'right_id' | 'branch_id' | 'customer_id'>,
  booking: OpenBooking,
  { exam_date, session, override_reason, note, counted }: BookingMove,
): Promise<void> {
  const { exam_id, exam_session_id: from } = booking
  const exam_session_id = session?.exam_session_id ?? null
  await release(ctx, { examIds: [exam_id] })
  await writeTogether(ctx.tx, [
    sql`
      update exam set exam_date = ${exam_date}, exam_session_id = ${exam_session_id}, version = version + 1,
        override_reason = ${override_reason}
      where exam_id = ${exam_id}`,
    insertRightEvents(
      [
        {
          right_id,
          event: 'moved',
          detail: {
            exam_id,
            exam_date,
            exam_session_id,
            from_date: booking.exam_date,
            from_session_id: from,
            counted,
            note: [note, override_reason].filter(Boolean).join(' · '),
          },
        },
      ],
      stampOf(ctx),
    ),
    sql`update exam_right set version = version + 1 where right_id = ${right_id}`,
  ])
  await occupyCandidate(ctx, { exam_id, customer_id }, session)
  await closeWaitsOfBooking(ctx, right_id, exam_id, session)
  if (from !== null) await serveWaiting(ctx, [from])
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: branch_id,
    before: { exam_date: booking.exam_date },
    after: { exam_date, session: session?.name ?? '', note },
  })
}

/** An open booking that is to be cancelled. */
interface EndingBooking {
  exam_id: number
  right_id: number
  exam_date: Day
}

/**
 * Cancels open bookings whose sessions are locked, with a row in each right's ledger. The caller
 * offers the seats to the waiting list.
 * @param counted whether the candidates requested it, so that booking again counts as a move
 */
export async function cancelBookings(
  ctx: UserContext,
  bookings: readonly EndingBooking[],
  note: string,
  stamp: Stamp,
  counted = false,
): Promise<void> {
  if (bookings.length === 0) return
  const examIds = bookings.map(({ exam_id }) => exam_id)
  await release(ctx, { examIds })
  await writeTogether(ctx.tx, [
    sql`
      update exam set cancelled_at = ${stamp.at}, cancelled_by = ${stamp.user_id}, cancel_note = ${note},
        version = version + 1
      where exam_id = any(${examIds}::int[]) and result is null`,
    insertRightEvents(
      bookings.map(({ right_id, exam_id, exam_date }) => ({
        right_id,
        event: 'unbooked',
        detail: { exam_id, exam_date, note, ...(counted && { counted }) },
      })),
      stamp,
    ),
  ])
}

/** @throws EXAM_RUNNING for a candidate who is checked in and has no result */
function refuseRunning(bookings: readonly { exam_date: Day; checked_in: boolean }[]): void {
  const running = bookings.find(({ checked_in }) => checked_in)
  if (running === undefined) return
  const message = `ผู้สมัครกำลังสอบ (${formatDay(running.exam_date)}) กรุณาบันทึกผลสอบก่อน`
  throw new AppError('EXAM_RUNNING', message, 409)
}

/** Refuses while a candidate of the lines is checked in and has no result. @throws EXAM_RUNNING */
export const assertNotRunning = async (
  ctx: UserContext,
  lineIds: readonly number[],
): Promise<void> => refuseRunning(await openBookings.rows(ctx.tx, bookingsOfLines(lineIds)))

/**
 * Cancels the open bookings of locked rights, removes the rights from waiting lists, and offers the seats to others.
 * @param rights conditions on `exam_right r` with its bookings `exam e`, and on `exam_waiting w`
 * @throws EXAM_RUNNING for a candidate who is checked in and has no result
 */
async function cancelBookingsOf(
  ctx: UserContext,
  rights: { bookings: RawBuilder<SqlBool>; waits: RawBuilder<SqlBool> },
  note: string,
  stamp: Stamp,
  laterSessions: readonly number[] = [],
): Promise<void> {
  const [seen, waited] = await Promise.all([
    openBookings.rows(ctx.tx, rights.bookings),
    waitedSessions(ctx, rights.waits),
  ])
  const sessionIds = [...waited, ...seen.flatMap(({ exam_session_id }) => exam_session_id ?? [])]
  // Locked together with the sessions in which the same call books later, in one order; these may
  // be of other branches.
  if (laterSessions.length > 0) await lockInOrder(ctx, [...sessionIds, ...laterSessions])
  await lockSessions(ctx, sessionIds)
  // Read again: a booking may have got its result while this call waited for the locks.
  const bookings = seen.length === 0 ? [] : await openBookings.rows(ctx.tx, rights.bookings)
  refuseRunning(bookings)
  await endWaits(ctx, rights.waits, note)
  await cancelBookings(ctx, bookings, note, stamp)
  await serveWaiting(ctx, sessionIds)
}

/** Cancels the open booking of a locked right. @throws EXAM_RUNNING */
export const cancelBookingsOfRight = (
  ctx: UserContext,
  rightId: number,
  note: string,
  stamp: Stamp,
): Promise<void> =>
  cancelBookingsOf(
    ctx,
    { bookings: sql`r.right_id = ${rightId}`, waits: sql`w.right_id = ${rightId}` },
    note,
    stamp,
  )

/** The bookings of rights that lines granted, and those for which lines paid. */
const bookingsOfLines = (lineIds: readonly number[]) => sql<SqlBool>`e.exam_id in (
  select granted.exam_id from exam_right g join exam granted using (right_id) where g.line_id = any(${lineIds}::int[])
  union all select paid.exam_id from exam paid where paid.fee_line_id = any(${lineIds}::int[]))`

/**
 * Disables the unused rights of lines that end, cancels their bookings and those for which they
 * paid, and withdraws the days by which they have extended other rights. The application is locked.
 * @param note why the lines end
 * @param laterSessions ids of the sessions in which the same call will book, which are locked
 * together with those of the lines
 * @throws EXAM_RUNNING for a candidate who is checked in and has no result
 */
export async function endRightsOfLines(
  ctx: UserContext,
  lineIds: readonly number[],
  note: string,
  stamp: Stamp,
  laterSessions: readonly number[] = [],
): Promise<void> {
  const rights = {
    bookings: bookingsOfLines(lineIds),
    waits: sql<SqlBool>`w.right_id in (select r.right_id from exam_right r where r.line_id = any(${lineIds}::int[]))`,
  }
  // At once and first, because rights are locked in the order of their ids, before sessions.
  await lockRightsOfEndingLines.rows(ctx.tx, lineIds)
  await takeBackExtensions(ctx, lineIds, note, stamp)
  await cancelBookingsOf(ctx, rights, note, stamp, laterSessions)
  await disableRights.rows(ctx.tx, lineIds, stamp)
}

/**
 * Refuses to cancel or remove lines whose exam was sat.
 * @param refusal what is not possible, in Thai
 * @throws EXAM_SAT
 */
export async function assertNotSat(
  ctx: UserContext,
  lineIds: readonly number[],
  refusal: string,
): Promise<void> {
  if ((await satRights.rows(ctx.tx, lineIds)).length === 0) return
  throw new AppError('EXAM_SAT', `รายการนี้สอบไปแล้ว ${refusal}`, 409)
}
