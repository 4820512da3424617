/** The dashboard: today's money and registrations, and tasks; each figure links to its list. */
import { type DashboardContent, dashboard } from '@khapdee/contract/entities/dashboard'
import { headings } from '@khapdee/domain/words'
import { formatDayLong } from '@khapdee/domain/thai-date'
import { useEndpoint } from '../../api/queries.ts'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { useDocumentTitle } from '../../shared/screen.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { useToday } from '../../ui/use-today.ts'
import { BranchTable } from './branch-table.tsx'
import { CustomerDesk } from './customer-desk.tsx'
import { ExamsOfToday } from './exams-of-today.tsx'
import { ReceiptsChart } from './receipts-chart.tsx'
import { Tasks } from './tasks.tsx'
import { TodayFigures } from './today-figures.tsx'

/** Milliseconds between two reads while the page is visible. */
const refetchInterval = 60_000

export function Dashboard() {
  useDocumentTitle(headings.dashboard)
  const today = useToday()
  const { can } = useSession()
  const { value: branch } = useCurrentBranch()
  const { data, error, refetch } = useEndpoint(dashboard.get, branch === 'all' ? {} : { branch }, {
    refetchInterval,
    staleTime: 0,
  })
  return (
    <>
      <PageHeader title={headings.dashboard} aside={formatDayLong(today)} />
      {can('application.create') && can('application.view') && <CustomerDesk />}
      {data === undefined ? (
        <RecordLoading error={error} onRetry={() => void refetch()} />
      ) : (
        <Content content={data.data} />
      )}
    </>
  )
}

function Content({ content }: { content: DashboardContent }) {
  return (
    <div className="flex flex-col gap-3.5">
      <TodayFigures content={content} />
      <div className="grid gap-3.5 lg:grid-cols-2">
        <Tasks content={content} />
        {content.exams !== null && <ExamsOfToday exams={content.exams} />}
      </div>
      {content.days !== null && <ReceiptsChart days={content.days} end={content.spans.today.end} />}
      {content.received !== null && <BranchTable content={content} />}
    </div>
  )
}
