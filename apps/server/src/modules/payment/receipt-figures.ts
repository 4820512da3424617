import type { ListQuery } from '@khapdee/contract/wire'
import type { RowOf } from '../../db/columns.ts'
import type { UserContext } from '../../kernel/context.ts'
import { receiptFigures } from './receipt-figures.queries.ts'

export type ReceiptsOfDay = RowOf<typeof receiptFigures.columns>

/** The receipts and refunds of each day of a query: their number, the voided ones, and the received sum, in satang. */
export const receiptsByDay = (ctx: UserContext, query: ListQuery): Promise<ReceiptsOfDay[]> =>
  receiptFigures.rows(ctx.tx, ctx, query)
