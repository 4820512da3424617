/** Bank accounts. Source: product specification, section 7b. */
import { bankAccount } from '@khapdee/contract/entities/bank-account'
import { drawerMoveKinds } from '@khapdee/domain/drawer'
import { entities, listLabel } from '@khapdee/domain/entities'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { AppError } from '../../kernel/errors.ts'
import { usageOf } from '../../kernel/usage.ts'
import { offeredAccounts } from './bank-account.queries.ts'

type Row = Record<string, unknown>

/** Takes the mark of the default account from the other account of the branch. */
async function replaceDefault(ctx: UserContext, values: Row, before: Row | null): Promise<void> {
  if (values['is_default'] !== true) return
  const rows = await ctx.tx
    .updateTable('bank_account')
    .set((row) => ({
      is_default: false,
      version: row('version', '+', 1),
      updatedAt: ctx.clock.now().toISOString(),
    }))
    .where('is_default', '=', true)
    .where('is_delete', '=', false)
    .where('branch_id', 'is not distinct from', values['branch_id'] as number | null)
    .where(
      'bank_account_id',
      'is distinct from',
      (before?.['bank_account_id'] ?? null) as number | null,
    )
    .returning('bank_account_id')
    .execute()
  for (const { bank_account_id } of rows) {
    ctx.audit({
      entity: 'bank_account',
      id: bank_account_id,
      before: { is_default: true },
      after: { is_default: false },
    })
  }
}

/** The transfers that went through the account; entries of payments have the account of their payment. */
const transfersOf = (ctx: UserContext, id: number) => sql`
  select payment_id as id, case when branch_id = any(${ctx.scope.branchIds}::int[]) then payment_code end as name
  from payment where bank_account_id = ${id}`
const entriesOf = (ctx: UserContext, id: number) => sql`
  select entry_id as id, case when branch_id = any(${ctx.scope.branchIds}::int[]) then coalesce(entry_code, name) end as name
  from account_entry where bank_account_id = ${id}`

const depositsOf = (ctx: UserContext, id: number) => sql`
  select drawer_move_id as id, case when branch_id = any(${ctx.scope.branchIds}::int[]) then nullif(note, '') end as name
  from drawer_move where bank_account_id = ${id}`
const payrollOf = (ctx: UserContext, id: number) => sql`
  select bank_move_id as id, case when branch_id = any(${ctx.scope.branchIds}::int[]) then note end as name
  from bank_move where bank_account_id = ${id}`
const linesOf = (id: number) => sql`
  select statement_line_id as id, description as name from statement_line where bank_account_id = ${id}`

const usagesOf = async (ctx: UserContext, id: number) => [
  await usageOf(ctx, entities.payment.label, transfersOf(ctx, id)),
  await usageOf(ctx, listLabel(entities.account_entry), entriesOf(ctx, id)),
  await usageOf(ctx, drawerMoveKinds.deposit.label, depositsOf(ctx, id)),
  await usageOf(ctx, listLabel(entities.payroll_month), payrollOf(ctx, id)),
  await usageOf(ctx, entities.statement_line.label, linesOf(id)),
]

/** @throws STATE when the account would be moved to another branch than that of its transfers */
async function assertBranchUnchanged(ctx: UserContext, values: Row, before: Row): Promise<void> {
  if (values['branch_id'] === null || values['branch_id'] === before['branch_id']) return
  const usages = await usagesOf(ctx, Number(before['bank_account_id']))
  if (usages.every(({ count }) => count === 0)) return
  const message = 'มีรายการโอนผ่านบัญชีนี้แล้ว เปลี่ยนสาขาไม่ได้'
  throw new AppError('STATE', message, 409, { errors: [{ path: 'branch_id', message }] })
}

export const bankAccountCommands: Command[] = [
  command(bankAccount.list, async (ctx, { branch_id = ctx.actor.branch_id }) => ({
    data: await offeredAccounts.rows(ctx.tx, ctx, branch_id),
  })),
  ...crudCommands({
    api: bankAccount,
    search: ['name', 'number'],
    sort: { bank: 'byValue', opening_balance: 'byValue' },
    async check(ctx, values, before) {
      if (before !== null) await assertBranchUnchanged(ctx, values, before)
      await replaceDefault(ctx, values, before)
    },
    unique: { bank_account_number: 'number', bank_account_default: 'is_default' },
    usedBy: usagesOf,
  }),
]
