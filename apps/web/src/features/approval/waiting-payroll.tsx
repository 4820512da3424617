/**
 * The months of payroll that wait for the user, with a link to those of each branch; renders
 * nothing without any.
 */
import { approval, type WaitingPayroll as Waiting } from '@khapdee/contract/entities/approval'
import { entities } from '@khapdee/domain/entities'
import { payrollDecisions, payrollStatuses } from '@khapdee/domain/payroll/steps'
import { formatMonth } from '@khapdee/domain/thai-date'
import { useEndpoint } from '../../api/queries.ts'
import { useBranchFilter } from '../../session/session.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { columnsOf, requiredBranchColumn } from '../../crud/columns.tsx'
import { paths } from '../../shared/paths.ts'
import { refetchIntervalMs } from '../../shared/waiting-decisions.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Card } from '../../ui/page.tsx'
import { countText, Money, StateChip } from '../../ui/values.tsx'

const columns = columnsOf<Waiting>(approval.payrollRow.shape, [
  {
    id: 'month',
    nowrap: true,
    phoneSlot: 'title',
    cell: ({ branch_id, month, step }) => (
      <RecordLink
        to={paths.payroll}
        search={{ branch: String(branch_id), month, status: payrollDecisions[step].status }}
      >
        {formatMonth(month)}
      </RecordLink>
    ),
  },
  {
    id: 'step',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ step }) => <StateChip state={payrollStatuses[payrollDecisions[step].status]} />,
  },
  { ...requiredBranchColumn({ belowWidth: 700, under: 'month' }) },
  { id: 'user', cell: ({ user }) => user },
  { id: 'count', align: 'end', nowrap: true, cell: ({ count }) => countText(count) },
  { id: 'net', align: 'end', nowrap: true, cell: ({ net }) => <Money value={net} /> },
])
const rowKey = ({ branch_id, month, step }: Waiting) => `${branch_id} ${month} ${step}`

export function WaitingPayroll() {
  const branch = useBranchFilter()
  const { data } = useEndpoint(approval.payroll, branch, {
    staleTime: 0,
    refetchInterval: refetchIntervalMs,
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <Card title={entities.payroll_month.label} flush>
      <DataTable
        label={entities.payroll_month.label}
        columns={columns}
        rows={data.data}
        rowKey={rowKey}
        state="ready"
      />
    </Card>
  )
}
