/** Items that a person gets or is deducted every month. */
import { type StandingRow, payrollStanding } from '@khapdee/contract/entities/payroll-standing'
import { messages } from '@khapdee/contract/messages'
import { entities } from '@khapdee/domain/entities'
import { answerMessages } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import { changesOf } from '../../kernel/audit.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, duplicate, invalid, notFound } from '../../kernel/errors.ts'
import { lockPay, mayChangePay, visiblePay } from '../employee/visible-pay.ts'

/** The standing items of a person, or the one with this id. */
async function readStanding(
  ctx: UserContext,
  column: 'user_id' | 'payroll_standing_id',
  value: number,
): Promise<StandingRow[]> {
  const rows = await ctx.tx
    .selectFrom('payroll_standing as s')
    .innerJoin('list_payroll as i', 'i.list_payroll_id', 's.list_payroll_id')
    .select(['s.payroll_standing_id', 's.user_id', 's.list_payroll_id', 's.value', 's.version'])
    .select(['i.name', 'i.type', 'i.condition', 'i.title_value', 'i.value as per_value'])
    .where(`s.${column}`, '=', value)
    .orderBy('i.type', 'desc')
    .orderBy('s.payroll_standing_id')
    .execute()
  // The contract's enums are narrower than the text columns; check constraints guarantee the values.
  return rows as unknown as StandingRow[]
}

async function readOne(ctx: UserContext, id: number): Promise<StandingRow> {
  const [row] = await readStanding(ctx, 'payroll_standing_id', id)
  if (row === undefined) throw notFound()
  return row
}

/** The items in use that apply to a branch. */
const itemsOf = (ctx: UserContext, branchId: number) =>
  ctx.tx
    .selectFrom('list_payroll')
    .where('status', '=', 'open')
    .where('is_delete', '=', false)
    .where((eb) => eb.or([eb('branch_id', 'is', null), eb('branch_id', '=', branchId)]))

const list = command(payrollStanding.list, async (ctx, { user_id }) => {
  const person = await ctx.tx
    .selectFrom('app_user as t')
    .innerJoin('branch as b', 'b.branch_id', 't.branch_id')
    .select(['t.user_id', 't.branch_id', 't.position', 'b.name as branch'])
    .select(userName('t').as('name'))
    .where('t.user_id', '=', user_id)
    .where(visiblePay(ctx))
    .executeTakeFirst()
  if (person === undefined) throw notFound()
  const { branch_id, ...user_info } = person
  const items = await itemsOf(ctx, branch_id)
    .select(['list_payroll_id as value', 'name'])
    .where(
      sql<boolean>`not exists (select from payroll_standing s
        where s.user_id = ${user_id}::int and s.list_payroll_id = list_payroll.list_payroll_id)`,
    )
    .orderBy('type', 'desc')
    .orderBy('list_payroll_id')
    .execute()
  return {
    data: {
      user_info,
      list: await readStanding(ctx, 'user_id', user_id),
      list_payroll: items,
      is_editable: ctx.may('payroll.update') && mayChangePay(ctx, user_id),
    },
  }
})

const add = command(payrollStanding.create, async (ctx, values) => {
  const { branch_id } = await lockPay(ctx, values.user_id)
  const item = await itemsOf(ctx, branch_id)
    .select('list_payroll_id')
    .where('list_payroll_id', '=', values.list_payroll_id)
    .forShare()
    .executeTakeFirst()
  if (item === undefined) {
    throw invalid([{ path: 'list_payroll_id', message: messages.itemNotOffered }])
  }
  const created = await ctx.tx
    .insertInto('payroll_standing')
    .values(values)
    .onConflict((conflicting) => conflicting.constraint('payroll_standing_once').doNothing())
    .returning('payroll_standing_id')
    .executeTakeFirst()
  if (created === undefined) throw duplicate('list_payroll_id', entities.list_payroll.label)
  const id = created.payroll_standing_id
  ctx.audit({ entity: 'payroll_standing', id, after: values, branch: branch_id })
  return { message: answerMessages.added, data: await readOne(ctx, id) }
})

/**
 * Locks the person of a standing item and reads the item.
 * @throws NOT_FOUND where the caller does not see the pay; CONFLICT for a stale version
 */
async function lockStanding(
  ctx: UserContext,
  { payroll_standing_id, version }: { payroll_standing_id: number; version: number },
) {
  const { user_id } = await readOne(ctx, payroll_standing_id)
  const { branch_id } = await lockPay(ctx, user_id)
  // Another call may have changed or deleted it before the lock.
  const { list_payroll_id, value, version: current } = await readOne(ctx, payroll_standing_id)
  if (current !== version) throw conflict()
  return { stored: { user_id, list_payroll_id, value }, branch: branch_id }
}

const update = command(payrollStanding.update, async (ctx, { value, ...key }) => {
  const { stored, branch } = await lockStanding(ctx, key)
  const id = key.payroll_standing_id
  await ctx.tx
    .updateTable('payroll_standing')
    .set({ value, version: key.version + 1, updatedAt: sql`now()` })
    .where('payroll_standing_id', '=', id)
    .execute()
  const { before, after } = changesOf(stored, { value })
  const { value: _, ...owner } = stored
  ctx.audit({
    entity: 'payroll_standing',
    id,
    before: { ...owner, ...before },
    after: { ...owner, ...after },
    branch,
  })
  return { message: answerMessages.changed, data: await readOne(ctx, id) }
})

const remove = command(payrollStanding.delete, async (ctx, key) => {
  const { stored, branch } = await lockStanding(ctx, key)
  const id = key.payroll_standing_id
  await ctx.tx.deleteFrom('payroll_standing').where('payroll_standing_id', '=', id).execute()
  ctx.audit({ entity: 'payroll_standing', id, before: stored, branch })
  return { message: answerMessages.deleted, data: { payroll_standing_id: id } }
})

export const payrollStandingCommands: Command[] = [list, add, update, remove]
