/** The payslips of the signed-in user, latest first. */
import { payroll } from '@khapdee/contract/entities/payroll'
import { payslip } from '@khapdee/contract/entities/payslip'
import { ownPayslipsTitle, payslipTitle } from '@khapdee/domain/payroll/payslip'
import { payrollStatuses } from '@khapdee/domain/payroll/steps'
import { formatMonth } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { Printer } from 'lucide-react'
import { call } from '../../api/client.ts'
import { useEndpoint } from '../../api/queries.ts'
import { columnsOf } from '../../crud/columns.tsx'
import { useDocumentTitle } from '../../shared/screen.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Money, StateChip, ThaiDay } from '../../ui/values.tsx'
import { OwnCertificates } from './own-certificates.tsx'
import { printPayslip } from './print-payslip.ts'

type Row = Awaited<ReturnType<typeof readOwn>>['data'][number]
const readOwn = () => call(payroll.own, {})

const columns = columnsOf<Row>(payroll.row.shape, [
  { id: 'month', phoneSlot: 'title', nowrap: true, cell: ({ month }) => formatMonth(month) },
  { id: 'position', cell: ({ position }) => position || '–' },
  { id: 'income', align: 'end', nowrap: true, cell: ({ income }) => <Money value={income} /> },
  {
    id: 'deduction',
    align: 'end',
    nowrap: true,
    cell: ({ deduction }) => <Money value={deduction} />,
  },
  {
    id: 'net',
    align: 'end',
    nowrap: true,
    phoneSlot: 'lead',
    cell: ({ net }) => <Money value={net} />,
  },
  { id: 'pay_date', nowrap: true, cell: ({ pay_date }) => <ThaiDay value={pay_date} /> },
  {
    id: 'status',
    phoneSlot: 'meta',
    cell: ({ status }) => <StateChip state={payrollStatuses[status]} />,
  },
])
const rowKey = ({ payroll_id }: Row) => payroll_id
const noRows: readonly Row[] = []
const rowActions = ({ month }: Row) => [
  {
    id: 'print',
    label: `${actionWords.print}${payslipTitle}`,
    icon: Printer,
    primary: true,
    onAction: () => void printPayslip(() => call(payslip.own, { month })),
  },
]

export function OwnPayslips() {
  useDocumentTitle(ownPayslipsTitle)
  const { data, isError, refetch } = useEndpoint(payroll.own, {})
  return (
    <>
      <PageHeader title={ownPayslipsTitle} />
      <Card flush>
        <DataTable
          label={ownPayslipsTitle}
          columns={columns}
          rows={data?.data ?? noRows}
          rowKey={rowKey}
          rowActions={rowActions}
          state={isError ? 'error' : data === undefined ? 'loading' : 'ready'}
          onRetry={() => void refetch()}
          empty={<EmptyState hint="สลิปเงินเดือนแสดงเมื่อเงินเดือนได้รับอนุมัติแล้ว" />}
        />
      </Card>
      <OwnCertificates />
    </>
  )
}
