/** Rates of people for work: read, given, corrected and deleted. Source: product specification, section 10. */
import { type WorkRateRow, payrollWorkRate } from '@khapdee/contract/entities/payroll-work-rate'
import { entities } from '@khapdee/domain/entities'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { duplicate } from '../../kernel/errors.ts'
import { readPerson } from '../employee/visible-pay.ts'
import { assertOffered, offeredItems } from './offered-items.ts'
import { mayChangeRecords, payRecordCommands } from './pay-records.ts'

/** The rates of a person, or the one with this id; the latest first. */
async function readRates(
  ctx: UserContext,
  by: 'person' | 'id',
  value: number,
): Promise<WorkRateRow[]> {
  const rows = await ctx.tx
    .selectFrom('payroll_work_rate as r')
    .innerJoin('list_payroll as i', 'i.list_payroll_id', 'r.list_payroll_id')
    .select(['r.payroll_work_rate_id', 'r.user_id', 'r.kind', 'r.role', 'r.subject'])
    .select(['r.licence_type', 'r.valid_from', 'r.unit', 'r.rate', 'r.list_payroll_id'])
    .select(['i.name as item', 'r.version'])
    .where(by === 'id' ? 'r.payroll_work_rate_id' : 'r.user_id', '=', value)
    .orderBy('r.valid_from', 'desc')
    .orderBy('r.payroll_work_rate_id', 'desc')
    .execute()
  // The contract's enums are narrower than the text columns; check constraints guarantee the values.
  return rows as unknown as WorkRateRow[]
}

/** The items of income that may be chosen in a branch. */
const incomeItems = (ctx: UserContext, branchId: number) =>
  offeredItems(ctx, branchId).where('i.type', '=', 'income')

const list = command(payrollWorkRate.list, async (ctx, { user_id }) => {
  const { branch_id } = await readPerson(ctx, user_id)
  const items = await incomeItems(ctx, branch_id)
    .select(['i.list_payroll_id as value', 'i.name'])
    .orderBy((eb) => eb('i.category', '=', 'work'), 'desc')
    .orderBy('i.list_payroll_id')
    .execute()
  return {
    data: {
      rates: await readRates(ctx, 'person', user_id),
      list_payroll: items,
      is_editable: mayChangeRecords(ctx, user_id),
    },
  }
})

/** The columns that say for which work a rate is, and from which day on. */
const scopeColumns = ['kind', 'role', 'subject', 'licence_type', 'valid_from'] as const

const changes = payRecordCommands({
  table: 'payroll_work_rate',
  api: payrollWorkRate,
  read: readRates,
  ownColumns: ({ actor }) => ({ created_by: actor.user_id }),
  async check(ctx, values, { branch_id, others, before }) {
    if (values.list_payroll_id !== before?.list_payroll_id)
      await assertOffered(incomeItems(ctx, branch_id), values.list_payroll_id)
    if (others.some((other) => scopeColumns.every((name) => other[name] === values[name])))
      throw duplicate('valid_from', entities.payroll_work_rate.label)
  },
})

export const { create } = changes

export const workRateCommands: Command[] = [list, ...Object.values(changes)]
