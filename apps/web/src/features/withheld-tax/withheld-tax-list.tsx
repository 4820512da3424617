/**
 * Tax withheld from payees: the amounts owed to the Revenue Department by month and return, and the
 * expenses with their certificates.
 */
import { type WithheldTaxRow, withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { supplierReturns, withheldStates, withheldTaxTitle } from '@khapdee/domain/withheld-tax'
import { actionWords } from '@khapdee/domain/words'
import { Printer } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { ExportButton, RecordLink, viewAction } from '../../crud/actions.tsx'
import { bookRanges } from '../../crud/book-ranges.ts'
import { columnsOf, requiredBranchColumn } from '../../crud/columns.tsx'
import { BranchScopedListScreen, ListTotals, useBranchTable } from '../../crud/list-screen.tsx'
import { byDaysOf, byStatus, byText, byType, type FilterSpec } from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'
import { Money, StateChip, ThaiDay } from '../../ui/values.tsx'
import { OwedTable } from './owed-table.tsx'
import { noReturn, type RemittableTax } from './shapes.ts'

const RemitDialog = lazyPart(async () => (await import('./remit-dialog.tsx')).RemitDialog)
const CertificateDialog = lazyPart(
  async () => (await import('./certificate-dialog.tsx')).CertificateDialog,
)

const filters: readonly FilterSpec[] = [
  { ...byType, label: fieldTitles.taxReturn },
  byStatus,
  ...byDaysOf(bookRanges),
  byText,
]

const totals = [
  { name: 'withheld', label: 'หักไว้' },
  { name: 'remitted', label: withheldStates.remitted.label },
  { name: 'owed', label: withheldStates.owed.label },
] as const

const rowKey = ({ entry_id }: WithheldTaxRow) => entry_id

const columns = columnsOf<WithheldTaxRow>(withheldTax.row.shape, [
  {
    id: 'date',
    width: '6.5rem',
    sortable: true,
    nowrap: true,
    narrow: { belowWidth: 720, under: 'payee' },
    cell: ({ date }) => <ThaiDay value={date} />,
  },
  {
    id: 'payee',
    sortable: true,
    phoneSlot: 'title',
    cell: ({ entry_id, payee, payee_tax_id, name }) => (
      <span className="flex min-w-36 flex-col">
        <RecordLink to={paths.expenses.record(entry_id)}>{payee || name}</RecordLink>
        <span className="text-xs whitespace-nowrap text-muted">{payee_tax_id || noReturn}</span>
      </span>
    ),
  },
  {
    id: 'name',
    narrow: { belowWidth: 1000, under: 'payee' },
    cell: ({ name }) => <span className="line-clamp-2">{name}</span>,
  },
  {
    id: 'code',
    width: '9.75rem',
    nowrap: true,
    narrow: { belowWidth: 1250, under: 'payee' },
    cell: ({ code }) => code,
  },
  {
    id: 'return',
    width: '6rem',
    nowrap: true,
    cell: ({ return: kind }) => (kind === null ? '–' : supplierReturns[kind].label),
  },
  { ...requiredBranchColumn({ belowWidth: 1320, under: 'return' }), width: '8rem' },
  {
    id: 'value',
    width: '7rem',
    align: 'end',
    sortable: true,
    cell: ({ value }) => <Money value={value} />,
  },
  {
    id: 'wht_value',
    width: '7rem',
    align: 'end',
    sortable: true,
    cell: ({ wht_value }) => <Money value={wht_value} />,
  },
  {
    id: 'certificate',
    width: '9.75rem',
    nowrap: true,
    narrow: { belowWidth: 1320, under: 'return', cell: ({ certificate }) => certificate },
    cell: ({ certificate }) => certificate || '–',
  },
  {
    id: 'state',
    width: '9.75rem',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ state, remitted_by, remitted_code }) => (
      <span className="flex flex-col items-start gap-0.5">
        <StateChip state={withheldStates[state]} />
        {remitted_by !== null && (
          <span className="text-xs">
            <RecordLink to={paths.expenses.record(remitted_by)}>{remitted_code}</RecordLink>
          </span>
        )}
      </span>
    ),
  },
])

export const WithheldTaxList = () => (
  <Permitted permission="accounting.view">
    <List />
  </Permitted>
)

function List() {
  const { can } = useSession()
  const table = useBranchTable(withheldTax.gettable)
  const [remitted, setRemitted] = useState<RemittableTax | null>(null)
  const [certified, setCertified] = useState<WithheldTaxRow | null>(null)
  const rowActions = useMemo(
    () =>
      (row: WithheldTaxRow): readonly RowAction[] => [
        viewAction(paths.expenses.record(row.entry_id)),
        ...(row.return === null || row.payee === ''
          ? []
          : [
              {
                id: 'certificate',
                label: actionWords.printTaxCertificate,
                icon: Printer,
                primary: true,
                onAction: () => setCertified(row),
              },
            ]),
      ],
    [],
  )
  const { answer, setFilters } = table
  return (
    <>
      <BranchScopedListScreen<WithheldTaxRow>
        name="withheld-tax"
        title={withheldTaxTitle}
        actions={<ExportButton endpoint={withheldTax.export} table={table} />}
        columns={columns}
        filters={filters}
        searchPlaceholder="ผู้รับเงิน เลขผู้เสียภาษี หรือเลขที่เอกสาร"
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
      >
        <OwedTable
          rows={answer?.owed}
          onRemit={can('accounting.create') ? setRemitted : null}
          onShow={setFilters}
        />
        <ListTotals value={answer?.total} state={table.state} totals={totals} />
      </BranchScopedListScreen>
      {remitted !== null && (
        <Suspense fallback={null}>
          <RemitDialog owed={remitted} onClose={() => setRemitted(null)} />
        </Suspense>
      )}
      {certified !== null && (
        <Suspense fallback={null}>
          <CertificateDialog row={certified} onClose={() => setCertified(null)} />
        </Suspense>
      )}
    </>
  )
}
