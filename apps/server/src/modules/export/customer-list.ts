/** The customers as a file. */
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { formatIdCard, maskIdCard } from '@khapdee/domain/id-card'
import type { Satang } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import { nationalities, noticeStates } from '@khapdee/domain/privacy-notice'
import { type Day, formatDay, formatInstant } from '@khapdee/domain/thai-date'
import { formatAddress } from '@khapdee/domain/format-address'
import { customerIds, exportedCustomers } from '../customer/customer-list.queries.ts'
import type { StoredCustomer } from '../customer/customer.queries.ts'
import { type Column, exportedList } from './export-list.ts'

interface Row extends StoredCustomer {
  id: number
  branch: string
  applications: number | null
  balance: Satang | null
  whole: boolean
}

const shown = ({ whole }: Row, number: string) =>
  whole ? formatIdCard(number) : maskIdCard(number)

const columns: readonly Column<Row>[] = [
  { title: 'คำนำหน้า', width: 10, cell: (row) => row.prefix },
  { title: 'ชื่อ–นามสกุล', width: 30, cell: (row) => row.name },
  {
    title: 'ประเภท',
    width: 14,
    cell: (row) => nationalities[row.is_foreigner ? 'foreign' : 'thai'].label,
  },
  { title: 'เลขประจำตัวประชาชน', width: 20, cell: (row) => shown(row, row.idcard) },
  { title: 'เลขที่หนังสือเดินทาง', width: 18, cell: (row) => shown(row, row.passport) },
  {
    title: 'วันเกิด',
    width: 14,
    cell: (row) => (row.birthday === null ? '' : formatDay(row.birthday as Day)),
  },
  { title: 'โทรศัพท์มือถือ', width: 15, cell: (row) => formatPhone(row.phone_1) },
  { title: 'โทรศัพท์สำรอง', width: 15, cell: (row) => formatPhone(row.phone_2) },
  { title: 'ที่อยู่', width: 50, cell: (row) => formatAddress(row) },
  { title: 'อีเมล', width: 24, cell: (row) => row.email },
  { title: 'ไลน์ไอดี', width: 16, cell: (row) => row.line },
  { title: 'จำนวนใบสมัคร', width: 14, cell: (row) => row.applications ?? '' },
  {
    title: 'ค้างชำระ',
    width: 14,
    cell: (row) => (row.balance === null ? '' : { satang: row.balance }),
  },
  {
    title: 'รับทราบประกาศความเป็นส่วนตัว',
    width: 28,
    cell: (row) => (row.privacy_notice_at === null ? '' : formatInstant(row.privacy_notice_at)),
  },
  { title: 'สาขา', width: 24, cell: (row) => row.branch },
  { title: 'วันที่บันทึก', width: 20, cell: (row) => formatInstant(row.createdAt) },
  { title: 'หมายเหตุ', width: 30, cell: (row) => row.note },
]

export const customers = exportedList<Row>({
  endpoint: customerRecord.export,
  name: 'customers',
  title: 'ผู้สมัคร',
  statuses: noticeStates,
  types: nationalities,
  columns,
  reveals: 'customer.reveal',
  ids: customerIds,
  rows: async (ctx, ids) => {
    const rows = await exportedCustomers.rows(ctx.tx, ctx, ids)
    const whole = ctx.may('customer.reveal')
    return rows.map((row) => ({ ...row, whole }))
  },
})
