/** The exported list of customers. */
import { customerFields } from '@khapdee/contract/entities/customer'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { titleOf } from '@khapdee/contract/field-meta'
import { exportQuery } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import { formatIdCard, maskIdCard } from '@khapdee/domain/id-card'
import type { Satang } from '@khapdee/domain/money'
import { nationalities, noticeStates } from '@khapdee/domain/privacy-notice'
import { formatInstant } from '@khapdee/domain/thai-date'
import { formatAddress } from '@khapdee/domain/format-address'
import { headings } from '@khapdee/domain/words'
import { customerIds, exportedCustomers } from '../customer/customer-list.queries.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import { type Column, columnBuilder, exportedList } from './export-list.ts'

interface Row extends StoredCustomer {
  id: number
  branch: string
  applications: number | null
  balance: Satang | null
  unmasked: boolean
}

const listed = customerRecord.gettable.output.shape.data.element

const formatNumber = ({ unmasked }: Row, number: string) =>
  unmasked ? formatIdCard(number) : maskIdCard(number)

const column = columnBuilder<Row>({ ...listed.shape, ...customerFields })

const columns: readonly Column<Row>[] = [
  column('prefix', 10),
  column('name', 30),
  column('is_foreigner', 14, {
    title: titleOf(exportQuery.shape, 'type'),
    cell: (row) => nationalities[row.is_foreigner ? 'foreign' : 'thai'].label,
  }),
  column('idcard', 20, { cell: (row) => formatNumber(row, row.idcard) }),
  column('passport', 18, { cell: (row) => formatNumber(row, row.passport) }),
  column('birthday', 14),
  column('phone_1', 15),
  column('phone_2', 15),
  { title: headings.address, width: 50, cell: (row) => formatAddress(row) },
  column('email', 24),
  column('line', 16),
  column('applications', 14, { title: 'จำนวนใบสมัคร' }),
  column('balance', 14, {
    cell: (row) => (row.balance === null ? '' : { satang: row.balance }),
  }),
  {
    title: 'รับทราบประกาศความเป็นส่วนตัว',
    width: 28,
    cell: (row) => (row.privacy_notice_at === null ? '' : formatInstant(row.privacy_notice_at)),
  },
  column('branch', 24),
  {
    title: titleOf(listed.shape, 'createdAt'),
    width: 20,
    cell: (row) => formatInstant(row.createdAt),
  },
  column('note', 30),
]

export const customerExport = exportedList<Row>({
  endpoint: customerRecord.export,
  name: 'customers',
  title: entities.customer.label,
  statuses: noticeStates,
  types: nationalities,
  columns,
  revealPermission: 'customer.reveal',
  ids: customerIds,
  rows: async (ctx, ids) => {
    const rows = await exportedCustomers.rows(ctx.tx, ctx, ids)
    const unmasked = ctx.may('customer.reveal')
    return rows.map((row) => ({ ...row, unmasked }))
  },
})
