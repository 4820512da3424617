/** Rates of people for work: read, given, corrected and deleted. Source: product specification, section 10. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type WorkRateRow, payrollWorkRate } from '@khapdee/contract/entities/payroll-work-rate'
import { messages } from '@khapdee/contract/messages'
import { entities } from '@khapdee/domain/entities'
import { answerMessages } from '@khapdee/domain/words'
import { changesOf } from '../../kernel/audit.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, duplicate, invalid, notFound } from '../../kernel/errors.ts'
import { lockPay, mayChangePay, visiblePay } from '../employee/visible-pay.ts'

type Values = Omit<InputOf<typeof payrollWorkRate.create>, 'user_id'>

/** The rates of a person, or the one with this id; the latest first. */
async function readRates(
  ctx: UserContext,
  column: 'user_id' | 'payroll_work_rate_id',
  value: number,
): Promise<WorkRateRow[]> {
  const rows = await ctx.tx
    .selectFrom('payroll_work_rate as r')
    .innerJoin('list_payroll as i', 'i.list_payroll_id', 'r.list_payroll_id')
    .select(['r.payroll_work_rate_id', 'r.user_id', 'r.kind', 'r.role', 'r.subject'])
    .select(['r.licence_type', 'r.valid_from', 'r.unit', 'r.rate', 'r.list_payroll_id'])
    .select(['i.name as item', 'r.version'])
    .where(`r.${column}`, '=', value)
    .orderBy('r.valid_from', 'desc')
    .orderBy('r.payroll_work_rate_id', 'desc')
    .execute()
  // The contract's enums are narrower than the text columns; check constraints guarantee the values.
  return rows as unknown as WorkRateRow[]
}

async function readRate(ctx: UserContext, id: number): Promise<WorkRateRow> {
  const [rate] = await readRates(ctx, 'payroll_work_rate_id', id)
  if (rate === undefined) throw notFound()
  return rate
}

/** The items of income in use that apply to a branch. */
const itemsOf = (ctx: UserContext, branchId: number) =>
  ctx.tx
    .selectFrom('list_payroll')
    .where('type', '=', 'income')
    .where('status', '=', 'open')
    .where('is_delete', '=', false)
    .where((eb) => eb.or([eb('branch_id', 'is', null), eb('branch_id', '=', branchId)]))

/** @throws VALIDATION for an item that is not offered in the branch */
async function assertOffered(ctx: UserContext, branchId: number, itemId: number): Promise<void> {
  const item = await itemsOf(ctx, branchId)
    .select('list_payroll_id')
    .where('list_payroll_id', '=', itemId)
    .forShare()
    .executeTakeFirst()
  if (item === undefined)
    throw invalid([{ path: 'list_payroll_id', message: messages.itemNotOffered }])
}

const list = command(payrollWorkRate.list, async (ctx, { user_id }) => {
  const person = await ctx.tx
    .selectFrom('app_user as t')
    .select('t.branch_id')
    .where('t.user_id', '=', user_id)
    .where(visiblePay(ctx))
    .executeTakeFirst()
  if (person === undefined) throw notFound()
  const items = await itemsOf(ctx, person.branch_id)
    .select(['list_payroll_id as value', 'name'])
    .orderBy((eb) => eb('category', '=', 'work'), 'desc')
    .orderBy('list_payroll_id')
    .execute()
  return {
    data: {
      rates: await readRates(ctx, 'user_id', user_id),
      list_payroll: items,
      is_editable: ctx.may('payroll.update') && mayChangePay(ctx, user_id),
    },
  }
})

/** @throws DUPLICATE when another rate of the person has the same work and day */
async function assertSingle(
  ctx: UserContext,
  userId: number,
  { kind, role, subject, licence_type, valid_from }: Values,
  exceptId: number,
): Promise<void> {
  const others = await readRates(ctx, 'user_id', userId)
  const isSame = (other: WorkRateRow) =>
    other.payroll_work_rate_id !== exceptId &&
    other.kind === kind &&
    other.role === role &&
    other.subject === subject &&
    other.licence_type === licence_type &&
    other.valid_from === valid_from
  if (others.some(isSame)) throw duplicate('valid_from', entities.payroll_work_rate.label)
}

export const create = command(payrollWorkRate.create, async (ctx, { user_id, ...values }) => {
  const { branch_id } = await lockPay(ctx, user_id)
  await assertOffered(ctx, branch_id, values.list_payroll_id)
  await assertSingle(ctx, user_id, values, 0)
  const at = ctx.clock.now().toISOString()
  const { payroll_work_rate_id: id } = await ctx.tx
    .insertInto('payroll_work_rate')
    .values({
      ...values,
      user_id,
      created_by: ctx.actor.user_id,
      createdAt: at,
      updatedAt: at,
    })
    .returning('payroll_work_rate_id')
    .executeTakeFirstOrThrow()
  ctx.audit({ entity: 'payroll_work_rate', id, after: { user_id, ...values }, branch: branch_id })
  return { message: answerMessages.added, data: await readRate(ctx, id) }
})

/**
 * Locks the person of a rate and reads the rate.
 * @throws NOT_FOUND where the caller does not see the pay; OWN_PAY; CONFLICT for a stale version
 */
async function lockRate(
  ctx: UserContext,
  { payroll_work_rate_id, version }: { payroll_work_rate_id: number; version: number },
) {
  const { user_id } = await readRate(ctx, payroll_work_rate_id)
  const { branch_id } = await lockPay(ctx, user_id)
  // Another call may have changed or deleted it before the lock.
  const { item: _, version: current, ...stored } = await readRate(ctx, payroll_work_rate_id)
  if (current !== version) throw conflict()
  const { payroll_work_rate_id: id, ...values } = stored
  return { id, values, branch_id }
}

const update = command(
  payrollWorkRate.update,
  async (ctx, { payroll_work_rate_id, version, ...given }) => {
    const { id, values, branch_id } = await lockRate(ctx, { payroll_work_rate_id, version })
    const { user_id, ...before } = values
    if (given.list_payroll_id !== before.list_payroll_id)
      await assertOffered(ctx, branch_id, given.list_payroll_id)
    await assertSingle(ctx, user_id, given, id)
    await ctx.tx
      .updateTable('payroll_work_rate')
      .set({ ...given, version: version + 1, updatedAt: ctx.clock.now().toISOString() })
      .where('payroll_work_rate_id', '=', id)
      .execute()
    const changes = changesOf(before, given)
    ctx.audit({
      entity: 'payroll_work_rate',
      id,
      before: { user_id, ...changes.before },
      after: { user_id, ...changes.after },
      branch: branch_id,
    })
    return { message: answerMessages.changed, data: await readRate(ctx, id) }
  },
)

const remove = command(payrollWorkRate.delete, async (ctx, key) => {
  const { id, values, branch_id } = await lockRate(ctx, key)
  await ctx.tx.deleteFrom('payroll_work_rate').where('payroll_work_rate_id', '=', id).execute()
  ctx.audit({ entity: 'payroll_work_rate', id, before: values, branch: branch_id })
  return { message: answerMessages.deleted, data: { payroll_work_rate_id: id } }
})

export const workRateCommands: Command[] = [list, create, update, remove]
