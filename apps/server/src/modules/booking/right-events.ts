/** The ledger of exam rights. */
import type { ExamRightEvent } from '@khapdee/domain/exam-right'
import { type RawBuilder, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'

/** The user and the time (ISO 8601) of a change. */
export interface Stamp {
  user_id: number
  at: string
}

/** The caller, now. */
export const stampOf = (ctx: UserContext): Stamp => ({
  user_id: ctx.actor.user_id,
  at: ctx.clock.now().toISOString(),
})

/** An event of a right's ledger; `detail` is what the event changed, and why. */
export interface RightEvent {
  right_id: number
  event: ExamRightEvent
  detail: Readonly<Record<string, unknown>>
}

/** The event of a right that is disabled because its line has ended. */
export const lineEndedEvent = (right_id: number): RightEvent => ({
  right_id,
  event: 'disabled',
  detail: { reason: 'line ended' },
})

/**
 * The statement that adds events to the ledgers of rights. The user is null for a scheduled job.
 */
export const insertRightEvents = (
  events: readonly RightEvent[],
  { user_id, at }: { user_id: number | null; at: string },
): RawBuilder<unknown> => sql`
  insert into exam_right_event (right_id, event, detail, user_id, at)
  select right_id, event, detail, ${user_id}::int, ${at}
  from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (right_id int, event text, detail jsonb)`
