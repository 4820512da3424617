/**
 * A session of the exam day with its queue: candidates who are expected, wait, are called, sit and
 * are done.
 */
import type { DayCandidate, DayStation } from '@khapdee/contract/entities/exam-day'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { type QueueStage, queueStages } from '@khapdee/domain/check-in'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { examTitle } from '@khapdee/domain/exam-session'
import { actionWords, headings, stateWords } from '@khapdee/domain/words'
import { timeInBangkok } from '@khapdee/domain/thai-date'
import { formatTimeSpan } from '@khapdee/domain/time-of-day'
import { Undo2 } from 'lucide-react'
import { useCommand } from '../../api/queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Chip, StateChip } from '../../ui/values.tsx'

const stages = Object.keys(queueStages) as QueueStage[]

interface StationCardProps {
  station: DayStation
  /** Whether sessions of other branches are shown, too, which may have the same name. */
  showsBranch: boolean
  onUndo: (candidate: DayCandidate) => void
}

export function StationCard({ station, showsBranch, onUndo }: StationCardProps) {
  const { place, kind, candidates, starts_at, ends_at, branch, capacity, offers } = station
  const times = formatTimeSpan(timeInBangkok(starts_at), timeInBangkok(ends_at))
  const title = [times, place, examTitle(kind), showsBranch && branch].filter(Boolean).join(' · ')
  const checkedIn = candidates.filter(({ stage }) => stage !== 'expected').length
  return (
    <Card
      title={title}
      actions={
        <span className="text-sm text-muted">
          ที่นั่ง {candidates.length + offers}/{capacity}
          {offers > 0 && ` (เสนอที่นั่ง ${offers})`} · มาแล้ว {checkedIn}/{candidates.length} คน
        </span>
      }
    >
      {candidates.length === 0 ? (
        <p className="text-muted">{headings.noCandidates}</p>
      ) : (
        // Stages without candidates are narrow, so that the buttons of the others fit beside each other.
        <div className="flex gap-3 max-md:flex-col md:overflow-x-auto">
          {stages.map((stage) => (
            <StageList
              key={stage}
              stage={stage}
              candidates={candidates.filter((candidate) => candidate.stage === stage)}
              isOwn={station.can_check_in}
              onUndo={onUndo}
            />
          ))}
        </div>
      )}
    </Card>
  )
}

interface StageListProps {
  stage: QueueStage
  candidates: readonly DayCandidate[]
  /** Whether the user may call the candidates. */
  isOwn: boolean
  onUndo: (candidate: DayCandidate) => void
}

function StageList({ stage, candidates, isOwn, onUndo }: StageListProps) {
  const { label } = queueStages[stage]
  return (
    <div
      className="rounded-md bg-surface-2 p-2 max-md:data-empty:hidden md:flex-[2_0_11rem] md:data-empty:flex-[1_0_5rem]"
      data-empty={candidates.length === 0 || undefined}
    >
      <h3 className="mb-1 flex justify-between text-sm font-semibold">
        {label}{' '}
        {candidates.length > 0 && <span className="text-muted">{candidates.length} คน</span>}
      </h3>
      <ul aria-label={label} className="flex flex-col gap-1.5">
        {candidates.map((candidate) => (
          <CandidateRow
            key={candidate.exam_id}
            candidate={candidate}
            isOwn={isOwn}
            onUndo={onUndo}
          />
        ))}
      </ul>
    </div>
  )
}

interface CandidateRowProps {
  candidate: DayCandidate
  isOwn: boolean
  onUndo: (candidate: DayCandidate) => void
}

const invalidates = ['exam']

function CandidateRow({ candidate, isOwn, onUndo }: CandidateRowProps) {
  const { exam_id, stage, customer, queue_no, unpaid, missing_documents, status } = candidate
  const call = useCommand(examDay.call, { invalidates, alert: 'errors' })
  const enter = useCommand(examDay.enter, { invalidates, alert: 'errors' })
  const isHere = stage === 'queued' || stage === 'called' || stage === 'in'
  return (
    <li className="rounded-md border border-line bg-surface p-2">
      <p className="flex items-baseline gap-2">
        {queue_no !== null && <span className="text-lg font-semibold">{queue_no}</span>}
        <span className="min-w-0 wrap-anywhere">{customer}</span>
      </p>
      <div className="flex flex-wrap gap-1">
        {stage === 'done' && <StateChip state={bookingStatuses[status]} />}
        {unpaid === true && <Chip tone="danger">{stateWords.outstanding}</Chip>}
      </div>
      {missing_documents.length > 0 && stage !== 'done' && (
        <p className="text-sm text-warn">ขาดเอกสาร: {missing_documents.join(', ')}</p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-1 empty:hidden">
        {isOwn && stage === 'queued' && (
          <Button size="sm" pending={call.pending} onPress={() => void call.mutate({ exam_id })}>
            เรียก<span className="sr-only"> {customer}</span>
          </Button>
        )}
        {isOwn && (stage === 'queued' || stage === 'called') && (
          <Button size="sm" pending={enter.pending} onPress={() => void enter.mutate({ exam_id })}>
            {actionWords.enterExam}
            <span className="sr-only"> {customer}</span>
          </Button>
        )}
        {isOwn && isHere && (
          <IconButton
            kind="quiet"
            size="sm"
            icon={Undo2}
            label={`${actionWords.undoCheckIn} ${customer}`}
            onPress={() => onUndo(candidate)}
          />
        )}
      </div>
    </li>
  )
}
