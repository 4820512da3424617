/** The worklists of exam sessions; an empty one is hidden. */
import { type WorklistRow, examSession } from '@khapdee/contract/entities/exam-session'
import { actionWords, headings, units } from '@khapdee/domain/words'
import { ListX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { useListSearch } from '../../crud/list-search.tsx'
import { WaitingList } from '../../crud/waiting-list.tsx'
import { useBranchFilter, useSession } from '../../session/session.ts'
import { resultsPath } from '../../shared/paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { EmptyState } from '../../ui/feedback.tsx'
import { Card } from '../../ui/page.tsx'
import { AffectedSessions } from './affected-sessions.tsx'
import { Pages } from '../../crud/pages.tsx'
import { sessionPath, worklistColumns } from './session-columns.tsx'

const DismissDialog = lazyPart(async () => (await import('./dismiss-dialog.tsx')).DismissDialog)

export function Worklists() {
  const branch = useBranchFilter()
  return (
    <>
      <Unclosed />
      <AffectedSessions query={branch} />
      <Items />
      <Waiting />
    </>
  )
}

const firstPage = { page: 1, perPage: 20 }

/**
 * Sessions of past days that were not closed after their exam; renders nothing if there are none.
 */
function Unclosed() {
  const branch = useBranchFilter()
  const [paging, setPaging] = useState(firstPage)
  const { data } = useEndpoint(
    examSession.unclosed,
    { ...paging, ...branch },
    { keepPrevious: true },
  )
  if (data === undefined || data.meta.total === 0) return null
  return (
    <Card title={`ยังไม่ปิดรอบสอบ ${data.meta.total} รอบ`}>
      <ul className="grid gap-x-4 gap-y-2 md:grid-cols-2">
        {data.data.map((session) => (
          <li key={session.exam_session_id} className="flex flex-wrap gap-x-2">
            <RecordLink to={session.can.mark ? resultsPath(session) : sessionPath(session)}>
              {session.name}
            </RecordLink>
            <span className="text-muted">
              {[
                session.unmarked > 0 ? `รอผลสอบ ${session.unmarked} คน` : 'ผลสอบครบแล้ว',
                session.branch,
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <Pages paging={paging} total={data.meta.total} onChange={setPaging} />
    </Card>
  )
}

/** A right may be listed for its booking and for a wish. */
const itemKey = ({ right_id, exam_id }: WorklistRow) => `${right_id} ${exam_id}`

/** Rights and bookings that require an action. */
function Items() {
  const branch = useBranchFilter()
  const severalBranches = useSession().branches.length > 1
  const [paging, setPaging] = useState(firstPage)
  const { text, search } = useListSearch(setPaging)
  const [dismissed, setDismissed] = useState<WorklistRow | null>(null)
  const { data } = useEndpoint(
    examSession.worklist,
    { ...paging, ...branch, text },
    { keepPrevious: true },
  )
  if (data === undefined || (data.meta.total === 0 && text === '')) return null
  const title = `${headings.worklist} ${data.meta.total} ${units.entries}`
  return (
    <Card title={title} flush actions={search(data.meta.total > paging.perPage)}>
      <DataTable
        label={title}
        columns={
          severalBranches ? worklistColumns : worklistColumns.filter(({ id }) => id !== 'branch')
        }
        rows={data.data}
        rowKey={itemKey}
        state="ready"
        empty={<EmptyState />}
        rowActions={(row) =>
          row.can.dismiss
            ? [
                {
                  id: 'dismiss',
                  label: actionWords.dismiss,
                  icon: ListX,
                  onAction: () => setDismissed(row),
                },
              ]
            : []
        }
      />
      <Pages paging={paging} total={data.meta.total} onChange={setPaging} />
      {dismissed !== null && (
        <Suspense fallback={null}>
          <DismissDialog row={dismissed} onClose={() => setDismissed(null)} />
        </Suspense>
      )}
    </Card>
  )
}

const offersTitle = (count: number) => `เสนอที่นั่ง รอตอบรับ ${count} คน`
const waitingTitle = (count: number) => `รอรอบที่ถูกยกเลิก ต้องแจ้ง ${count} คน`
const columns = ['customer', 'session'] as const
const columnsWithBranch = ['customer', 'session', 'branch'] as const

/** The customers of waiting lists who must be phoned: those with an offered seat, and those of cancelled sessions. */
function Waiting() {
  const branch = useBranchFilter()
  const shows = useSession().branches.length > 1 ? columnsWithBranch : columns
  return (
    <>
      <WaitingList query={{ ...branch, status: 'offered' }} title={offersTitle} shows={shows} />
      <WaitingList query={{ ...branch, status: 'displaced' }} title={waitingTitle} shows={shows} />
    </>
  )
}
