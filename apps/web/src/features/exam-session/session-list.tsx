/** The list of exam sessions, with their worklists. */
import { type ExamSessionRow, examSession } from '@khapdee/contract/entities/exam-session'
import { titlesOf } from '@khapdee/contract/field-meta'
import { isSet } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { actionWords } from '@khapdee/domain/words'
import { useSearch } from '@tanstack/react-router'
import { CircleX, ClipboardCheck, SquarePen } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { CreateLink, viewAction } from '../../crud/actions.tsx'
import { comingRanges } from '../../crud/date-ranges.ts'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import {
  byDaysOf,
  byStatus,
  byText,
  type FilterSpec,
  type ListSearch,
} from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { pathsOf, resultsPath } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { useLive } from '../../shared/use-live.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useToday } from '../../ui/use-today.ts'
import type { RowAction } from '../../ui/menu.tsx'
import { sessionColumns, sessionPath } from './session-columns.tsx'

const Worklists = lazyPart(async () => (await import('./worklists.tsx')).Worklists)
const CancelDialog = lazyPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

const paths = pathsOf('exam_session')
const { label } = entities.exam_session

const filters: readonly FilterSpec[] = [
  byStatus,
  // On the wire the filter by the kind of exam is named `category`, that by licence type `type`.
  { name: 'category', label: titlesOf(examSession.row.shape).kind },
  { name: 'type', label: fieldTitles.licenceType },
  ...byDaysOf(comingRanges),
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
  const defaults = { start: useToday() }
  const search = useSearch({ strict: false }) as ListSearch
  const { start = defaults.start, end } = search
  // Without days the server shows those from today on, unless the user has removed them.
  const fixedFilters = isSet(start) || isSet(end) ? {} : { scope: 'all' }
  const table = useBranchTable(examSession.gettable, { defaults, fixedFilters })
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
        <Suspense fallback={null}>
          <Worklists />
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
