/** Other fees and request fees: lists and forms. Only request fees can be state fees. */
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { titleOf, columnHeading } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { examUses, feeKinds, unconfirmedKindLabel } from '@khapdee/domain/fee-kinds'
import { byStatus, byText, byType } from '../../crud/list-search.ts'
import { pathsOf, starterLink } from '../../shared/paths.ts'
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
const feeColumns = <Row extends Fee>(
  href: (row: Row) => string,
): [Column<Row>, ...Column<Row>[]] => [
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

const [nameColumn, ...remainingColumns] = feeColumns<RecordOf<typeof otherFee>>((row) =>
  pathsOf('other_fee').record(row.other_fee_id),
)

/** The kind of a fee, and for exam fees its use. */
const kindText = ({ kind, exam_use }: RecordOf<typeof otherFee>) =>
  [feeKinds[kind].label, ...(exam_use === null ? [] : [examUses[exam_use].label])].join(' · ')

export const otherFees = defineResource({
  api: otherFee,
  itemLabel: entities.other_fee.list,
  columns: [
    nameColumn,
    {
      id: 'kind',
      header: titleOf(otherFee.fields.shape, 'kind'),
      sortable: true,
      narrow: { belowWidth: 900, under: 'name', cell: kindText },
      cell: (row) =>
        row.proposal === null ? kindText(row) : <Chip tone="warn">{unconfirmedKindLabel}</Chip>,
    },
    ...remainingColumns,
  ],
  filters: [byType, byStatus, byText],
  ListNotice: lazyPart(async () => (await import('./unconfirmed-notice.tsx')).UnconfirmedNotice),
  UpdatedDialog: lazyPart(
    async () => (await import('./grant-rights-dialog.tsx')).GrantRightsDialog,
  ),
  invalidates: ['otherfee', 'application'],
  importKind: 'other-fee',
  starter: starterLink,
  Fields: lazyPart(async () => (await import('./fee-fields.tsx')).OtherFeeFields),
})

const requestFeeColumns = feeColumns<RecordOf<typeof requestFee>>((row) =>
  pathsOf('request_fee').record(row.request_fee_id),
)

export const requestFees = defineResource({
  api: requestFee,
  itemLabel: entities.request_fee.list,
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
  starter: starterLink,
  Fields: lazyPart(async () => (await import('./fee-fields.tsx')).RequestFeeFields),
})
