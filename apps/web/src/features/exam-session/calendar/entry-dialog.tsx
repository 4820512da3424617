/** The details of an entry of the calendar. */
import { type CalendarEntry, calendarEvent } from '@khapdee/contract/entities/calendar'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { calendarCategories } from '@khapdee/domain/calendar'
import { entities } from '@khapdee/domain/entities'
import { examName } from '@khapdee/domain/exams'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatPhone } from '@khapdee/domain/phone'
import { actionWords, headings } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../../api/queries.ts'
import { paths, pathsOf } from '../../../shared/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ConfirmDialog, Modal } from '../../../ui/dialog.tsx'
import { LoadFailed, SkeletonLine } from '../../../ui/feedback.tsx'
import { DescriptionList } from '../../../ui/page.tsx'
import { StateChip } from '../../../ui/values.tsx'
import { panelText } from '../session-columns.tsx'
import { timeOfEntry, timeText } from './calendar-span.ts'
import { moveWord } from './words.ts'
import { RightLink } from '../../../crud/candidate-cell.tsx'

interface EntryDialogProps {
  entry: CalendarEntry
  onClose: () => void
  /** Opens the dialog that moves the entry. */
  onMove: () => void
  /** Opens the dialog that changes an own event. */
  onEdit: () => void
}

export function EntryDialog({ entry, onClose, onMove, onEdit }: EntryDialogProps) {
  const { kind, record_id, can_update, can_delete } = entry
  const [isDeleting, setDeleting] = useState(false)
  const remove = useCommand(calendarEvent.delete, { invalidates: ['exam'], alert: 'success' })
  const time = timeOfEntry(entry)
  const link = linkOf(entry)
  return (
    <>
      <Modal
        isOpen
        onClose={onClose}
        title={entry.title}
        actions={
          <>
            {kind === 'event' && can_delete && (
              <Button kind="quiet" onPress={() => setDeleting(true)}>
                {actionWords.delete}
              </Button>
            )}
            {kind === 'event' && can_update && <Button onPress={onEdit}>{actionWords.edit}</Button>}
            {kind === 'session' && can_update && <Button onPress={onMove}>{moveWord}</Button>}
            {link !== null && (
              <Link to={link.to} search={link.search} className={buttonClass({ kind: 'primary' })}>
                {link.label}
              </Link>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <DescriptionList
            items={[
              { label: headings.time, value: timeText(time) },
              { label: fieldTitles.group, value: calendarCategories[entry.category].label },
              ...(entry.branch === ''
                ? []
                : [{ label: entities.branch.label, value: entry.branch }]),
              ...(entry.detail === ''
                ? []
                : [{ label: detailLabels[kind], value: entry.detail, isWide: kind === 'day_off' }]),
              ...(entry.capacity === null
                ? []
                : [
                    {
                      label: headings.candidates,
                      value: `${entry.seats_taken}/${entry.capacity} คน`,
                    },
                  ]),
              ...(entry.note === ''
                ? []
                : [{ label: fieldTitles.note, value: entry.note, isWide: true }]),
            ]}
          />
          {kind === 'session' && record_id !== null && <Candidates sessionId={record_id} />}
        </div>
      </Modal>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={`${actionWords.delete}${entities.calendar_event.label}`}
        confirmLabel={actionWords.delete}
        kind="danger"
        onConfirm={async () => {
          await remove.mutateOrThrow({
            calendar_event_id: record_id ?? 0,
            version: entry.version ?? 0,
          })
          onClose()
        }}
      >
        ต้องการลบ “{entry.title}” ใช่หรือไม่
      </ConfirmDialog>
    </>
  )
}

const detailLabels: Record<CalendarEntry['kind'], string> = {
  session: entities.place.label,
  booking: headings.details,
  leave: headings.details,
  day_off: entities.app_user.label,
  holiday: headings.details,
  due: headings.details,
  event: fieldTitles.recordedBy,
}

/** The screen of the record behind an entry; null without one. */
function linkOf({ kind, record_id, start }: CalendarEntry) {
  if (kind === 'session') {
    const to = pathsOf('exam_session').record(record_id ?? 0)
    return { to, search: {}, label: `${actionWords.open}${entities.exam_session.label}` }
  }
  if (kind === 'due') {
    const to = pathsOf('vehicle').record(record_id ?? 0)
    return { to, search: {}, label: `${actionWords.open}${entities.vehicle.label}` }
  }
  if (kind !== 'booking') return null
  return { to: paths.exams, search: { start, end: start }, label: 'เปิดรายการสอบ' }
}

function Candidates({ sessionId }: { sessionId: number }) {
  const { data, error, refetch } = useEndpoint(examSession.get, { exam_session_id: sessionId })
  if (error !== null) return <LoadFailed onRetry={refetch} />
  if (data === undefined) return <SkeletonLine />
  const { candidates, panel } = data.data
  return (
    <>
      {panel.length > 0 && (
        <p>
          <span className="block text-sm text-muted">{fieldTitles.panel}</span>
          {panelText(panel)}
        </p>
      )}
      {candidates.length > 0 && (
        <ul
          aria-label={headings.candidates}
          className="flex flex-col divide-y divide-line border-y border-line"
        >
          {candidates.map((candidate) => (
            <li
              key={candidate.exam_id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0">
                <RightLink right={candidate}>{candidate.customer}</RightLink>
                <span className="block text-xs text-muted">
                  {examName(candidate)} · {formatPhone(candidate.phone_1)}
                </span>
              </span>
              <StateChip state={bookingStatuses[candidate.status]} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
