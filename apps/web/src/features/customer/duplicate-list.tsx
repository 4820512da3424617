/** Pairs of records that may belong to one person, with links to merge them. */
import {
  customerMerge,
  type DuplicatePair,
  duplicateReasons,
} from '@khapdee/contract/entities/customer-merge'
import type { CustomerRow } from '@khapdee/contract/entities/customer'
import { fullName } from '@khapdee/domain/person-name'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDay } from '@khapdee/domain/thai-date'
import { Merge } from 'lucide-react'
import { paths, stringifySearch } from '../../shared/paths.ts'
import { useEndpoint } from '../../api/queries.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { BackButton, RecordLink } from '../../crud/actions.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import type { RowAction } from '../../ui/menu.tsx'

const title = 'ข้อมูลที่อาจซ้ำ'

function Person({ row }: { row: CustomerRow }) {
  const { idcard, passport, birthday, phone_1 } = row
  const details = [
    idcard || passport,
    birthday === null ? '' : `เกิด ${formatDay(birthday)}`,
    formatPhone(phone_1),
  ]
  return (
    <>
      <RecordLink to={paths.customers.record(row.customer_id)}>{fullName(row)}</RecordLink>
      <span className="flex flex-wrap gap-x-2.5 text-xs whitespace-nowrap text-muted">
        {details.filter(Boolean).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </span>
    </>
  )
}

const columns: readonly Column<DuplicatePair>[] = [
  {
    id: 'customer',
    header: 'รายการที่เก็บไว้',
    phoneSlot: 'title',
    cell: ({ customer }) => <Person row={customer} />,
  },
  { id: 'other', header: 'รายการที่อาจซ้ำ', cell: ({ other }) => <Person row={other} /> },
  {
    id: 'reasons',
    header: 'เหตุที่สงสัย',
    cell: ({ reasons }) => reasons.map((reason) => duplicateReasons[reason].label).join(' · '),
  },
]

const rowKey = ({ customer, other }: DuplicatePair) =>
  `${customer.customer_id} ${other.customer_id}`

const rowActions = ({ customer, other }: DuplicatePair): readonly RowAction[] => [
  {
    id: 'merge',
    label: 'ตรวจสอบและรวม',
    icon: Merge,
    primary: true,
    href: `${paths.customers.merge}${stringifySearch({ customer: customer.customer_id, other: other.customer_id })}`,
  },
]

export function DuplicateList() {
  return (
    <Permitted permission="customer.merge">
      <List />
    </Permitted>
  )
}

function List() {
  useDocumentTitle(title)
  const query = useEndpoint(customerMerge.duplicates, {}, { staleTime: 0 })
  const rows = query.data?.data ?? []
  return (
    <>
      <PageHeader
        title={title}
        aside={query.data && `${rows.length} คู่`}
        actions={<BackButton to={paths.customers.list} />}
      />
      <Card flush>
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          rowActions={rowActions}
          state={query.isPending ? 'loading' : query.isError ? 'error' : 'ready'}
          onRetry={() => void query.refetch()}
          empty={<EmptyState title="ไม่พบข้อมูลที่อาจซ้ำ" />}
        />
      </Card>
    </>
  )
}
