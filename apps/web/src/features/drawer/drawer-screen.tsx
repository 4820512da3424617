/**
 * The cash drawers: the cash of the current branch and its parts, and the movements of all
 * branches.
 */
import { type DrawerRow, drawer } from '@khapdee/contract/entities/drawer'
import { titleOf } from '@khapdee/contract/field-meta'
import { type DrawerAction, drawerActions } from '@khapdee/domain/drawer'
import { entities } from '@khapdee/domain/entities'
import { Suspense, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { CashParts, drawerColumns } from '../../crud/drawer-parts.tsx'
import { requiredBranchColumn } from '../../crud/columns.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byDays, byStatus, byType } from '../../crud/list-search.ts'
import { useCurrentBranch } from '../../session/session.ts'
import { Permitted } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card } from '../../ui/page.tsx'

const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog)

const filters = [byType, byStatus, ...byDays]
const columns = [
  ...drawerColumns,
  requiredBranchColumn<DrawerRow>({ belowWidth: 860, under: 'kind' }),
  {
    id: 'closing_code',
    header: titleOf(drawer.row.shape, 'closing_code'),
    nowrap: true,
    cell: ({ closing_code }: DrawerRow) => closing_code || 'ยังไม่ปิดยอด',
  },
]
const rowKey = ({ drawer_move_id }: DrawerRow) => drawer_move_id
const actions = Object.keys(drawerActions) as DrawerAction[]

export function DrawerScreen() {
  return (
    <Permitted permission="drawer.view">
      <Drawer />
    </Permitted>
  )
}

function Drawer() {
  const { id } = useCurrentBranch()
  const { data, error, refetch } = useEndpoint(drawer.get, id === null ? {} : { branch_id: id }, {
    staleTime: 0,
  })
  const table = useBranchTable(drawer.gettable)
  const [action, setAction] = useState<DrawerAction | null>(null)
  const shown = data?.data
  return (
    <>
      <BranchScopedListScreen<DrawerRow>
        name="drawer"
        title={entities.drawer_move.label}
        actions={
          shown?.can_move &&
          actions
            .filter((kind) => kind !== 'opening' || shown.can_open)
            .map((kind) => (
              <Button key={kind} onPress={() => setAction(kind)}>
                {drawerActions[kind].label}
              </Button>
            ))
        }
        columns={columns}
        filters={filters}
        table={table}
        rowKey={rowKey}
      >
        {shown === undefined ? (
          <RecordLoading error={error} onRetry={() => void refetch()} />
        ) : (
          <Card title={shown.branch}>
            <div className="max-w-100">
              <CashParts parts={shown.parts} expected={shown.balance} />
            </div>
          </Card>
        )}
      </BranchScopedListScreen>
      {action !== null && shown !== undefined && (
        <Suspense fallback={null}>
          <MoveDialog
            kind={action}
            branch_id={shown.branch_id}
            branch={shown.branch}
            balance={shown.balance}
            onClose={() => setAction(null)}
          />
        </Suspense>
      )}
    </>
  )
}
