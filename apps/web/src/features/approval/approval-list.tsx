/** What waits for a decision that one may make, or has asked for. */
import { approval, type ApprovalRow } from '@khapdee/contract/entities/approval'
import { Ban, Check } from 'lucide-react'
import { useCallback, useState } from 'react'
import { applicationPath } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { approvalPermissions } from '../../shared/waiting-decisions.ts'
import { BranchListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byBranch, byType } from '../../crud/list-search.ts'
import { viewAction } from '../../crud/actions.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { approvalColumns } from './approval-columns.tsx'
import { type Decision, DecisionDialog } from './decision-dialog.tsx'

const filters = [byBranch, byType]

const rowKey = ({ kind, id }: ApprovalRow) => `${kind}-${id}`

export function ApprovalList() {
  return (
    <Permitted toAnyOf={approvalPermissions}>
      <List />
    </Permitted>
  )
}

interface Choice {
  row: ApprovalRow
  decision: Decision
}

function List() {
  const table = useBranchTable(approval.gettable)
  const [choice, setChoice] = useState<Choice | null>(null)
  const rowActions = useCallback((row: ApprovalRow) => actionsOf(row, setChoice), [])
  return (
    <>
      <BranchListScreen
        name="approval"
        title="รายการรออนุมัติ"
        columns={approvalColumns}
        filters={filters}
        table={table}
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
  const view = viewAction(applicationPath(row))
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
