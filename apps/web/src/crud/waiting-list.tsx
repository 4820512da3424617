/** The waiting list of an exam session, of a customer or of an application, with the answers to offered seats. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type ExamWaitingRow, examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { bookingTime } from '@khapdee/domain/exam-booking'
import { waitingStates } from '@khapdee/domain/exam-waiting'
import { examName } from '@khapdee/domain/exams'
import { formatPhone } from '@khapdee/domain/phone'
import { actionWords, headings } from '@khapdee/domain/words'
import { Armchair, Check, ListX, X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { type CommandOptions, useCommand, useEndpoint } from '../api/queries.ts'
import { pathsOf } from '../shared/paths.ts'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { EmptyState, LoadFailed } from '../ui/feedback.tsx'
import type { RowAction } from '../ui/menu.tsx'
import { Card } from '../ui/page.tsx'
import { StateChip, ThaiDay, ThaiInstant } from '../ui/values.tsx'
import { RecordLink } from './actions.tsx'
import { CandidateCell } from './candidate-cell.tsx'
import { columnsOf, requiredBranchColumn } from './columns.tsx'
import { useListSearch } from './list-search.tsx'
import { Pages } from './pages.tsx'

/** The cached queries that an answer changes. */
const invalidates = ['exam-waiting', 'exam-session', 'exam', 'application', 'customer']

type Shown = 'customer' | 'session' | 'branch'

const rowKey = ({ exam_waiting_id }: ExamWaitingRow) => exam_waiting_id

const firstPage = { page: 1, perPage: 20 }

interface WaitingListProps {
  /**
   * Filters of the entries. By default those that wait, have an offer, or whose customer has to be
   * informed that the session was cancelled.
   */
  query: Partial<InputOf<typeof examWaiting.gettable>>
  /** The title for a number of entries. */
  title: (count: number) => string
  /** The columns by which the entries differ. */
  shows: readonly Shown[]
  /** The text of an empty list; without it, the card is hidden. */
  empty?: string
}

export function WaitingList({ query, title, shows, empty }: WaitingListProps) {
  const [paging, setPaging] = useState(firstPage)
  const { text, search } = useListSearch(setPaging)
  const { data, isError, refetch } = useEndpoint(
    examWaiting.gettable,
    { ...query, ...paging, text },
    { keepPrevious: true },
  )
  const [leaving, setLeaving] = useState<ExamWaitingRow | null>(null)
  const options: CommandOptions<typeof examWaiting.offer> = { invalidates }
  const offer = useCommand(examWaiting.offer, options)
  const leave = useCommand(examWaiting.leave, { invalidates, alert: 'success' })
  const columns = useMemo(() => {
    const shown: readonly string[] = shows
    return allColumns.filter(({ id }) => !optionalColumns.has(id) || shown.includes(id))
  }, [shows])
  const { mutate } = offer
  const rowActions = useCallback(
    ({ can, ...row }: ExamWaitingRow): readonly RowAction[] => [
      ...(can.offer
        ? [
            {
              id: 'offer',
              label: actionWords.offerSeat,
              icon: Armchair,
              primary: true,
              onAction: () => void mutate(keyOf(row)),
            },
          ]
        : []),
      ...(can.leave
        ? [
            {
              id: 'leave',
              label: leaveLabel(row),
              icon: ListX,
              tone: 'danger' as const,
              onAction: () => setLeaving({ ...row, can }),
            },
          ]
        : []),
    ],
    [mutate],
  )
  const rows = data?.data ?? []
  if (isError && data === undefined) {
    return (
      <Card title={title(0)}>
        <LoadFailed onRetry={() => void refetch()} className="py-4 text-center" />
      </Card>
    )
  }
  if (data === undefined || (rows.length === 0 && empty === undefined && text === '')) return null
  const heading = title(data.meta.total)
  return (
    <Card title={heading} flush actions={search(data.meta.total > paging.perPage)}>
      <DataTable
        label={heading}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        state="ready"
        rowActions={rowActions}
        empty={<EmptyState {...(text === '' && empty !== undefined && { title: empty })} />}
      />
      <Pages paging={paging} total={data.meta.total} onChange={setPaging} />
      {leaving !== null && (
        <ConfirmDialog
          isOpen
          onClose={() => setLeaving(null)}
          title={leaveLabel(leaving)}
          confirmLabel={leaveLabel(leaving)}
          kind="danger"
          onConfirm={async () => {
            await leave.mutateOrThrow({ ...keyOf(leaving), note: '' })
          }}
        >
          {leaving.status === 'displaced'
            ? `แจ้ง ${leaving.customer} แล้วว่า${leaving.session} ถูกยกเลิก`
            : `นำ ${leaving.customer} ออกจากรายชื่อสำรองของ${leaving.session} ใช่หรือไม่`}
        </ConfirmDialog>
      )}
    </Card>
  )
}

const keyOf = ({
  exam_waiting_id,
  version,
}: Pick<ExamWaitingRow, 'exam_waiting_id' | 'version'>) => ({
  exam_waiting_id,
  version,
})

const leaveLabel = ({ status }: Pick<ExamWaitingRow, 'status'>): string =>
  status === 'displaced' ? 'แจ้งแล้ว' : actionWords.leaveWaiting

/** The answers to an offered seat, each with one click. */
function Answer({ row }: { row: ExamWaitingRow }): ReactNode {
  const accept = useCommand(examWaiting.accept, { invalidates })
  const decline = useCommand(examWaiting.decline, { invalidates })
  if (!row.can.answer) return '–'
  const pending = accept.pending || decline.pending
  const about = <span className="sr-only"> {row.customer}</span>
  return (
    <span className="flex flex-wrap gap-1.5">
      <Button
        size="sm"
        kind="primary"
        icon={Check}
        isDisabled={pending}
        onPress={() => void accept.mutate(keyOf(row))}
      >
        {actionWords.acceptSeat}
        {about}
      </Button>
      <Button
        size="sm"
        icon={X}
        isDisabled={pending}
        onPress={() => void decline.mutate(keyOf(row))}
      >
        {actionWords.declineSeat}
        {about}
      </Button>
    </span>
  )
}

/** Columns that only some lists have. */
const optionalColumns: ReadonlySet<string> = new Set(['customer', 'session', 'branch'])

const allColumns = columnsOf<ExamWaitingRow>(examWaiting.row.shape, [
  {
    id: 'customer',
    header: entities.customer.label,
    phoneSlot: 'title',
    cell: (row) => (
      <div className="min-w-32">
        <CandidateCell row={row}>
          {row.phone_1 !== '' && (
            <a href={`tel:${row.phone_1}`} className="text-primary hover:underline">
              {formatPhone(row.phone_1)}
            </a>
          )}
        </CandidateCell>
      </div>
    ),
  },
  {
    id: 'session',
    cell: (row) => (
      <RecordLink to={pathsOf('exam_session').record(row.exam_session_id)}>
        {row.session}
      </RecordLink>
    ),
  },
  {
    id: 'kind',
    phoneSlot: 'lead',
    cell: (row) => (
      <>
        <span className="block">{examName(row)}</span>
        {row.booking !== null && (
          <span className="text-xs text-muted">จองไว้ {bookingTime(row.booking)}</span>
        )}
      </>
    ),
  },
  requiredBranchColumn({ belowWidth: 1000, under: 'kind' }),
  {
    id: 'permission_date',
    nowrap: true,
    narrow: {
      belowWidth: 1000,
      under: 'kind',
      cell: ({ permission_date }) => (
        <>
          {titleOf(examWaiting.row.shape, 'permission_date')} <ThaiDay value={permission_date} />
        </>
      ),
    },
    cell: ({ permission_date }) => <ThaiDay value={permission_date} />,
  },
  {
    id: 'createdAt',
    nowrap: true,
    narrow: {
      belowWidth: 1000,
      under: 'status',
      cell: ({ createdAt }) => (
        <>
          {titleOf(examWaiting.row.shape, 'createdAt')} <ThaiInstant value={createdAt} />
        </>
      ),
    },
    cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
  },
  {
    id: 'status',
    phoneSlot: 'meta',
    cell: ({ status, position, offer_until, reason }) => (
      <>
        <StateChip
          state={
            position === null
              ? waitingStates[status]
              : {
                  ...waitingStates[status],
                  label: `${waitingStates[status].label} ${headings.position} ${position}`,
                }
          }
        />
        {status === 'offered' && offer_until !== null && (
          <span className="block text-xs text-muted">
            ถือที่นั่งถึง <ThaiInstant value={offer_until} />
          </span>
        )}
        {reason !== '' && <span className="block text-xs text-muted">{reason}</span>}
      </>
    ),
  },
  { id: 'answer', header: 'ตอบรับ', cell: (row) => <Answer row={row} /> },
])
