/** The columns of the list of customers. */
import type { ListedCustomer } from '@khapdee/contract/entities/customer-record'
import { fullName } from '@khapdee/domain/person-name'
import { districtLabel } from '@khapdee/domain/address'
import { formatPhone } from '@khapdee/domain/phone'
import { nationalities, noticeStates } from '@khapdee/domain/privacy-notice'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { paths } from '../../shared/paths.ts'
import { ownBranch } from '../../crud/columns.tsx'
import { RecordLink } from '../../crud/actions.tsx'
import { Chip, Money, ThaiDay } from '../../ui/values.tsx'
import type { Column } from '../../ui/columns.tsx'

const placeOf = ({ district, province }: ListedCustomer) =>
  [district && `${districtLabel(province).district}${district}`, province].filter(Boolean).join(' ')

function madeOn({ createdAt }: ListedCustomer) {
  return <ThaiDay value={todayInBangkok(new Date(createdAt))} />
}

export const customerColumns: readonly Column<ListedCustomer>[] = [
  {
    id: 'name',
    header: 'ชื่อ–นามสกุล',
    sortable: true,
    phone: 'title',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <RecordLink to={paths.customers.record(row.customer_id)}>{fullName(row)}</RecordLink>
        {row.is_foreigner && <Chip tone="info">{nationalities.foreign.label}</Chip>}
      </span>
    ),
  },
  {
    id: 'idcard',
    header: 'เลขประจำตัว',
    nowrap: true,
    cell: ({ idcard }) => idcard || '–',
  },
  {
    id: 'phone_1',
    header: 'โทรศัพท์มือถือ',
    nowrap: true,
    phone: 'lead',
    cell: ({ phone_1 }) => formatPhone(phone_1) || '–',
  },
  {
    id: 'place',
    header: 'ที่อยู่',
    narrow: { below: 1180, under: 'name', cell: placeOf },
    cell: (row) => placeOf(row) || '–',
  },
  ownBranch(1280, 'phone_1'),
  {
    id: 'applications',
    header: 'ใบสมัคร',
    align: 'end',
    cell: ({ applications }) => applications ?? '–',
  },
  {
    id: 'balance',
    header: 'ค้างชำระ',
    align: 'end',
    cell: ({ balance }) =>
      balance === null ? '–' : <Money value={balance} tone={balance > 0 ? 'owed' : 'muted'} />,
  },
  {
    id: 'createdAt',
    header: 'วันที่บันทึก',
    sortable: true,
    nowrap: true,
    // Under a number and without its head it could be taken for the birthday.
    narrow: { below: 1000, under: 'idcard', cell: (row) => <>วันที่บันทึก {madeOn(row)}</> },
    cell: madeOn,
  },
  {
    id: 'notice',
    header: 'ประกาศความเป็นส่วนตัว',
    nowrap: true,
    phone: 'meta',
    cell: ({ privacy_notice_at }) =>
      privacy_notice_at === null ? (
        <Chip tone="warn">{noticeStates.missing.label}</Chip>
      ) : (
        <Chip tone="ok">{noticeStates.given.label}</Chip>
      ),
  },
]
