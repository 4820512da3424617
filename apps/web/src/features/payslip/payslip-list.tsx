/** The payslips of a month, by default the latest: one as PDF, or all of them in one file. */
import { payroll } from '@khapdee/contract/entities/payroll'
import type { PayrollRow } from '@khapdee/contract/entities/payroll-shapes'
import { payslip } from '@khapdee/contract/entities/payslip'
import { payslipTitle } from '@khapdee/domain/payroll/payslip'
import { payrollStatuses } from '@khapdee/domain/payroll/steps'
import { formatMonth } from '@khapdee/domain/thai-date'
import { isSet } from '@khapdee/contract/wire'
import { actionWords } from '@khapdee/domain/words'
import { Files, Printer } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { call } from '../../api/client.ts'
import { columnsOf } from '../../crud/columns.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byMonth, byPosition, byStatus, byText } from '../../crud/list-search.ts'
import { Permitted } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Money, StateChip, ThaiDay } from '../../ui/values.tsx'
import { printPayslip } from './print-payslip.ts'

const BatchDialog = lazyPart(async () => (await import('./batch-dialog.tsx')).BatchDialog)

const filters = [byMonth, byPosition, byStatus, byText]
const columns = columnsOf<PayrollRow>(payroll.row.shape, [
  { id: 'name', phoneSlot: 'title', cell: ({ name }) => name },
  { id: 'position', sortable: true, cell: ({ position }) => position || '–' },
  { id: 'branch', cell: ({ branch }) => branch },
  { id: 'month', nowrap: true, cell: ({ month }) => formatMonth(month) },
  { id: 'income', align: 'end', nowrap: true, cell: ({ income }) => <Money value={income} /> },
  {
    id: 'deduction',
    align: 'end',
    nowrap: true,
    cell: ({ deduction }) => <Money value={deduction} />,
  },
  {
    id: 'net',
    sortable: true,
    align: 'end',
    nowrap: true,
    phoneSlot: 'lead',
    cell: ({ net }) => <Money value={net} />,
  },
  { id: 'pay_date', nowrap: true, cell: ({ pay_date }) => <ThaiDay value={pay_date} /> },
  { id: 'payslip_code', nowrap: true, cell: ({ payslip_code }) => payslip_code ?? '–' },
  {
    id: 'status',
    phoneSlot: 'meta',
    cell: ({ status }) => <StateChip state={payrollStatuses[status]} />,
  },
])
const rowKey = ({ payroll_id }: PayrollRow) => payroll_id

export const PayslipList = () => (
  <Permitted permission="payroll.view">
    <Payslips />
  </Permitted>
)

function Payslips() {
  const table = useBranchTable(payroll.report)
  const [isMaking, setMaking] = useState(false)
  const { branch = 'all' } = table.filters
  const month = isSet(table.filters.month) ? table.filters.month : table.rows[0]?.month
  const rowActions = useCallback(
    ({ user_id, month: ofRow, is_approve }: PayrollRow) =>
      is_approve
        ? [
            {
              id: 'print',
              label: `${actionWords.print}${payslipTitle}`,
              icon: Printer,
              primary: true,
              onAction: () => void printPayslip(() => call(payslip.pdf, { user_id, month: ofRow })),
            },
          ]
        : [],
    [],
  )
  return (
    <>
      <BranchScopedListScreen<PayrollRow>
        name="payslips"
        title={payslipTitle}
        columns={columns}
        filters={filters}
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
        searchPlaceholder="ชื่อ ชื่อเล่น หรือชื่อผู้ใช้"
        actions={
          month !== undefined && (
            <Button icon={Files} onPress={() => setMaking(true)}>
              พิมพ์ทั้งงวด
            </Button>
          )
        }
      />
      {isMaking && month !== undefined && (
        <Suspense fallback={null}>
          <BatchDialog branch={branch} month={month} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  )
}
