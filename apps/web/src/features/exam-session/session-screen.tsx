/** One exam session: its facts, panel and candidates. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { type ExamCandidate, examSession } from '@khapdee/contract/entities/exam-session'
import { titlesOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { examKinds } from '@khapdee/domain/evaluation'
import { examSessionStatuses } from '@khapdee/domain/exam-session'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatTimeSpan } from '@khapdee/domain/time-of-day'
import { actionWords, headings } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { CalendarX, ClipboardCheck, SquarePen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { BackButton } from '../../crud/actions.tsx'
import { useSession } from '../../session/session.ts'
import { pathsOf, resultsPath } from '../../shared/paths.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useLive } from '../../shared/use-live.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState, RecordLoading } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card, DescriptionList } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { StateChip, ThaiDay, ThaiInstant } from '../../ui/values.tsx'
import { SessionDocuments } from './session-documents.tsx'
import {
  candidateColumns,
  candidateColumnsWithoutBalance,
  licencesText,
  panelText,
  seatsText,
  sessionPath,
} from './session-columns.tsx'

const WaitingList = lazyPart(async () => (await import('../../crud/waiting-list.tsx')).WaitingList)
const AffectedSessions = lazyPart(
  async () => (await import('./affected-sessions.tsx')).AffectedSessions,
)
const Unseated = lazyPart(async () => (await import('./unseated.tsx')).Unseated)
const CancelDialog = lazyPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog)

const { label } = entities.exam_session
const labels = titlesOf(examSession.row.shape)

/** @param id of the session */
export function ExamSessionScreen({ id }: { id: number }) {
  return (
    <Permitted permission="exam.view">
      <Session id={id} />
    </Permitted>
  )
}

function Session({ id }: { id: number }) {
  useLive(['exam', 'exam-session'], ['exam-session', 'exam-waiting'])
  const { data, error, refetch } = useEndpoint(examSession.get, { exam_session_id: id })
  const [isCancelling, setCancelling] = useState(false)
  const stored = data?.data
  const title = stored?.name ?? label
  useDocumentTitle(title)
  if (error?.status === 404) return <NotFoundScreen />
  return (
    <>
      <PageHeader
        title={title}
        aside={stored && <StateChip state={examSessionStatuses[stored.status]} />}
        actions={
          <>
            <BackButton to={pathsOf('exam_session').list} />
            {stored !== undefined && <SessionDocuments session={stored} />}
            {stored?.can.cancel === true && (
              <Button icon={CalendarX} onPress={() => setCancelling(true)}>
                {actionWords.cancel}
                {label}
              </Button>
            )}
            {stored?.can.mark === true && (
              <Link to={resultsPath(stored)} className={buttonClass()}>
                <ClipboardCheck size={16} aria-hidden />
                {actionWords.recordResult}
              </Link>
            )}
            {stored?.can.update === true && (
              <Link to={`${sessionPath(stored)}/edit`} className={buttonClass({ kind: 'primary' })}>
                <SquarePen size={16} aria-hidden />
                {actionWords.edit}
              </Link>
            )}
          </>
        }
      />
      {stored === undefined ? (
        <RecordLoading error={error} onRetry={() => void refetch()} />
      ) : (
        <Stored stored={stored} />
      )}
      {isCancelling && stored !== undefined && (
        <Suspense fallback={null}>
          <CancelDialog session={stored} onClose={() => setCancelling(false)} />
        </Suspense>
      )}
    </>
  )
}

type StoredSession = OutputOf<typeof examSession.get>['data']

const waitingTitle = (count: number) => `${headings.waitingList} ${count} คน`
const waitingColumns = ['customer'] as const

const candidateKey = ({ exam_id }: ExamCandidate) => exam_id

function Stored({ stored }: { stored: StoredSession }) {
  const { can } = useSession()
  const title = `${headings.candidates} ${stored.seats_taken}/${stored.capacity} คน`
  return (
    <div className="flex flex-col gap-3.5">
      <Suspense fallback={null}>
        <AffectedSessions query={{ exam_session_id: stored.exam_session_id }} />
      </Suspense>
      <Card>
        <DescriptionList
          items={[
            { label: labels.date, value: <ThaiDay value={stored.date} format="short" /> },
            { label: fieldTitles.time, value: formatTimeSpan(stored.start_time, stored.end_time) },
            { label: labels.kind, value: examKinds[stored.kind].label },
            { label: fieldTitles.licenceType, value: licencesText(stored) },
            {
              label: labels.capacity,
              value: [`${stored.capacity} คน`, seatsText(stored)].join(' · '),
            },
            { label: labels.place, value: stored.place },
            { label: labels.branch, value: stored.branch },
            { label: fieldTitles.panel, value: panelText(stored.panel) },
            ...(stored.vehicles.length > 0
              ? [
                  {
                    label: entities.vehicle.label,
                    value: stored.vehicles.map(({ name }) => name).join(', '),
                  },
                ]
              : []),
            ...(stored.ended_at === null
              ? []
              : [{ label: labels.ended_at, value: <ThaiInstant value={stored.ended_at} /> }]),
            ...(stored.note === ''
              ? []
              : [{ label: labels.note, value: stored.note, isWide: true }]),
            ...(stored.cancel_note === ''
              ? []
              : [{ label: labels.cancel_note, value: stored.cancel_note, isWide: true }]),
          ]}
        />
      </Card>
      {stored.unseated.length > 0 && (
        <Suspense fallback={null}>
          <Unseated session={stored} />
        </Suspense>
      )}
      <Card title={title} flush>
        <DataTable
          label={title}
          columns={can('application.view') ? candidateColumns : candidateColumnsWithoutBalance}
          rows={stored.candidates}
          rowKey={candidateKey}
          state="ready"
          empty={<EmptyState title={headings.noCandidates} />}
        />
      </Card>
      <Suspense fallback={null}>
        <WaitingList
          query={{ exam_session_id: stored.exam_session_id }}
          title={waitingTitle}
          shows={waitingColumns}
        />
      </Suspense>
    </div>
  )
}
