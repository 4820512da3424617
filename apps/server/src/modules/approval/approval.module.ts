/** Pending approvals: requested voids of receipts, and request fees. */
import { type ApprovalRow, approval, approvalKinds } from '@khapdee/contract/entities/approval'
import type { RowOf } from '../../db/columns.ts'
import { type Command, command } from '../../kernel/command.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { metaOf } from '../../kernel/list.ts'
import { waitingCount, waitingPage } from './approval.queries.ts'

type Listed = RowOf<typeof waitingPage.columns>

/** An empty page has one row with only the count. */
const isShown = (row: Listed): row is Listed & ApprovalRow => row.id !== null

const list = command(approval.gettable, async (ctx, query) => {
  const rows = await waitingPage.rows(ctx.tx, ctx, query)
  return {
    data: rows.filter(isShown),
    meta: metaOf(query, rows[0]?.count ?? 0),
    filter: {
      branch: branchOptions(ctx),
      type: labelOptions(approvalKinds),
    },
  }
})

const count = command(approval.count, async (ctx) => {
  const { waiting } = await waitingCount.one(ctx.tx, ctx)
  return { data: { waiting } }
})

export const approvalCommands: Command[] = [list, count]
