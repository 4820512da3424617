/** The exported payment history and day closes. */
import { type ClosingRow, closing, closingRow } from '@khapdee/contract/entities/closing'
import {
  type Movement as WireMovement,
  movement as movementRow,
  payment,
} from '@khapdee/contract/entities/payment'
import { payTypes, paymentStatuses } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { listNames } from '@khapdee/domain/list-names'
import { formatInstant } from '@khapdee/domain/thai-date'
import { units } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { closingCondition, closingOrder } from '../closing/closing.queries.ts'
import { exportedClosings } from '../closing/read-closing.queries.ts'
import { exportedMovements, movementCondition, orderOf } from '../payment/payment.queries.ts'
import { type Column, columnsOf, exportedList } from './export-list.ts'

/** A row of the payment history without its id, which has no column. */
type Movement = Omit<WireMovement, 'payment_id'>

const isCounted = ({ status }: Movement) => status !== 'deleted'
const movement = columnsOf<Movement>(movementRow.shape)
const paidBy = (payType: Movement['pay_type']): Column<Movement> => ({
  title: payTypes[payType].label,
  width: 14,
  cell: (row) => (row.pay_type === payType ? { satang: row.paid } : ''),
  // Voided receipts are listed, but not summed.
  counts: isCounted,
})

const movements = exportedList<Movement>({
  endpoint: payment.exportHistory,
  name: 'payments',
  title: listNames.payments,
  statuses: paymentStatuses,
  columns: [
    movement('payment_code', 20),
    movement('createdAt', 20, { cell: (row) => formatInstant(row.createdAt) }),
    movement('application_code', 20),
    movement('kind', 16),
    movement('customer', 30),
    movement('lines', 40),
    movement('pay_type', 14),
    paidBy('cash'),
    paidBy('transfer'),
    movement('status', 18),
    movement('bank_reference', 22),
    movement('closing_code', 20),
    movement('branch', 20),
    movement('user', 24),
  ],
  ids: (ctx, query) =>
    sql`select p.payment_id as id from payment p where ${movementCondition(ctx, query)}
      order by ${orderOf(query, 'p')}`,
  rows: (ctx, ids) => exportedMovements.rows(ctx.tx, ids),
})

const closed = columnsOf<ClosingRow>(closingRow.shape)

const closings = exportedList<ClosingRow>({
  endpoint: closing.export,
  name: 'closings',
  title: entities.closing.label,
  statuses: {},
  columns: [
    closed('closing_code', 20),
    closed('day', 14),
    closed('branch', 20),
    closed('movements', 10, { title: units.entries }),
    closed('expected_transfer', 16),
    closed('expected_cash', 16),
    closed('counted_cash', 16),
    closed('difference', 14),
    closed('note', 30),
    closed('user', 24),
    closed('createdAt', 20, { cell: (row) => formatInstant(row.createdAt) }),
  ],
  ids: (ctx, query) =>
    sql`select c.closing_id as id from closing c where ${closingCondition(ctx, query)} order by ${closingOrder(query)}`,
  rows: (ctx, ids) => exportedClosings.rows(ctx.tx, ids),
})

export const paymentLists = [movements, closings]
