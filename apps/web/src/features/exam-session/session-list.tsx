/** The list of exam sessions, with the bookings that have lost theirs. */
import { type ExamSessionRow, examSession } from '@khapdee/contract/entities/exam-session'
import { titlesOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { CircleX, ClipboardCheck, SquarePen } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { CreateLink, RecordLink, viewAction } from '../../crud/actions.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byBranch, byDays, byStatus, byText, type FilterSpec } from '../../crud/list-search.ts'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { pathsOf, resultsPath } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { useLive } from '../../shared/use-live.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'
import { Card } from '../../ui/page.tsx'
import {
  type DisplacedRow,
  displacedColumns,
  sessionColumns,
  sessionPath,
} from './session-columns.tsx'

const WaitingWorklists = lazyPart(
  async () => (await import('./waiting-worklists.tsx')).WaitingWorklists,
)
const CancelDialog = lazyPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

const paths = pathsOf('exam_session')
const { label } = entities.exam_session

const filters: readonly FilterSpec[] = [
  byBranch,
  byStatus,
  // On the wire the filter by the kind of exam is named `category`.
  { name: 'category', label: titlesOf(examSession.row.shape).kind },
  ...byDays,
  byText,
]

const rowKey = ({ exam_session_id }: ExamSessionRow) => exam_session_id

export function ExamSessionList() {
  return (
    <Permitted permission="exam.view">
      <List />
    </Permitted>
  )
}

function List() {
  useLive(['exam', 'exam-session'], ['exam-session', 'exam-waiting'])
  const { can } = useSession()
  const table = useBranchTable(examSession.gettable)
  const [cancelled, setCancelled] = useState<ExamSessionRow | null>(null)
  const rowActions = useCallback(
    (row: ExamSessionRow): readonly RowAction[] => [
      ...(row.can.mark
        ? [
            {
              id: 'results',
              label: actionWords.recordResult,
              icon: ClipboardCheck,
              href: resultsPath(row),
            },
          ]
        : []),
      ...(row.can.update
        ? [
            {
              id: 'edit',
              label: actionWords.edit,
              icon: SquarePen,
              href: `${sessionPath(row)}/edit`,
              primary: true as const,
            },
          ]
        : []),
      ...(row.can.cancel
        ? [
            {
              id: 'cancel',
              label: `${actionWords.cancel}${label}`,
              icon: CircleX,
              onAction: () => setCancelled(row),
            },
          ]
        : []),
      viewAction(sessionPath(row)),
    ],
    [],
  )
  return (
    <>
      <BranchScopedListScreen
        name="exam-session"
        title={label}
        actions={
          can('exam.session') && <CreateLink to={paths.new} label={`${actionWords.add}${label}`} />
        }
        columns={sessionColumns}
        filters={filters}
        searchPlaceholder="ชื่อรอบสอบ กรรมการ หรือหมายเหตุ"
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
      >
        <Unclosed />
        <Worklist />
        <Suspense fallback={null}>
          <WaitingWorklists />
        </Suspense>
      </BranchScopedListScreen>
      {cancelled !== null && (
        <Suspense fallback={null}>
          <CancelDialog session={cancelled} onClose={() => setCancelled(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Sessions of past days in which results are missing; nothing if there are none. */
function Unclosed() {
  const { value: branch } = useCurrentBranch()
  const { data } = useEndpoint(examSession.unclosed, branch === 'all' ? {} : { branch })
  if (data === undefined || data.data.length === 0) return null
  return (
    <Card title={`ยังไม่ปิดรอบสอบ ${data.data.length} รอบ`}>
      <ul className="grid gap-x-4 gap-y-2 md:grid-cols-2">
        {data.data.map((session) => (
          <li key={session.exam_session_id} className="flex flex-wrap gap-x-2">
            <RecordLink to={session.can.mark ? resultsPath(session) : sessionPath(session)}>
              {session.name}
            </RecordLink>
            <span className="text-muted">{`รอผลสอบ ${session.unmarked} คน · ${session.branch}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const displacedKey = ({ exam_id }: DisplacedRow) => exam_id

/** Candidates who need another session; nothing if there are none. */
function Worklist() {
  const { value: branch } = useCurrentBranch()
  const severalBranches = useSession().branches.length > 1
  const { data } = useEndpoint(examSession.worklist, {
    page: 1,
    perPage: 100,
    ...(branch !== 'all' && { branch }),
  })
  if (data === undefined || data.data.length === 0) return null
  const title = `รอรอบสอบใหม่ ${data.meta.total} คน`
  return (
    <Card title={title} flush>
      <DataTable
        label={title}
        columns={
          severalBranches ? displacedColumns : displacedColumns.filter(({ id }) => id !== 'branch')
        }
        rows={data.data}
        rowKey={displacedKey}
        state="ready"
      />
    </Card>
  )
}
