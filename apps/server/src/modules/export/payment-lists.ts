/** The payment history and the day closes as files. */
import { type ClosingRow, closing } from '@khapdee/contract/entities/closing'
import { type Movement, payment } from '@khapdee/contract/entities/payment'
import { applicationKinds, payTypes, paymentStatuses } from '@khapdee/domain/application/status'
import { formatDay, formatInstant } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { closingColumns, closingOrder, kept as keptClosings } from '../closing/closing.queries.ts'
import { kept, movementColumns, movementTables, orderOf } from '../payment/payment.queries.ts'
import { type Column, exportedList } from './export-list.ts'

const isCounted = ({ status }: Movement) => status !== 'deleted'
const paidBy = (way: Movement['pay_type'], title: string): Column<Movement> => ({
  title,
  width: 14,
  cell: (row) => (row.pay_type === way ? { satang: row.paid } : ''),
  // A voided receipt is listed, but it is not money.
  counts: isCounted,
})

const movements = exportedList<Movement>({
  endpoint: payment.exportHistory,
  name: 'payments',
  title: 'ประวัติการชำระเงิน',
  statuses: paymentStatuses,
  columns: [
    { title: 'เลขที่เอกสาร', width: 20, cell: (row) => row.payment_code },
    { title: 'วันที่ชำระ', width: 20, cell: (row) => formatInstant(row.createdAt) },
    { title: 'เลขที่ใบสมัคร', width: 20, cell: (row) => row.application_code },
    { title: 'ประเภท', width: 16, cell: (row) => applicationKinds[row.kind].label },
    { title: 'ผู้สมัคร', width: 30, cell: (row) => row.customer },
    { title: 'รายการ', width: 40, cell: (row) => row.lines },
    { title: 'วิธีชำระเงิน', width: 14, cell: (row) => payTypes[row.pay_type].label },
    paidBy('cash', 'เงินสด'),
    paidBy('transfer', 'โอนเงิน'),
    { title: 'สถานะ', width: 18, cell: (row) => paymentStatuses[row.status].label },
    { title: 'เลขที่อ้างอิงธนาคาร', width: 22, cell: (row) => row.bank_reference },
    { title: 'เลขที่ปิดยอด', width: 20, cell: (row) => row.closing_code },
    { title: 'สาขา', width: 20, cell: (row) => row.branch },
    { title: 'ผู้บันทึก', width: 24, cell: (row) => row.user },
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

const closings = exportedList<ClosingRow>({
  endpoint: closing.export,
  name: 'closings',
  title: 'ปิดยอดประจำวัน',
  statuses: {},
  columns: [
    { title: 'เลขที่เอกสาร', width: 20, cell: (row) => row.closing_code },
    { title: 'ประจำวันที่', width: 14, cell: (row) => formatDay(row.day) },
    { title: 'สาขา', width: 20, cell: (row) => row.branch },
    { title: 'รายการ', width: 10, cell: (row) => row.movements },
    { title: 'เงินโอนตามระบบ', width: 16, cell: (row) => ({ satang: row.expected_transfer }) },
    { title: 'เงินสดตามระบบ', width: 16, cell: (row) => ({ satang: row.expected_cash }) },
    { title: 'เงินสดที่นับได้', width: 16, cell: (row) => ({ satang: row.counted_cash }) },
    { title: 'ส่วนต่าง', width: 14, cell: (row) => ({ satang: row.difference }) },
    { title: 'หมายเหตุ', width: 30, cell: (row) => row.note },
    { title: 'ผู้ปิดยอด', width: 24, cell: (row) => row.user },
    { title: 'วันที่บันทึก', width: 20, cell: (row) => formatInstant(row.createdAt) },
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
