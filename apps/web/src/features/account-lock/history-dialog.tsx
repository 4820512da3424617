/** Each lock and each unlocking of a branch, newest first. */
import { accountLock } from '@khapdee/contract/entities/account-lock'
import { lockWords } from '@khapdee/domain/account-lock'
import { actionWords } from '@khapdee/domain/words'
import { columnsOf, userAndTimeColumn } from '../../crud/columns.tsx'
import { useEndpoint } from '../../api/queries.ts'
import { titleOf } from '@khapdee/contract/field-meta'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Chip, ThaiDay } from '../../ui/values.tsx'
import type { RowOf } from '../../crud/use-table.ts'
import type { LockRow } from './lock-list.tsx'

type HistoryRow = RowOf<typeof accountLock.history>

const columns = columnsOf<HistoryRow>(accountLock.historyRow.shape, [
  {
    id: 'is_unlock',
    header: 'การดำเนินการ',
    phoneSlot: 'meta',
    nowrap: true,
    cell: ({ is_unlock }) => (
      <Chip tone={is_unlock ? 'warn' : 'ok'}>{is_unlock ? lockWords.unlock : lockWords.lock}</Chip>
    ),
  },
  {
    id: 'day',
    phoneSlot: 'title',
    nowrap: true,
    cell: ({ day }) => (day === null ? 'ไม่ล็อก' : <ThaiDay value={day} />),
  },
  { id: 'note', cell: ({ note }) => note || '–' },
  userAndTimeColumn(titleOf(accountLock.historyRow.shape, 'user')),
])
const rowKey = ({ account_lock_id }: HistoryRow) => account_lock_id
const noRows: readonly HistoryRow[] = []

interface HistoryDialogProps {
  row: LockRow
  onClose: () => void
}

export function HistoryDialog({ row, onClose }: HistoryDialogProps) {
  const { data, isError, refetch } = useEndpoint(accountLock.history, {
    ...accountLock.history.input.parse({ perPage: 100 }),
    branch: String(row.branch_id),
  })
  const title = `ประวัติการล็อกบัญชี ${row.branch}`
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      size="lg"
      actions={<Button onPress={onClose}>{actionWords.close}</Button>}
    >
      <DataTable
        label={title}
        columns={columns}
        rows={data?.data ?? noRows}
        rowKey={rowKey}
        state={isError ? 'error' : data === undefined ? 'loading' : 'ready'}
        onRetry={() => void refetch()}
      />
    </Modal>
  )
}
