/** Events that employees enter in their own calendar. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { calendarEvent } from '@khapdee/contract/entities/calendar'
import { eventSpan } from '@khapdee/domain/calendar'
import type { Span } from '@khapdee/domain/exam-session'
import { answerMessages } from '@khapdee/domain/words'
import { changesOf } from '../../kernel/audit.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, forbidden, notFound } from '../../kernel/errors.ts'
import { occupy, release } from '../timetable/occupancy.ts'
import { hasLeft } from './calendar.queries.ts'
import { type OwnedEvent, isOwnEvent, mayDeleteEvent } from './read-calendar.ts'

type Values = InputOf<typeof calendarEvent.create>

/** Occupies the time of the caller if the event is marked as busy. @throws NOT_FREE with the session or event at that time */
async function occupyOwner(
  ctx: UserContext,
  calendar_event_id: number,
  { is_busy }: Pick<Values, 'is_busy'>,
  span: Span,
): Promise<void> {
  if (!is_busy) return
  const owner = { kind: 'user' as const, subject_id: ctx.actor.user_id }
  await occupy(ctx, [owner], { exam_session_id: null, exam_id: null, calendar_event_id, ...span })
}

/** The columns of an event. */
function columnsOf({ start, start_time, end, end_time, ...values }: Values) {
  const span = eventSpan({ ...values, start, start_time, end, end_time })
  return { ...values, ...span }
}

/** Refuses an event in a branch that is not the caller's. @throws NOT_FOUND */
const assertOwnBranch = (ctx: UserContext, branchId: number | null): void => {
  if (branchId !== null) ctx.scope.assertWritable(branchId)
}

/** Creates an event. @throws NOT_FOUND for another branch; NOT_FREE */
export async function createEvent(
  ctx: UserContext,
  input: Values,
): Promise<Answer<typeof calendarEvent.create>> {
  assertOwnBranch(ctx, input.branch_id)
  const now = ctx.clock.now().toISOString()
  const values = columnsOf(input)
  const { calendar_event_id } = await ctx.tx
    .insertInto('calendar_event')
    .values({ ...values, user_id: ctx.actor.user_id, createdAt: now, updatedAt: now })
    .returning('calendar_event_id')
    .executeTakeFirstOrThrow()
  await occupyOwner(ctx, calendar_event_id, input, values)
  ctx.audit({ entity: 'calendar_event', id: calendar_event_id, after: values })
  return { message: answerMessages.added, data: { calendar_event_id } }
}

/**
 * Locks an event and compares its version.
 * @param isPermitted whether the caller may change an event that they see
 * @throws NOT_FOUND for an event that the caller does not see; FORBIDDEN for one that they may not change; CONFLICT
 */
async function lockEvent(
  ctx: UserContext,
  { calendar_event_id, version }: { calendar_event_id: number; version: number },
  isPermitted: (ctx: UserContext, event: OwnedEvent) => boolean,
) {
  const event = await ctx.tx
    .selectFrom('calendar_event as e')
    .innerJoin('app_user as u', 'u.user_id', 'e.user_id')
    .selectAll('e')
    .select(hasLeft('u').as('owner_left'))
    .where('calendar_event_id', '=', calendar_event_id)
    .where('e.is_delete', '=', false)
    .forNoKeyUpdate('e')
    .executeTakeFirst()
  if (event === undefined) throw notFound()
  const isSeen = event.branch_id !== null && ctx.scope.branchIds.includes(event.branch_id)
  if (!isOwnEvent(ctx, event) && !isSeen) throw notFound()
  if (!isPermitted(ctx, event)) throw forbidden()
  if (event.version !== version) throw conflict()
  return event
}

/** Changes an own event. @throws NOT_FOUND, FORBIDDEN, CONFLICT, NOT_FREE */
export async function updateEvent(
  ctx: UserContext,
  { calendar_event_id, version, ...input }: InputOf<typeof calendarEvent.update>,
): Promise<Answer<typeof calendarEvent.update>> {
  assertOwnBranch(ctx, input.branch_id)
  const before = await lockEvent(ctx, { calendar_event_id, version }, isOwnEvent)
  const values = columnsOf(input)
  await release(ctx, { calendar_event_id })
  await ctx.tx
    .updateTable('calendar_event')
    .set({ ...values, updatedAt: ctx.clock.now().toISOString(), version: version + 1 })
    .where('calendar_event_id', '=', calendar_event_id)
    .execute()
  await occupyOwner(ctx, calendar_event_id, input, values)
  ctx.audit({ entity: 'calendar_event', id: calendar_event_id, ...changesOf(before, values) })
  return {
    message: answerMessages.changed,
    data: { calendar_event_id, version: version + 1 },
  }
}

/** Deletes an own event, or one of an employee who left. @throws NOT_FOUND, FORBIDDEN, CONFLICT */
export async function deleteEvent(
  ctx: UserContext,
  key: InputOf<typeof calendarEvent.delete>,
): Promise<Answer<typeof calendarEvent.delete>> {
  const { calendar_event_id, title, starts_at } = await lockEvent(ctx, key, mayDeleteEvent)
  await release(ctx, { calendar_event_id })
  await ctx.tx
    .updateTable('calendar_event')
    .set({
      is_delete: true,
      updatedAt: ctx.clock.now().toISOString(),
      version: key.version + 1,
    })
    .where('calendar_event_id', '=', calendar_event_id)
    .execute()
  ctx.audit({ entity: 'calendar_event', id: calendar_event_id, before: { title, starts_at } })
  return { message: answerMessages.deleted, data: { calendar_event_id } }
}
