/** The petty cash of the branches: its holders with their limits and balances. */
import { type PettyCashRow, pettyCash } from '@khapdee/contract/entities/petty-cash'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { Pencil, Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { RecordLink, viewAction } from '../../crud/actions.tsx'
import { activeColumn, columnsOf } from '../../crud/columns.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byStatus, byText } from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'
import { Money, ThaiInstant } from '../../ui/values.tsx'

const HolderDialog = lazyPart(async () => (await import('./holder-dialog.tsx')).HolderDialog)

const filters = [byStatus, byText]
const pathOf = ({ petty_cash_id }: PettyCashRow) => paths.pettyCash.record(petty_cash_id)
const rowKey = ({ petty_cash_id }: PettyCashRow) => petty_cash_id

const columns = [
  ...columnsOf<PettyCashRow>(pettyCash.row.shape, [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={pathOf(row)}>{row.name}</RecordLink>,
    },
    { id: 'branch', cell: ({ branch }) => branch },
    { id: 'holder', phoneSlot: 'lead', cell: ({ holder }) => holder },
    {
      id: 'counted_at',
      nowrap: true,
      cell: ({ counted_at }) => <ThaiInstant value={counted_at} />,
    },
    {
      id: 'limit_value',
      align: 'end',
      cell: ({ limit_value }) => <Money value={limit_value} />,
    },
    { id: 'balance', align: 'end', cell: ({ balance }) => <Money value={balance} /> },
  ]),
  activeColumn,
]

export function PettyCashList() {
  return (
    <Permitted permission="petty_cash.view">
      <List />
    </Permitted>
  )
}

function List() {
  const { can } = useSession()
  const table = useBranchTable(pettyCash.gettable)
  // Undefined while the dialog is closed, null for a new holder.
  const [edited, setEdited] = useState<PettyCashRow | null | undefined>()
  const mayEdit = can('petty_cash.update')
  const rowActions = useMemo(
    () =>
      (row: PettyCashRow): readonly RowAction[] => [
        viewAction(pathOf(row)),
        ...(mayEdit
          ? [
              {
                id: 'edit',
                label: actionWords.edit,
                icon: Pencil,
                onAction: () => setEdited(row),
              },
            ]
          : []),
      ],
    [mayEdit],
  )
  return (
    <>
      <BranchScopedListScreen<PettyCashRow>
        name="petty-cash"
        title={entities.petty_cash.label}
        actions={
          can('petty_cash.create') && (
            <Button kind="primary" icon={Plus} onPress={() => setEdited(null)}>
              {actionWords.add}
              {entities.petty_cash.label}
            </Button>
          )
        }
        columns={columns}
        filters={filters}
        searchPlaceholder="ชื่อเงินสดย่อย"
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
      />
      {edited !== undefined && (
        <Suspense fallback={null}>
          <HolderDialog stored={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}
