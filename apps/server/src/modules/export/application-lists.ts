/** The lists of applications as files. */
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { ageInDays, agingBucket, agingBuckets } from '@khapdee/domain/application/aging'
import {
  type ApplicationKind,
  type ApplicationStatus,
  type RequestDecision,
  applicationKinds,
  applicationStatuses,
  requestDecisions,
} from '@khapdee/domain/application/status'
import { maskIdCard } from '@khapdee/domain/id-card'
import type { Satang } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { type Day, formatInstant, todayInBangkok } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { type Kinds, kept, orderOf, sortOf } from '../application/application-filter.ts'
import { kindOf, typeOf } from '../application/list-applications.ts'
import { matching } from '../application/matching.ts'
import { type Column, type ExportEndpoint, exportedList } from './export-list.ts'

interface Stored {
  id: number
  application_code: string
  type: ApplicationKind
  customer_name: string
  idcard: string
  phone_1: string
  course_name: string
  total: Satang
  discount: Satang
  net: Satang
  paid: Satang
  balance: Satang
  paid_cash: Satang
  paid_transfer: Satang
  status: ApplicationStatus
  decision: RequestDecision | null
  branch: string
  user: string
  createdAt: string
}

type Row = Stored & { today: Day }

async function readRows(ctx: UserContext, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Stored>`
    select a.application_id as id, a.application_code, a.type, a.customer_name, c.idcard, c.phone_1, a.course_name,
      a.total, a.discount, a.net, a.paid, a.balance, a.paid_cash, a.paid_transfer, a.status, a.decision,
      b.name as branch, ${userName('u')} as user, a."createdAt"
    from application a join customer c using (customer_id) join branch b on b.branch_id = a.branch_id
      join app_user u on u.user_id = a.created_by
    where a.application_id = any(${ids}::int[])`.execute(ctx.tx)
  const today = ctx.clock.today()
  return rows.map((row) => ({ ...row, today }))
}

function idsOf(ctx: UserContext, query: ListQuery, kinds: Kinds) {
  const { text } = query
  const found = isSet(text) ? sql`and ${matching(text)}` : sql``
  return sql`select a.application_id as id from application a
    where ${kept(ctx, query, kinds)} ${found} order by ${orderOf(sortOf(query), 'a')}`
}

type Amount = 'total' | 'discount' | 'net' | 'paid' | 'balance' | 'paid_cash' | 'paid_transfer'

const amount = (title: string, name: Amount): Column<Row> => ({
  title,
  width: 14,
  cell: (row) => ({ satang: row[name] }),
})

const code: Column<Row>[] = [
  { title: 'เลขที่ใบสมัคร', width: 20, cell: (row) => row.application_code },
  { title: 'วันที่บันทึก', width: 20, cell: (row) => formatInstant(row.createdAt) },
]
const kind: Column<Row> = {
  title: 'ประเภท',
  width: 16,
  cell: (row) => applicationKinds[row.type].label,
}
const person: Column<Row>[] = [
  { title: 'ผู้สมัคร', width: 30, cell: (row) => row.customer_name },
  { title: 'เลขประจำตัวประชาชน', width: 20, cell: (row) => maskIdCard(row.idcard) },
  { title: 'โทรศัพท์', width: 15, cell: (row) => formatPhone(row.phone_1) },
  { title: 'รายการ', width: 34, cell: (row) => row.course_name },
]
const price = [amount('ยอดรวม', 'total'), amount('ส่วนลด', 'discount')]
const money = [amount('ยอดสุทธิ', 'net'), amount('ชำระแล้ว', 'paid'), amount('ค้างชำระ', 'balance')]
const received = [amount('รวมเงินสด', 'paid_cash'), amount('รวมเงินโอน', 'paid_transfer')]
const status: Column<Row> = {
  title: 'สถานะ',
  width: 16,
  cell: (row) => applicationStatuses[row.status].label,
}
const decision: Column<Row> = {
  title: 'ผลการอนุมัติ',
  width: 14,
  cell: (row) => (row.decision === null ? '' : requestDecisions[row.decision].label),
}
const origin: Column<Row>[] = [
  { title: 'สาขา', width: 20, cell: (row) => row.branch },
  { title: 'ผู้บันทึก', width: 24, cell: (row) => row.user },
]

const ageOf = ({ createdAt, today }: Row) => ageInDays(todayInBangkok(new Date(createdAt)), today)
const age: Column<Row>[] = [
  { title: 'ค้างมาแล้ว (วัน)', width: 14, cell: ageOf },
  { title: 'ช่วงอายุหนี้', width: 14, cell: (row) => agingBuckets[agingBucket(ageOf(row))].label },
]

const list = (
  endpoint: ExportEndpoint,
  name: string,
  title: string | ((query: ListQuery) => string),
  kinds: (query: ListQuery) => Kinds,
  columns: readonly Column<Row>[],
) =>
  exportedList<Row>({
    endpoint,
    name,
    title,
    statuses: applicationStatuses,
    columns,
    ids: (ctx, query) => idsOf(ctx, query, kinds(query)),
    rows: readRows,
  })

const plain = [...code, ...person, ...price, ...money, status, ...origin]
const owed = [...code, kind, ...person, ...money, ...received, ...age, status, ...origin]

export const applicationLists = [
  list(
    application.export,
    'applications',
    (query) => applicationKinds[typeOf(query)].label,
    typeOf,
    plain,
  ),
  list(
    applicationFee.export,
    'other-fees',
    applicationKinds.other_fee.label,
    () => 'other_fee',
    plain,
  ),
  list(request.export, 'request-fees', applicationKinds.request_fee.label, () => 'request_fee', [
    ...code,
    ...person,
    ...price,
    ...money,
    status,
    decision,
    ...origin,
  ]),
  list(payment.exportOwed, 'pay-balance', 'ชำระยอดค้าง', kindOf, owed),
  list(payment.exportOverdue, 'overdue', 'รายการค้างชำระ', kindOf, owed),
]
