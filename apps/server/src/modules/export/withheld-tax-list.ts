/**
 * The exported list of tax withheld from payees, with the data required for the attachment of a
 * return.
 */
import { withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { listNames } from '@khapdee/domain/list-names'
import { supplierReturns, withheldStates } from '@khapdee/domain/withheld-tax'
import { sql } from 'kysely'
import type { RowOf } from '../../db/columns.ts'
import {
  exportedWithheld,
  withheldCondition,
  withheldOrder,
} from '../withheld-tax/withheld-tax.queries.ts'
import { columnBuilder, exportedList } from './export-list.ts'

type Row = RowOf<typeof exportedWithheld.columns>
const column = columnBuilder<Row>(withheldTax.row.shape)

export const withheldTaxExport = exportedList<Row>({
  endpoint: withheldTax.export,
  name: 'withheld-tax',
  title: listNames['withheld-tax'],
  statuses: withheldStates,
  types: supplierReturns,
  columns: [
    column('date', 14),
    column('code', 20),
    column('return', 12),
    column('payee_tax_id', 20),
    column('payee', 30),
    column('address', 40),
    column('name', 30),
    column('document_no', 18),
    column('value', 16),
    column('wht_value', 16),
    column('certificate', 20),
    column('state', 14),
    column('remitted_code', 20),
    column('branch', 22),
  ],
  ids: (ctx, query) => sql`
    select e.entry_id as id from account_entry e where ${withheldCondition(ctx, query)} order by ${withheldOrder(query)}`,
  rows: (ctx, ids) => exportedWithheld.rows(ctx.tx, ctx, ids),
})
