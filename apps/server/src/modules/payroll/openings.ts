/**
 * The earnings of people in a tax year before the payroll of the school. Source: product
 * specification, section 10b.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type OpeningRow, payrollOpening } from '@khapdee/contract/entities/payroll-opening'
import { entities } from '@khapdee/domain/entities'
import { openingProblem } from '@khapdee/domain/payroll/opening'
import { answerMessages } from '@khapdee/domain/words'
import { changesOf } from '../../kernel/audit.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, duplicate, invalid, notFound } from '../../kernel/errors.ts'
import { lockPay, mayChangePay, visiblePay } from '../employee/visible-pay.ts'

type Values = Omit<InputOf<typeof payrollOpening.create>, 'user_id'>

/** The rows of a person, or the one with this id; the latest year first. */
async function readOpenings(
  ctx: UserContext,
  column: 'user_id' | 'payroll_opening_id',
  value: number,
): Promise<OpeningRow[]> {
  const rows = await ctx.tx
    .selectFrom('payroll_opening')
    .select(['payroll_opening_id', 'user_id', 'year', 'type', 'regular', 'irregular', 'tax'])
    .select(['sso', 'provident_fund', 'version'])
    .where(column, '=', value)
    .orderBy('year', 'desc')
    .orderBy('type')
    .execute()
  // The contract's enums are narrower than the text columns; check constraints guarantee the values.
  return rows as unknown as OpeningRow[]
}

async function readOpening(ctx: UserContext, id: number): Promise<OpeningRow> {
  const [opening] = await readOpenings(ctx, 'payroll_opening_id', id)
  if (opening === undefined) throw notFound()
  return opening
}

const list = command(payrollOpening.list, async (ctx, { user_id }) => {
  const person = await ctx.tx
    .selectFrom('app_user as t')
    .select('t.user_id')
    .where('t.user_id', '=', user_id)
    .where(visiblePay(ctx))
    .executeTakeFirst()
  if (person === undefined) throw notFound()
  return {
    data: {
      openings: await readOpenings(ctx, 'user_id', user_id),
      is_editable: ctx.may('payroll.update') && mayChangePay(ctx, user_id),
    },
  }
})

/** @throws VALIDATION for the problems of `openingProblem` or a year after the present one; DUPLICATE for a second row of year and type */
async function assertPossible(ctx: UserContext, userId: number, values: Values, exceptId: number) {
  if (values.year > Number(ctx.clock.today().slice(0, 4)))
    throw invalid([{ path: 'year', message: 'ปีภาษีต้องไม่เกินปีนี้' }])
  const problem = openingProblem(values)
  if (problem !== null) throw invalid([problem])
  const others = await readOpenings(ctx, 'user_id', userId)
  const isSame = ({ payroll_opening_id, year, type }: OpeningRow) =>
    payroll_opening_id !== exceptId && year === values.year && type === values.type
  if (others.some(isSame)) throw duplicate('type', entities.payroll_opening.label)
}

export const create = command(payrollOpening.create, async (ctx, { user_id, ...values }) => {
  const { branch_id } = await lockPay(ctx, user_id)
  await assertPossible(ctx, user_id, values, 0)
  const at = ctx.clock.now().toISOString()
  const { payroll_opening_id: id } = await ctx.tx
    .insertInto('payroll_opening')
    .values({ ...values, user_id, created_by: ctx.actor.user_id, createdAt: at, updatedAt: at })
    .returning('payroll_opening_id')
    .executeTakeFirstOrThrow()
  ctx.audit({ entity: 'payroll_opening', id, after: { user_id, ...values }, branch: branch_id })
  return { message: answerMessages.added, data: await readOpening(ctx, id) }
})

/**
 * Locks the person of a row and reads the row.
 * @throws NOT_FOUND where the caller does not see the pay; OWN_PAY; CONFLICT for a stale version
 */
async function lockOpening(
  ctx: UserContext,
  { payroll_opening_id: id, version }: { payroll_opening_id: number; version: number },
) {
  const { user_id } = await readOpening(ctx, id)
  const { branch_id } = await lockPay(ctx, user_id)
  // Another call may have changed or deleted it before the lock.
  const { payroll_opening_id: _, version: current, ...values } = await readOpening(ctx, id)
  if (current !== version) throw conflict()
  return { values, branch_id }
}

const update = command(
  payrollOpening.update,
  async (ctx, { payroll_opening_id: id, version, ...given }) => {
    const { values, branch_id } = await lockOpening(ctx, { payroll_opening_id: id, version })
    const { user_id, ...before } = values
    await assertPossible(ctx, user_id, given, id)
    await ctx.tx
      .updateTable('payroll_opening')
      .set({ ...given, version: version + 1, updatedAt: ctx.clock.now().toISOString() })
      .where('payroll_opening_id', '=', id)
      .execute()
    const changes = changesOf(before, given)
    ctx.audit({
      entity: 'payroll_opening',
      id,
      before: { user_id, ...changes.before },
      after: { user_id, ...changes.after },
      branch: branch_id,
    })
    return { message: answerMessages.changed, data: await readOpening(ctx, id) }
  },
)

const remove = command(payrollOpening.delete, async (ctx, key) => {
  const { values, branch_id } = await lockOpening(ctx, key)
  const { payroll_opening_id: id } = key
  await ctx.tx.deleteFrom('payroll_opening').where('payroll_opening_id', '=', id).execute()
  ctx.audit({ entity: 'payroll_opening', id, before: values, branch: branch_id })
  return { message: answerMessages.deleted, data: { payroll_opening_id: id } }
})

export const openingCommands: Command[] = [list, create, update, remove]
