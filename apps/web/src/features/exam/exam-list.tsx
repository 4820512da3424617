/** The list of bookings of exams: those of the day, and the history. */
import { type ExamBookingRow, examBooking } from '@khapdee/contract/entities/exam-booking'
import { titlesOf } from '@khapdee/contract/field-meta'
import { isSet } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import { listNames } from '@khapdee/domain/list-names'
import { actionWords, headings, applicationSearchHint } from '@khapdee/domain/words'
import { ClipboardCheck, FileUser, HandCoins, UserRound } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { ExportButton } from '../../crud/actions.tsx'
import { comingRanges, pastDays, pastRanges } from '../../crud/date-ranges.ts'
import { useToday } from '../../ui/use-today.ts'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import {
  byDaysOf,
  byStatus,
  byText,
  type FilterSpec,
  type FilterValues,
  type ListSearch,
} from '../../crud/list-search.ts'
import { payActions } from '../../crud/pay-links.ts'
import { hasApplication } from '../../crud/right-path.ts'
import { useSession } from '../../session/session.ts'
import { applicationPath, paths } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { useLive } from '../../shared/use-live.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'
import { useSearch } from '@tanstack/react-router'
import { useBookingActions } from './booking-actions.tsx'
import { useCertificateActions } from './certificate-actions.tsx'
import { bookingColumns, bookingColumnsWithoutBalance } from './booking-columns.tsx'

const ResultDialog = lazyPart(async () => (await import('./result-dialog.tsx')).ResultDialog)

const labels = titlesOf(examBooking.row.shape)

/** @param days the filter of the day */
const filtersWith = (days: readonly FilterSpec[]): readonly FilterSpec[] => [
  ...days,
  byStatus,
  // On the wire the filter by the kind of exam is named `category`, that by licence type `type`.
  { name: 'category', label: labels.kind },
  { name: 'type', label: labels.licence_type },
  byText,
]

const comingFilters = filtersWith(byDaysOf(comingRanges))
const pastFilters = filtersWith(byDaysOf(pastRanges))

const historyDays = 30

const rowKey = ({ exam_id }: ExamBookingRow) => exam_id

/** The bookings of today, or of other days. */
export function ExamList() {
  const today = useToday()
  return (
    <Permitted permission="exam.view">
      <List scope="today" days={{ start: today, end: today }} filters={comingFilters} />
    </Permitted>
  )
}

/** The bookings of the past 30 days, or of other days. */
export function ExamHistory() {
  const today = useToday()
  return (
    <Permitted permission="exam.view">
      <List scope="history" days={pastDays(today, historyDays)} filters={pastFilters} />
    </Permitted>
  )
}

interface ListProps {
  scope: 'today' | 'history'
  /** The days that are shown until the user chooses others. */
  days: FilterValues
  filters: readonly FilterSpec[]
}

function List({ scope, days, filters }: ListProps) {
  useLive(['exam', 'exam-session'], ['exam'])
  // Without days the server shows those of the scope, unless the user has removed them.
  const search = useSearch({ strict: false }) as ListSearch
  const { start = days.start, end = days.end } = search
  const fixedFilters = { scope: isSet(start) || isSet(end) ? scope : 'all' }
  const table = useBranchTable(examBooking.gettable, { defaults: days, fixedFilters })
  const { can } = useSession()
  const { actionsOf, dialog } = useBookingActions()
  const { certificateActionsOf, certificateDialog } = useCertificateActions()
  const [marked, setMarked] = useState<ExamBookingRow | null>(null)
  const mayPay = can('application.pay')
  const seesApplications = can('application.view')
  const seesCustomers = can('customer.view')
  const rowActions = useCallback(
    (row: ExamBookingRow): readonly RowAction[] => [
      ...(row.can.mark
        ? [
            {
              id: 'result',
              label:
                row.status === 'waiting' ? actionWords.recordResult : actionWords.correctResult,
              icon: ClipboardCheck,
              onAction: () => setMarked(row),
            },
          ]
        : []),
      ...actionsOf({
        ...row,
        booking: row.status === 'waiting' ? row : null,
        isRetake: row.can.retake,
        can: { ...row.can, book: row.can.retake, wait: false },
      }),
      ...certificateActionsOf(row),
      ...(mayPay ? payActions(row.owing).map((action) => ({ ...action, icon: HandCoins })) : []),
      ...(seesApplications && row.is_own && hasApplication(row)
        ? [
            {
              id: 'application',
              label: `${actionWords.view}${entities.application.label}`,
              icon: FileUser,
              href: applicationPath(row),
            },
          ]
        : []),
      ...(seesCustomers
        ? [
            {
              id: 'customer',
              label: `ดูข้อมูล${entities.customer.label}`,
              icon: UserRound,
              href: paths.customers.record(row.customer_id),
            },
          ]
        : []),
    ],
    [actionsOf, certificateActionsOf, mayPay, seesApplications, seesCustomers],
  )
  return (
    <>
      <BranchScopedListScreen
        name={scope === 'today' ? 'exam' : 'exam-history'}
        title={scope === 'today' ? listNames.exams : headings.examHistory}
        actions={
          <ExportButton endpoint={examBooking.export} table={table} fixedFilters={fixedFilters} />
        }
        columns={seesApplications ? bookingColumns : bookingColumnsWithoutBalance}
        filters={filters}
        searchPlaceholder={applicationSearchHint}
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
      />
      {dialog}
      {certificateDialog}
      {marked !== null && (
        <Suspense fallback={null}>
          <ResultDialog booking={marked} onClose={() => setMarked(null)} />
        </Suspense>
      )}
    </>
  )
}
