/** What waits for a decision that one may make, or has asked for. */
import { type ApprovalRow, approval } from '@khapdee/contract/entities/approval'
import { Ban, Check, FileText } from 'lucide-react'
import { useCallback, useState } from 'react'
import { applicationAddress } from '../../app/application-address.ts'
import { useCurrentBranch } from '../../app/current-branch.ts'
import { useDocumentTitle } from '../../app/document-title.ts'
import { Permitted } from '../../app/permitted.tsx'
import { asksOrDecides } from '../../app/waiting-decisions.ts'
import { BranchListCard } from '../../crud/branch-list-card.tsx'
import type { FilterSpec } from '../../crud/resource.ts'
import { totalText } from '../../crud/total-text.ts'
import { useTable } from '../../crud/use-table.ts'
import { PageHeader } from '../../ui/page.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { approvalColumns } from './approval-columns.tsx'
import { type Decision, DecisionDialog } from './decision-dialog.tsx'

const title = 'รายการรออนุมัติ'

const filters: readonly FilterSpec[] = [
  { name: 'branch', label: 'สาขา' },
  { name: 'type', label: 'ประเภท' },
]

const rowKey = ({ kind, id }: ApprovalRow) => `${kind}-${id}`

export function ApprovalList() {
  return (
    <Permitted toAnyOf={asksOrDecides}>
      <List />
    </Permitted>
  )
}

interface Choice {
  row: ApprovalRow
  decision: Decision
}

function List() {
  useDocumentTitle(title)
  const { value: branch } = useCurrentBranch()
  const table = useTable(approval.gettable, { defaults: { branch } })
  const [choice, setChoice] = useState<Choice | null>(null)
  const rowActions = useCallback((row: ApprovalRow) => actionsOf(row, setChoice), [])
  return (
    <>
      <PageHeader title={title} count={totalText(table)} />
      <BranchListCard
        name="approval"
        label={title}
        columns={approvalColumns}
        filters={filters}
        table={table}
        rows={table.rows}
        rowKey={rowKey}
        rowActions={rowActions}
      />
      {choice !== null && (
        <DecisionDialog
          {...choice}
          onClose={() => setChoice(null)}
          // Somebody else was faster: the row is no longer there to be decided.
          onRefused={table.retry}
        />
      )}
    </>
  )
}

/** One's own request is only looked at. */
function actionsOf(row: ApprovalRow, decide: (choice: Choice) => void): readonly RowAction[] {
  const view: RowAction = {
    id: 'view',
    label: 'ดูรายละเอียด',
    icon: FileText,
    href: applicationAddress(row),
  }
  if (!row.can_decide) return [view]
  const approve: RowAction = {
    id: 'approve',
    label: 'อนุมัติ',
    icon: Check,
    primary: true,
    onAction: () => decide({ row, decision: 'approve' }),
  }
  const reject: RowAction = {
    id: 'reject',
    label: 'ไม่อนุมัติ',
    icon: Ban,
    tone: 'danger',
    onAction: () => decide({ row, decision: 'reject' }),
  }
  return [approve, reject, view]
}
