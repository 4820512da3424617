/** The lock day of each branch, with the dialogs that lock and unlock it and show its history. */
import { accountLock } from '@khapdee/contract/entities/account-lock'
import { lockDayTitle, lockWords } from '@khapdee/domain/account-lock'
import { History, Lock, LockOpen } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { columnsOf } from '../../crud/columns.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import type { FilterSpec } from '../../crud/list-search.ts'
import type { RowOf } from '../../crud/use-table.ts'
import { useSession } from '../../session/session.ts'
import { Permitted } from '../../shared/screen.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'
import { ThaiDay, ThaiInstant } from '../../ui/values.tsx'

const LockDialog = lazyPart(async () => (await import('./lock-dialog.tsx')).LockDialog)
const UnlockDialog = lazyPart(async () => (await import('./unlock-dialog.tsx')).UnlockDialog)
const HistoryDialog = lazyPart(async () => (await import('./history-dialog.tsx')).HistoryDialog)

export type LockRow = RowOf<typeof accountLock.gettable>

const filters: readonly FilterSpec[] = []
const rowKey = ({ branch_id }: LockRow) => branch_id

export function AccountLockList() {
  return (
    <Permitted permission="accounting.view">
      <List />
    </Permitted>
  )
}

const columns = columnsOf<LockRow>(accountLock.row.shape, [
  { id: 'branch', phoneSlot: 'title', cell: ({ branch }) => branch },
  {
    id: 'day',
    width: '9rem',
    nowrap: true,
    cell: ({ day }) =>
      day === null ? <span className="text-muted">ยังไม่ล็อก</span> : <ThaiDay value={day} />,
  },
  {
    id: 'note',
    cell: ({ note }) => <span className="line-clamp-2">{note || '–'}</span>,
  },
  {
    id: 'user',
    width: '12rem',
    cell: ({ user, createdAt }) =>
      createdAt === null ? (
        '–'
      ) : (
        <>
          <span className="block">{user}</span>
          <span className="text-xs text-muted">
            <ThaiInstant value={createdAt} />
          </span>
        </>
      ),
  },
])

type Open = { dialog: 'lock' | 'unlock' | 'history'; row: LockRow } | null

function List() {
  const { can } = useSession()
  const table = useBranchTable(accountLock.gettable)
  const [open, setOpen] = useState<Open>(null)
  const [canLock, canUnlock] = [can('accounting.lock'), can('accounting.unlock')]
  const rowActions = useMemo(
    () =>
      (row: LockRow): readonly RowAction[] => [
        ...(canLock
          ? [
              {
                id: 'lock',
                label: lockWords.lock,
                icon: Lock,
                primary: true,
                onAction: () => setOpen({ dialog: 'lock', row }),
              },
            ]
          : []),
        {
          id: 'history',
          label: 'ประวัติ',
          icon: History,
          onAction: () => setOpen({ dialog: 'history', row }),
        },
        ...(canUnlock && row.day !== null
          ? [
              {
                id: 'unlock',
                label: lockWords.unlock,
                icon: LockOpen,
                tone: 'danger' as const,
                onAction: () => setOpen({ dialog: 'unlock', row }),
              },
            ]
          : []),
      ],
    [canLock, canUnlock],
  )
  const Shown =
    open && { lock: LockDialog, unlock: UnlockDialog, history: HistoryDialog }[open.dialog]
  return (
    <>
      <BranchScopedListScreen
        name="account-lock"
        title={lockDayTitle}
        columns={columns}
        filters={filters}
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
      >
        <p className="text-sm text-muted">
          รายการเงินของวันล็อกบัญชีและวันก่อนหน้า เพิ่ม แก้ไข หรือยกเลิกไม่ได้ แต่ยังแนบเอกสารและแก้ไขรายละเอียดได้
        </p>
      </BranchScopedListScreen>
      {open !== null && Shown !== null && (
        <Suspense fallback={null}>
          <Shown row={open.row} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
