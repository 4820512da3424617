/** Other fees and request fees: lists and forms. Only request fees can be state fees. */
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { titleOf, columnHeading } from '@khapdee/contract/field-meta'
import { pathsOf } from '../../shared/paths.ts'
import { activeColumn, optionalBranchColumn } from '../../crud/columns.tsx'
import { RecordLink } from '../../crud/actions.tsx'
import { defineResource, type RecordOf } from '../../crud/resource.ts'
import { Chip, Money } from '../../ui/values.tsx'
import type { Column } from '../../ui/columns.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

type Fee = Pick<
  RecordOf<typeof otherFee>,
  'name' | 'price' | 'detail' | 'branch_name' | 'is_activate'
>

/** The columns that both kinds of fee have. */
const columnsOf = <Row extends Fee>(href: (row: Row) => string): readonly Column<Row>[] => [
  {
    id: 'name',
    header: titleOf(otherFee.fields.shape, 'name'),
    sortable: true,
    phoneSlot: 'title',
    cell: (row) => <RecordLink to={href(row)}>{row.name}</RecordLink>,
  },
  {
    id: 'price',
    header: columnHeading(otherFee.fields.shape, 'price'),
    align: 'end',
    sortable: true,
    cell: (row) => <Money value={row.price} />,
  },
  optionalBranchColumn,
  activeColumn,
]

export const otherFees = defineResource({
  api: otherFee,
  itemLabel: 'รายการค่าใช้จ่ายอื่น',
  columns: columnsOf<RecordOf<typeof otherFee>>((row) =>
    pathsOf('other_fee').record(row.other_fee_id),
  ),
  invalidates: ['otherfee', 'application'],
  importKind: 'other-fee',
  Fields: lazyPart(async () => (await import('./fee-fields.tsx')).OtherFeeFields),
})

const requestFeeColumns = columnsOf<RecordOf<typeof requestFee>>((row) =>
  pathsOf('request_fee').record(row.request_fee_id),
)

export const requestFees = defineResource({
  api: requestFee,
  itemLabel: 'รายการค่าคำขอ',
  columns: [
    ...requestFeeColumns,
    {
      id: 'is_state_fee',
      header: 'รับแทนราชการ',
      nowrap: true,
      narrow: {
        belowWidth: 900,
        under: 'name',
        cell: (row) => row.is_state_fee && 'ค่าธรรมเนียมของราชการ',
      },
      cell: (row) =>
        row.is_state_fee ? <Chip tone="info">ค่าธรรมเนียมของราชการ</Chip> : <span>–</span>,
    },
  ],
  invalidates: ['requestfee', 'application'],
  importKind: 'request-fee',
  Fields: lazyPart(async () => (await import('./fee-fields.tsx')).RequestFeeFields),
})
