/** The register of certificates of tax withheld from pay, with their issue and cancellation. */
import { type TaxCertificateRow, taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import { titleOf } from '@khapdee/contract/field-meta'
import type { Satang } from '@khapdee/domain/money'
import { entities, listLabel } from '@khapdee/domain/entities'
import {
  payReturns,
  shortCertificateTitle,
  taxCertificateStates,
} from '@khapdee/domain/payroll/tax-certificate'
import { formatYear } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { Ban, FilePlus, Printer } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { call } from '../../api/client.ts'
import { ExportButton } from '../../crud/actions.tsx'
import { columnsOf, userAndTimeColumn } from '../../crud/columns.tsx'
import { BranchScopedListScreen, ListTotals, useBranchTable } from '../../crud/list-screen.tsx'
import { byMonth, byStatus, byText, byType, type FilterSpec } from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { printPdf } from '../../shared/print.ts'
import { Permitted } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'
import { Money, StateChip } from '../../ui/values.tsx'

const IssueDialog = lazyPart(async () => (await import('./issue-dialog.tsx')).IssueDialog)
const CancelDialog = lazyPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

const shape = taxCertificate.row.shape
const filters: readonly FilterSpec[] = [
  { ...byMonth, label: titleOf(shape, 'year') },
  { ...byType, label: titleOf(shape, 'return') },
  byStatus,
  byText,
]
const totals = [
  { name: 'income', label: titleOf(shape, 'income') },
  { name: 'tax', label: titleOf(shape, 'tax') },
] as const

/** The amount on a certificate, and below it the amount of the books now, if it differs. */
function Figure({ value, present }: { value: Satang; present: Satang | null }) {
  return (
    <>
      <Money value={value} />
      {present !== null && present !== value && (
        <span className="block text-xs text-muted">
          ปัจจุบัน <Money value={present} />
        </span>
      )}
    </>
  )
}

const columns = columnsOf<TaxCertificateRow>(shape, [
  { id: 'certificate_code', sortable: true, nowrap: true, cell: (row) => row.certificate_code },
  { id: 'name', phoneSlot: 'title', cell: ({ name }) => name },
  { id: 'year', sortable: true, nowrap: true, cell: ({ year }) => formatYear(year) },
  {
    id: 'return',
    nowrap: true,
    narrow: { belowWidth: 1280, under: 'year' },
    cell: (row) => payReturns[row.return].label,
  },
  {
    id: 'branch',
    narrow: { belowWidth: 1280, under: 'name' },
    cell: ({ branch }) => branch,
  },
  {
    id: 'income',
    align: 'end',
    sortable: true,
    nowrap: true,
    cell: ({ income, present_income, status }) => (
      <Figure value={income} present={status === 'differs' ? present_income : null} />
    ),
  },
  {
    id: 'tax',
    align: 'end',
    sortable: true,
    nowrap: true,
    cell: ({ tax, present_tax, status }) => (
      <Figure value={tax} present={status === 'differs' ? present_tax : null} />
    ),
  },
  {
    id: 'status',
    phoneSlot: 'meta',
    cell: ({ status, cancel_note }) => (
      <>
        <StateChip state={taxCertificateStates[status]} />
        {cancel_note !== '' && <span className="block text-xs text-muted">{cancel_note}</span>}
      </>
    ),
  },
  userAndTimeColumn(titleOf(shape, 'user')),
])
const rowKey = ({ tax_certificate_id }: TaxCertificateRow) => tax_certificate_id

export const TaxCertificateList = () => (
  <Permitted permission="payroll.view">
    <Certificates />
  </Permitted>
)

function Certificates() {
  const { can } = useSession()
  const table = useBranchTable(taxCertificate.gettable)
  const [isIssuing, setIssuing] = useState(false)
  const [cancelled, setCancelled] = useState<TaxCertificateRow | null>(null)
  const mayIssue = can('payroll.export')
  const rowActions = useCallback(
    (row: TaxCertificateRow): RowAction[] => [
      {
        id: 'print',
        label: actionWords.printTaxCertificate,
        icon: Printer,
        primary: true,
        onAction: () =>
          void printPdf(() =>
            call(taxCertificate.pdf, { tax_certificate_id: row.tax_certificate_id }),
          ),
      },
      ...(mayIssue && row.status !== 'cancelled'
        ? [
            {
              id: 'cancel',
              label: `${actionWords.cancel}${shortCertificateTitle}`,
              icon: Ban,
              tone: 'danger' as const,
              onAction: () => setCancelled(row),
            },
          ]
        : []),
    ],
    [mayIssue],
  )
  return (
    <>
      <BranchScopedListScreen<TaxCertificateRow>
        name="tax-certificates"
        title={listLabel(entities.tax_certificate)}
        columns={columns}
        filters={filters}
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
        searchPlaceholder="ชื่อ ชื่อเล่น หรือเลขที่"
        empty={
          <EmptyState
            title={`ยังไม่มี${shortCertificateTitle}`}
            hint={mayIssue && `เริ่มจากปุ่ม ออก${shortCertificateTitle}`}
          />
        }
        actions={
          <>
            <ExportButton endpoint={taxCertificate.export} table={table} />
            {mayIssue && (
              <Button kind="primary" icon={FilePlus} onPress={() => setIssuing(true)}>
                {actionWords.issue}
                {shortCertificateTitle}
              </Button>
            )}
          </>
        }
      >
        <ListTotals value={table.answer?.total} state={table.state} totals={totals} />
      </BranchScopedListScreen>
      <Suspense fallback={null}>
        {isIssuing && (
          <IssueDialog branch={table.filters.branch} onClose={() => setIssuing(false)} />
        )}
        {cancelled !== null && (
          <CancelDialog certificate={cancelled} onClose={() => setCancelled(null)} />
        )}
      </Suspense>
    </>
  )
}
