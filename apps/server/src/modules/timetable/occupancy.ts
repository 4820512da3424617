/**
 * The timetable of employees, vehicles, places and customers: none of them can be in two places at
 * the same time. The database refuses overlaps. Source: product specification, section 6.1.
 */
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict } from '../../kernel/errors.ts'
import {
  type Occupation,
  type Subject,
  insertOccupancies,
  occupiedBy,
  overlappingSessions,
  releasePastOverlaps,
  spansOfBookings,
} from './occupancy.queries.ts'

export { type Subject, occupationName } from './occupancy.queries.ts'

/**
 * Occupies subjects for the span of a session or an own event. The rows of a changed one are
 * deleted first, see {@link release}.
 * @throws NOT_FREE naming the occupied subject, the session or event, and its end
 */
export async function occupy(
  ctx: UserContext,
  subjects: readonly Subject[],
  occupation: Occupation,
): Promise<void> {
  if (subjects.length === 0) return
  const taken = await insertOccupancies.rows(ctx.tx, subjects, occupation)
  if (taken.length === 0) return
  await assertFree(ctx, taken, occupation)
  // The session or event that occupied them has ended in the meantime.
  throw conflict()
}

/** `สมชาย ใจดี ไม่ว่าง: สอบภาคทฤษฎี 23/11/2569 09:00 – 12:00 น.` */
export const notFreeMessage = (subject: string, session: string): string =>
  `${subject} ไม่ว่าง: ${session} น.`

/** @throws NOT_FREE naming the subjects that are occupied in a span, and the session, until when */
export async function assertFree(
  ctx: UserContext,
  subjects: readonly Subject[],
  span: Pick<Occupation, 'starts_at' | 'ends_at'>,
): Promise<void> {
  const named = await occupiedBy.rows(ctx.tx, ctx, subjects, span)
  if (named.length === 0) return
  const message = named.map(({ subject, session }) => notFreeMessage(subject, session)).join(' · ')
  throw new AppError('NOT_FREE', message, 409)
}

/**
 * Refuses to move the bookings of an application to a customer who is occupied at these times.
 * @throws NOT_FREE as {@link assertFree}
 */
export async function assertFreeForBookings(
  ctx: UserContext,
  { application_id }: { application_id: number },
  customer_id: number,
): Promise<void> {
  for (const span of await spansOfBookings.rows(ctx.tx, application_id)) {
    await assertFree(ctx, [{ kind: 'customer', subject_id: customer_id }], span)
  }
}

/**
 * The reason why two records of one customer cannot be merged: they have open bookings at the same time. Null if they have
 * none.
 */
export async function doubleBooking(
  ctx: UserContext,
  customerId: number,
  otherId: number,
): Promise<string | null> {
  const [found] = await overlappingSessions.rows(ctx.tx, customerId, otherId)
  if (found === undefined) return null
  return `ผู้สมัครทั้งสองมีนัดสอบเวลาเดียวกัน: ${found.one} และ ${found.other}`
}

/**
 * Allows merging two records of one customer that sat exams at the same time in the past: the
 * results are kept, the occupied times are deleted.
 */
export const releaseOverlaps = (ctx: UserContext, customerId: number, otherId: number) =>
  releasePastOverlaps.rows(ctx.tx, customerId, otherId)

/** Deletes the occupied times of a session (not of its candidates), of an own event, or of bookings. */
export async function release(
  ctx: UserContext,
  what:
    | { exam_session_id: number }
    | { calendar_event_id: number }
    | { examIds: readonly number[] },
): Promise<void> {
  const deleting = ctx.tx.deleteFrom('occupancy')
  if ('calendar_event_id' in what) {
    await deleting.where('calendar_event_id', '=', what.calendar_event_id).execute()
    return
  }
  await (
    'examIds' in what
      ? deleting.where('exam_id', 'in', [...what.examIds])
      : deleting.where('exam_session_id', '=', what.exam_session_id).where('exam_id', 'is', null)
  ).execute()
}
