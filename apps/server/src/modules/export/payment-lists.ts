/** The payment history and the day closes as files. */
import { type ClosingRow, closing, closingRow } from '@khapdee/contract/entities/closing'
import { type Movement, movement as movementRow, payment } from '@khapdee/contract/entities/payment'
import { payTypes, paymentStatuses } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { formatInstant } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { closingColumns, closingOrder, kept as keptClosings } from '../closing/closing.queries.ts'
import { kept, movementColumns, movementTables, orderOf } from '../payment/payment.queries.ts'
import { type Column, columnsOf, exportedList } from './export-list.ts'

const isCounted = ({ status }: Movement) => status !== 'deleted'
const movement = columnsOf<Movement>(movementRow.shape)
const paidBy = (way: Movement['pay_type']): Column<Movement> => ({
  title: payTypes[way].label,
  width: 14,
  cell: (row) => (row.pay_type === way ? { satang: row.paid } : ''),
  // Voided receipts are listed, but not summed.
  counts: isCounted,
})

const movements = exportedList<Movement>({
  endpoint: payment.exportHistory,
  name: 'payments',
  title: 'ประวัติการชำระเงิน',
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
    sql`select p.payment_id as id from payment p where ${kept(ctx, query)}
      order by ${orderOf(query, 'p')}`,
  rows: async (ctx: UserContext, ids) => {
    const { rows } = await sql<Movement & { id: number }>`
      select p.payment_id as id, ${movementColumns} from payment p ${movementTables}
      where p.payment_id = any(${ids}::int[])`.execute(ctx.tx)
    return rows
  },
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
    closed('movements', 10, { title: 'รายการ' }),
    closed('expected_transfer', 16),
    closed('expected_cash', 16),
    closed('counted_cash', 16),
    closed('difference', 14),
    closed('note', 30),
    closed('user', 24),
    closed('createdAt', 20, { cell: (row) => formatInstant(row.createdAt) }),
  ],
  ids: (ctx, query) =>
    sql`select c.closing_id as id from closing c where ${keptClosings(ctx, query)} order by ${closingOrder(query)}`,
  rows: async (ctx: UserContext, ids) => {
    const { rows } = await sql<ClosingRow & { id: number }>`
      select c.closing_id as id, ${closingColumns}
      from closing c join branch b using (branch_id) join app_user u on u.user_id = c.created_by
      where c.closing_id = any(${ids}::int[])`.execute(ctx.tx)
    return rows
  },
})

export const paymentLists = [movements, closings]
