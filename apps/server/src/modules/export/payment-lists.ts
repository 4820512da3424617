/** The exported payment history and day closes. */
import { type ClosingRow, closing, closingRow } from '@khapdee/contract/entities/closing'
import {
  type Movement as WireMovement,
  movement as movementRow,
  payment,
} from '@khapdee/contract/entities/payment'
import { titleOf } from '@khapdee/contract/field-meta'
import { payTypes, paymentStatuses } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { listNames } from '@khapdee/domain/list-names'
import { formatInstant } from '@khapdee/domain/thai-date'
import { units } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { closingCondition, closingOrder } from '../closing/closing.queries.ts'
import { exportedClosings } from '../closing/read-closing.queries.ts'
import { exportedMovements, movementCondition, orderOf } from '../payment/payment.queries.ts'
import { type Column, columnBuilder, exportedList } from './export-list.ts'

/** A row of the payment history without its id, which has no column. */
type Movement = Omit<WireMovement, 'payment_id'>

const isCounted = ({ status }: Movement) => status !== 'deleted'
const movementColumn = columnBuilder<Movement>(movementRow.shape)
const paidBy = (payType: Movement['pay_type']): Column<Movement> => ({
  title: payTypes[payType].label,
  width: 14,
  cell: (row) => (row.pay_type === payType ? { satang: row.paid } : ''),
  // Voided receipts are listed, but not summed.
  includedInSum: isCounted,
})

const movementExport = exportedList<Movement>({
  endpoint: payment.exportHistory,
  name: 'payments',
  title: listNames.payments,
  statuses: paymentStatuses,
  category: { title: titleOf(movementRow.shape, 'pay_type'), labels: payTypes },
  columns: [
    movementColumn('payment_code', 20),
    movementColumn('createdAt', 20, { cell: (row) => formatInstant(row.createdAt) }),
    movementColumn('application_code', 20),
    movementColumn('kind', 16),
    movementColumn('customer', 30),
    movementColumn('lines', 40),
    movementColumn('pay_type', 14),
    paidBy('cash'),
    paidBy('transfer'),
    movementColumn('vat_value', 16, { includedInSum: isCounted }),
    movementColumn('status', 18),
    movementColumn('bank_reference', 22),
    movementColumn('note', 30),
    movementColumn('closing_code', 20),
    movementColumn('branch', 20),
    movementColumn('user', 24),
  ],
  ids: (ctx, query) =>
    sql`select p.payment_id as id from payment p where ${movementCondition(ctx, query)}
      order by ${orderOf(query, 'p')}`,
  rows: (ctx, ids) => exportedMovements.rows(ctx.tx, ids),
})

const closingColumn = columnBuilder<ClosingRow>(closingRow.shape)

const closingExport = exportedList<ClosingRow>({
  endpoint: closing.export,
  name: 'closings',
  title: entities.closing.label,
  statuses: {},
  columns: [
    closingColumn('closing_code', 20),
    closingColumn('day', 14),
    closingColumn('branch', 20),
    closingColumn('movements', 10, { title: units.entries }),
    closingColumn('expected_transfer', 16),
    closingColumn('expected_cash', 16),
    closingColumn('counted_cash', 16),
    closingColumn('difference', 14),
    closingColumn('deposit', 16),
    closingColumn('note', 30),
    closingColumn('user', 24),
    closingColumn('createdAt', 20, { cell: (row) => formatInstant(row.createdAt) }),
  ],
  ids: (ctx, query) =>
    sql`select c.closing_id as id from closing c where ${closingCondition(ctx, query)} order by ${closingOrder(query)}`,
  rows: (ctx, ids) => exportedClosings.rows(ctx.tx, ids),
})

export const paymentExports = [movementExport, closingExport]
