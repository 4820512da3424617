/** SQL of bank accounts. */
import { sql } from 'kysely'
import { int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'

/** The accounts that transfers of a branch may go through, in the order of `default_bank_account`. */
export const offeredAccounts = tunedQuery({
  columns: { value: int(), name: text() },
  sql: (ctx: UserContext, branchId: number) => sql`
    select bank_account_id as value, name from bank_account
    where ${ctx.scope.visible('bank_account')} and is_activate and (branch_id is null or branch_id = ${branchId})
    order by branch_id nulls last, is_default desc, bank_account_id`,
})
