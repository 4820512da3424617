/** The inbox of requests, with its tabs, its count of waiting requests, and withdrawals. */
import { type ApprovalRow, approval, approvalTabs } from '@khapdee/contract/entities/approval'
import type { ListQuery } from '@khapdee/contract/wire'
import { requestKinds } from '@khapdee/domain/application/approval-request'
import type { RowOf } from '../../db/columns.ts'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { metaOf } from '../../kernel/list.ts'
import { approvalPage, waitingCount } from './approval.queries.ts'
import { ownDecisions, waitingPayroll } from './waiting-payroll.queries.ts'
import { withdraw } from './withdraw-request.ts'

type BranchQuery = Pick<ListQuery, 'branch'>

type Listed = RowOf<typeof approvalPage.columns>

/** Whether the row has a request; the one row of an empty page has only the count. */
const isRequest = (row: Listed): row is Listed & ApprovalRow => row.request_id !== null

const tabOptions = Object.entries(approvalTabs).map(([value, name]) => ({ value, name }))

const list = command(approval.gettable, async (ctx, query) => {
  const tab = query.status === 'decided' || query.status === 'due' ? query.status : 'waiting'
  const rows = await approvalPage.rows(ctx.tx, ctx, query, tab, ctx.clock.now().toISOString())
  return {
    data: rows.filter(isRequest),
    meta: metaOf(query, rows[0]?.count ?? 0),
    filter: {
      branch: branchOptions(ctx),
      type: labelOptions(requestKinds),
      status: tabOptions,
    },
  }
})

/** The number of requests, and of months of payroll by branch, that wait for the caller in the branch or in all. */
export async function countWaiting(
  ctx: UserContext,
  query: BranchQuery,
): Promise<Answer<typeof approval.count>> {
  const { waiting } = await waitingCount.one(ctx.tx, ctx, ctx.scope.narrow(query.branch))
  const months = await readWaitingPayroll(ctx, query)
  return { data: { waiting: waiting + months.length } }
}

async function readWaitingPayroll(ctx: UserContext, { branch }: BranchQuery) {
  const decisions = ownDecisions(ctx)
  if (decisions.length === 0) return []
  return waitingPayroll.rows(ctx.tx, ctx, ctx.scope.narrow(branch), decisions)
}

export const approvalCommands: Command[] = [
  list,
  command(approval.count, countWaiting),
  command(approval.payroll, async (ctx, query) => ({
    data: await readWaitingPayroll(ctx, query),
  })),
  withdraw,
]
