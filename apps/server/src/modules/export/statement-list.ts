/** The exported list of statement lines. */
import { statement } from '@khapdee/contract/entities/statement'
import { titleOf } from '@khapdee/contract/field-meta'
import { statementStates } from '@khapdee/domain/statement/statement'
import { listNames } from '@khapdee/domain/list-names'
import { sql } from 'kysely'
import type { RowOf } from '../../db/columns.ts'
import {
  linesOf,
  lineCondition,
  lineOrder,
  linesWithAccount,
} from '../statement/statement.queries.ts'
import { columnBuilder, exportedList } from './export-list.ts'

type Row = RowOf<typeof linesOf.columns>
const column = columnBuilder<Row>(statement.row.shape)

export const statementExport = exportedList<Row>({
  endpoint: statement.export,
  name: 'statements',
  title: listNames.statements,
  statuses: statementStates,
  columns: [
    column('account', 28),
    column('date', 14),
    column('time', 10),
    column('description', 44),
    column('reference', 20),
    column('value', 16),
    column('balance', 16, { includedInSum: () => false }),
    column('state', 16),
    column('documents', 30, {
      title: titleOf(statement.document.shape, 'code'),
      cell: ({ documents }) => documents.map(({ code }) => code).join(', '),
    }),
    column('note', 30),
  ],
  ids: (ctx, query) => sql`
    select l.statement_line_id as id from ${linesWithAccount} where ${lineCondition(ctx, query)}
    order by ${lineOrder(query)}`,
  rows: (ctx, ids) => linesOf.rows(ctx.tx, ctx, ids),
})
