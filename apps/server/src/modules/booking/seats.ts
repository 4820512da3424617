/**
 * Seats of exam sessions. Every transaction that changes a seat holds the lock of its session, so that sessions are never
 * overbooked. Locks are taken in one order: application, right, sessions by id, bookings, what they occupy, and the
 * counters of document numbers last.
 */
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import { acceptsLicence } from '@khapdee/domain/exam-session'
import { examName } from '@khapdee/domain/exams'
import { type Day, formatDay, timeInBangkok } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound, stateError } from '../../kernel/errors.ts'
import {
  type LockedSession,
  type WantedExam,
  sessionLocks,
  sessionsOfDay,
  slotsOfSpan,
  sessionsWithSeats,
} from './seats.queries.ts'

export type { LockedSession } from './seats.queries.ts'

/**
 * Locks sessions of the caller's branches until the transaction ends, and reads them with the seats that are taken then.
 * @throws NOT_FOUND
 */
export async function lockSessions(
  ctx: UserContext,
  ids: readonly number[],
): Promise<Map<number, LockedSession>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const { branchIds } = ctx.scope
  // The second statement is sent without waiting; PostgreSQL starts it when the first one has the locks.
  const [, found] = await Promise.all([
    sessionLocks.rows(ctx.tx, branchIds, wanted),
    sessionsWithSeats.rows(ctx.tx, branchIds, wanted),
  ])
  if (found.length < wanted.length) throw notFound()
  return new Map((found as LockedSession[]).map((session) => [session.exam_session_id, session]))
}

const seatsLeft = ({ capacity, seats_taken }: LockedSession) => capacity - seats_taken

const sessionFull = ({ name }: { name: string }) =>
  new AppError('SESSION_FULL', `รอบสอบนี้เต็มแล้ว (${name})`, 409)

/** The instant after which a session must start to be booked still: candidates may come late. ISO 8601. */
const bookableFrom = (ctx: UserContext, { exam_late_minutes }: BranchSettings): string =>
  new Date(ctx.clock.now().getTime() - exam_late_minutes * 60_000).toISOString()

/** The open sessions of a span of days that accept an exam and can still be booked, with their free seats; first first. */
export const openSlots = (
  ctx: UserContext,
  exam: WantedExam,
  span: { start: Day; end: Day },
  settings: BranchSettings,
): ReturnType<typeof slotsOfSpan.rows> =>
  slotsOfSpan.rows(ctx.tx, exam, span, bookableFrom(ctx, settings))

/**
 * The error of a session in which an exam cannot be booked, whether it has a free seat or not; null if it can.
 * STATE for a session that is closed, cancelled, past, or not for this exam; NOT_FOUND for one of another branch.
 */
function unsuitable(
  ctx: UserContext,
  session: LockedSession,
  exam: WantedExam,
  settings: BranchSettings,
): AppError | null {
  const { name, status } = session
  if (status !== 'open') {
    return stateError(`${name} ${status === 'closed' ? 'ปิดรับแล้ว' : 'ถูกยกเลิกแล้ว'}`)
  }
  if (session.branch_id !== exam.branch_id) return notFound()
  if (session.kind !== exam.kind || !acceptsLicence(session.licence_types, exam.licence_type)) {
    return stateError(`${name} ไม่รับ${examName(exam)}`)
  }
  return session.starts_at <= bookableFrom(ctx, settings)
    ? stateError(`${name} เริ่มสอบไปแล้ว จองไม่ได้`)
    : null
}

/** Refuses what {@link unsuitable} names. @throws NOT_FOUND, STATE */
function assertSuitable(...args: Parameters<typeof unsuitable>): void {
  const error = unsuitable(...args)
  if (error !== null) throw error
}

/** Refuses a locked session in which an exam cannot be booked. @throws as {@link assertSuitable}; SESSION_FULL */
export function assertSeat(
  ctx: UserContext,
  session: LockedSession,
  exam: WantedExam,
  settings: BranchSettings,
): void {
  assertSuitable(ctx, session, exam, settings)
  if (seatsLeft(session) <= 0) throw sessionFull(session)
}

/**
 * Refuses a session that is wished for an exam day; it may be full.
 * @throws NOT_FOUND, STATE
 */
export async function assertMayWish(
  ctx: UserContext,
  exam: WantedExam,
  { exam_date, exam_session_id }: { exam_date: Day; exam_session_id: number },
  settings: BranchSettings,
): Promise<void> {
  const session = (await lockSessions(ctx, [exam_session_id])).get(exam_session_id)
  if (session === undefined) throw notFound()
  assertDay(session, exam_date)
  assertSuitable(ctx, session, exam, settings)
}

/** @throws STATE for a session of another day */
function assertDay({ name, day }: LockedSession, examDate: Day): void {
  if (day !== examDate) throw stateError(`${name} ไม่ใช่วันที่เลือก`)
}

/** @throws CHOOSE_SESSION naming the sessions with free seats */
function chooseSession(sessions: readonly LockedSession[]): never {
  const named = sessions.map(
    (session) => `${timeInBangkok(session.starts_at)} น. ว่าง ${seatsLeft(session)} ที่`,
  )
  throw new AppError('CHOOSE_SESSION', `วันนี้มีหลายรอบสอบ กรุณาเลือกรอบ: ${named.join(' · ')}`, 409)
}

/**
 * Locks the session of a day in which an exam is booked: the given one, or the only open one that fits. Null if the day
 * has none.
 * @throws NOT_FOUND, STATE, SESSION_FULL, CHOOSE_SESSION; NO_SESSION where a booking needs a session
 */
export async function lockSeat(
  ctx: UserContext,
  exam: WantedExam,
  { exam_date, exam_session_id }: { exam_date: Day; exam_session_id?: number | null | undefined },
  settings: BranchSettings,
): Promise<LockedSession | null> {
  if (exam_session_id !== undefined && exam_session_id !== null) {
    const session = (await lockSessions(ctx, [exam_session_id])).get(exam_session_id)
    if (session === undefined) throw notFound()
    assertDay(session, exam_date)
    assertSeat(ctx, session, exam, settings)
    return session
  }
  const found = await sessionsOfDay.rows(ctx.tx, exam, exam_date, bookableFrom(ctx, settings))
  const locked = await lockSessions(
    ctx,
    found.map((session) => session.exam_session_id),
  )
  // One that was closed or changed while its lock was awaited no longer counts.
  const sessions = [...locked.values()].filter(
    (session) => session.day === exam_date && unsuitable(ctx, session, exam, settings) === null,
  )
  const free = sessions.filter((session) => seatsLeft(session) > 0)
  if (free.length > 1) chooseSession(free)
  const [session] = free
  if (session !== undefined) return session
  const [full] = sessions
  if (full !== undefined) throw sessionFull(full)
  if (settings.exam_requires_session) {
    throw new AppError('NO_SESSION', `วันที่ ${formatDay(exam_date)} ไม่มีรอบสอบที่เปิดรับ`, 409)
  }
  return null
}
