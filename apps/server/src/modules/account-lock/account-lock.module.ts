/**
 * Lock days of branches. The database refuses every write of money on locked days; see the function `refuse_locked_day` and
 * decision 0040. Source: product specification, sections 7 and 7b.5.
 */
import { accountLock } from '@khapdee/contract/entities/account-lock'
import { type Command, command } from '../../kernel/command.ts'
import { branchOptions } from '../../kernel/crud.ts'
import { metaOf } from '../../kernel/list.ts'
import { lock, unlock } from './change-lock-day.ts'
import { lockHistory, lockPage } from './lock-day.queries.ts'
import { openGroups } from './open-groups.ts'

export const accountLockCommands: Command[] = [
  lock,
  unlock,
  command(accountLock.gettable, async (ctx, query) => {
    const rows = await lockPage.rows(ctx.tx, ctx, query)
    const filter = { branch: branchOptions(ctx) }
    return { data: rows, meta: metaOf(query, rows[0]?.count ?? 0), filter }
  }),
  command(accountLock.history, async (ctx, query) => {
    const rows = await lockHistory.rows(ctx.tx, ctx, query)
    const filter = { branch: branchOptions(ctx) }
    return { data: rows, meta: metaOf(query, rows[0]?.count ?? 0), filter }
  }),
  command(accountLock.open, async (ctx, { branch_id, day }) => {
    ctx.scope.assertWritable(branch_id)
    return { data: await openGroups(ctx, branch_id, day) }
  }),
]
