/** Agreed days of payment, and the notes of following up balances. Source: product specification, section 4b. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { followUp } from '@khapdee/contract/entities/follow-up'
import {
  type FollowUpSource,
  agreedDayRange,
  followUpPresets,
} from '@khapdee/domain/application/agreed-day'
import type { Satang } from '@khapdee/domain/money'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound, stateError } from '../../kernel/errors.ts'
import { withLookupLimit } from '../number-lookup.ts'
import { worklist } from './application.queries.ts'
import { kindOf, payableQuery } from './list-applications.ts'

const readSettings = (ctx: UserContext) =>
  ctx.tx
    .selectFrom('school')
    .select(['due_date_max_days', 'follow_up_presets'])
    .executeTakeFirstOrThrow()

/**
 * Refuses an agreed day that is not within the days that the school allows, or without a balance.
 * @param due null for no agreement
 * @param balance the balance afterwards, in satang
 * @throws VALIDATION at `path`
 */
export async function assertAgreedDay(
  ctx: UserContext,
  due: Day | null,
  balance: Satang,
  path = 'due_date',
): Promise<void> {
  if (due === null) return
  if (balance === 0) {
    throw invalid([{ path, message: 'ไม่มียอดค้างชำระ จึงไม่ต้องกำหนดวันนัดชำระ' }])
  }
  const { due_date_max_days } = await readSettings(ctx)
  const [first, last] = agreedDayRange(ctx.clock.today(), due_date_max_days)
  if (due < first || due > last) {
    const message = `วันนัดชำระต้องอยู่ระหว่าง ${formatDay(first)} ถึง ${formatDay(last)}`
    throw invalid([{ path, message }])
  }
}

interface NewFollowUp {
  application_id: number
  source: FollowUpSource
  note?: string
  next_date: Day | null
  clears_date?: boolean
}

/** Builds the statement that adds a row to the history of the agreed day. @param at ISO 8601 */
export const insertFollowUp = (
  { application_id, source, note = '', next_date, clears_date = false }: NewFollowUp,
  { user_id, at }: { user_id: number; at: string },
): RawBuilder<{ follow_up_id: number }> => sql`
  insert into application_follow_up (application_id, source, note, next_date, clears_date, created_by, "createdAt")
  values (${application_id}, ${source}, ${note}, ${next_date}, ${clears_date}, ${user_id}, ${at})
  returning follow_up_id`

/** Refuses to cancel the agreed day where none is agreed, or together with a new one. @throws VALIDATION */
function assertMayClear(
  { due_date }: { due_date: unknown },
  { next_date, clears_date }: Pick<InputOf<typeof followUp.create>, 'next_date' | 'clears_date'>,
): void {
  if (!clears_date) return
  const path = 'clears_date'
  if (due_date === null) throw invalid([{ path, message: 'ใบสมัครนี้ไม่มีวันนัดชำระ' }])
  if (next_date === null) return
  throw invalid([{ path, message: 'กำหนดวันนัดชำระใหม่แล้ว จึงไม่ต้องยกเลิกวันนัดเดิม' }])
}

/**
 * Records the note of following up a balance. `next_date`, if given, becomes the agreed day;
 * `clears_date` cancels it.
 * @returns the id of the note
 * @throws NOT_FOUND, VALIDATION; STATE without a balance
 */
export async function recordFollowUp(
  ctx: UserContext,
  { application_id, note, next_date, clears_date }: InputOf<typeof followUp.create>,
): Promise<number> {
  const app = await ctx.tx
    .selectFrom('application as a')
    .select(['a.balance', 'a.due_date'])
    .where('a.application_id', '=', application_id)
    .where(ctx.scope.visible('application', 'a'))
    .forNoKeyUpdate()
    .$narrowType<{ balance: Satang }>()
    .executeTakeFirst()
  if (app === undefined) throw notFound()
  if (app.balance === 0) throw stateError('ใบสมัครนี้ไม่มียอดค้างชำระแล้ว')
  assertMayClear(app, { next_date, clears_date })
  await assertAgreedDay(ctx, next_date, app.balance, 'next_date')
  // The version is not raised: a note must not cause a conflict for another user's unsaved changes.
  const changesDay = next_date !== null || clears_date
  if (changesDay) {
    await ctx.tx
      .updateTable('application')
      .set({ due_date: next_date })
      .where('application_id', '=', application_id)
      .execute()
  }
  const stamp = { user_id: ctx.actor.user_id, at: ctx.clock.now().toISOString() }
  const row = { application_id, source: 'follow_up', note, next_date, clears_date } as const
  const { rows } = await insertFollowUp(row, stamp).execute(ctx.tx)
  ctx.audit({
    entity: 'application',
    id: application_id,
    ...(changesDay && { before: { due_date: app.due_date } }),
    after: { follow_up: note, ...(changesDay && { due_date: next_date }) },
  })
  return rows[0]?.follow_up_id ?? 0
}

const create = command(followUp.create, async (ctx, input) => ({
  message: 'บันทึกการติดตามแล้ว',
  data: { follow_up_id: await recordFollowUp(ctx, input) },
}))

const presets = command(followUp.presets, async (ctx) => ({
  data: followUpPresets((await readSettings(ctx)).follow_up_presets),
}))

const list = command(followUp.worklist, async (ctx, filter) => {
  const query = payableQuery({ ...filter, page: 1, perPage: 1 })
  const find = () => worklist.rows(ctx.tx, ctx, query, kindOf(query))
  return { data: await withLookupLimit(ctx, query.text, find, (rows) => rows.length > 0) }
})

export const followUpCommands: Command[] = [create, presets, list]
