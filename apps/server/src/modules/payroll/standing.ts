/** Items that a person gets or is deducted every month. */
import { type StandingRow, payrollStanding } from '@khapdee/contract/entities/payroll-standing'
import { entities } from '@khapdee/domain/entities'
import { sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { duplicate, notFound } from '../../kernel/errors.ts'
import { visiblePay } from '../employee/visible-pay.ts'
import { assertOffered, offeredItems } from './offered-items.ts'
import { mayChangeRecords, payRecordCommands } from './pay-records.ts'

/** The standing items of a person, or the one with this id. */
async function readStanding(
  ctx: UserContext,
  by: 'person' | 'id',
  value: number,
): Promise<StandingRow[]> {
  const rows = await ctx.tx
    .selectFrom('payroll_standing as s')
    .innerJoin('list_payroll as i', 'i.list_payroll_id', 's.list_payroll_id')
    .select(['s.payroll_standing_id', 's.user_id', 's.list_payroll_id', 's.value', 's.version'])
    .select(['i.name', 'i.type', 'i.condition', 'i.title_value', 'i.value as per_value'])
    .where(by === 'id' ? 's.payroll_standing_id' : 's.user_id', '=', value)
    .orderBy('i.type', 'desc')
    .orderBy('s.payroll_standing_id')
    .execute()
  // The contract's enums are narrower than the text columns; check constraints guarantee the values.
  return rows as unknown as StandingRow[]
}

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
  const items = await offeredItems(ctx, branch_id)
    .select(['i.list_payroll_id as value', 'i.name'])
    .where(
      sql<boolean>`not exists (select from payroll_standing s
        where s.user_id = ${user_id}::int and s.list_payroll_id = i.list_payroll_id)`,
    )
    .orderBy('i.type', 'desc')
    .orderBy('i.list_payroll_id')
    .execute()
  return {
    data: {
      user_info,
      list: await readStanding(ctx, 'person', user_id),
      list_payroll: items,
      is_editable: mayChangeRecords(ctx, user_id),
    },
  }
})

const changes = payRecordCommands({
  table: 'payroll_standing',
  api: payrollStanding,
  read: readStanding,
  async check(ctx, { list_payroll_id }, { branch_id, others, before }) {
    if (before !== null) return
    await assertOffered(offeredItems(ctx, branch_id), list_payroll_id)
    if (others.some((other) => other.list_payroll_id === list_payroll_id))
      throw duplicate('list_payroll_id', entities.list_payroll.label)
  },
})

export const payrollStandingCommands: Command[] = [list, ...Object.values(changes)]
