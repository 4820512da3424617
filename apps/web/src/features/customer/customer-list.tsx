/** The list of customers. */
import { customerRecord, type ListedCustomer } from '@khapdee/contract/entities/customer-record'
import { districtLabel } from '@khapdee/domain/address'
import { entities } from '@khapdee/domain/entities'
import { fullName } from '@khapdee/domain/person-name'
import { formatPhone } from '@khapdee/domain/phone'
import { nationalities, noticeStates } from '@khapdee/domain/privacy-notice'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { CopyCheck } from 'lucide-react'
import { ExportButton, ImportLink, RecordLink } from '../../crud/actions.tsx'
import { columnsOf, requiredBranchColumn } from '../../crud/columns.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byDays, byStatus, byText, byType } from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Chip, Money, ThaiDay } from '../../ui/values.tsx'

const filters = [byType, { ...byStatus, label: 'ประกาศความเป็นส่วนตัว' }, ...byDays, byText]

const rowKey = ({ customer_id }: ListedCustomer) => customer_id

export function CustomerList() {
  return (
    <Permitted permission="customer.view">
      <List />
    </Permitted>
  )
}

function List() {
  const { can } = useSession()
  const table = useBranchTable(customerRecord.gettable)
  return (
    <BranchScopedListScreen
      name="customer"
      title={entities.customer.label}
      actions={
        <>
          {can('customer.merge') && (
            <Link to={paths.customers.duplicates} className={buttonClass()}>
              <CopyCheck size={16} aria-hidden />
              ข้อมูลที่อาจซ้ำ
            </Link>
          )}
          <ImportLink kind="customer" />
          <ExportButton endpoint={customerRecord.export} table={table} />
        </>
      }
      columns={customerColumns}
      filters={filters}
      searchPlaceholder="ชื่อ เลขบัตร หรือเบอร์โทร"
      table={table}
      rowKey={rowKey}
    />
  )
}

/** The district, with its Thai prefix, and the province. */
const placeOf = ({ district, province }: ListedCustomer) =>
  [district && `${districtLabel(province).district}${district}`, province].filter(Boolean).join(' ')

function createdOn({ createdAt }: ListedCustomer) {
  return <ThaiDay value={todayInBangkok(new Date(createdAt))} />
}

const customerColumns = columnsOf<ListedCustomer>(
  customerRecord.gettable.output.shape.data.element.shape,
  [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <RecordLink to={paths.customers.record(row.customer_id)}>{fullName(row)}</RecordLink>
          {row.is_foreigner && <Chip tone="info">{nationalities.foreign.label}</Chip>}
        </span>
      ),
    },
    {
      id: 'idcard',
      nowrap: true,
      cell: ({ idcard, is_walk_in }) => (is_walk_in ? headings.walkIn : idcard || '–'),
    },
    {
      id: 'phone_1',
      nowrap: true,
      phoneSlot: 'lead',
      cell: ({ phone_1 }) => formatPhone(phone_1) || '–',
    },
    {
      id: 'place',
      header: headings.address,
      narrow: { belowWidth: 1180, under: 'name', cell: placeOf },
      cell: (row) => placeOf(row) || '–',
    },
    requiredBranchColumn({ belowWidth: 1280, under: 'phone_1' }),
    {
      id: 'applications',
      align: 'end',
      cell: ({ applications }) => applications ?? '–',
    },
    {
      id: 'balance',
      align: 'end',
      cell: ({ balance }) =>
        balance === null ? '–' : <Money value={balance} tone={balance > 0 ? 'owed' : 'muted'} />,
    },
    {
      id: 'createdAt',
      sortable: true,
      nowrap: true,
      // Labelled, because on narrow screens the day could be mistaken for the birthday.
      narrow: { belowWidth: 1000, under: 'idcard', cell: (row) => <>วันที่บันทึก {createdOn(row)}</> },
      cell: createdOn,
    },
    {
      id: 'notice',
      header: 'ประกาศความเป็นส่วนตัว',
      nowrap: true,
      phoneSlot: 'meta',
      cell: ({ privacy_notice_at }) =>
        privacy_notice_at === null ? (
          <Chip tone="warn">{noticeStates.missing.label}</Chip>
        ) : (
          <Chip tone="ok">{noticeStates.given.label}</Chip>
        ),
    },
  ],
)
