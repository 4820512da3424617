/** The sessions of today on whose panel the user is, for the examiner's phone. */
import { type ExamSessionRow, examSession } from '@khapdee/contract/entities/exam-session'
import { titleOf } from '@khapdee/contract/field-meta'
import { examKinds } from '@khapdee/domain/evaluation'
import { formatTimeSpan } from '@khapdee/domain/time-of-day'
import { actionWords, headings } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { useEndpoint } from '../../api/queries.ts'
import { useToday } from '../../ui/use-today.ts'
import { resultsPath } from '../../shared/paths.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useLive } from '../../shared/use-live.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState, RecordLoading } from '../../ui/feedback.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Chip, ThaiDay } from '../../ui/values.tsx'

export function OwnSessions() {
  return (
    <Permitted permission="exam.mark-own">
      <List />
    </Permitted>
  )
}

function List() {
  useLive(['exam', 'exam-session'], ['exam-session'])
  const { data, error, refetch } = useEndpoint(examSession.mine, {})
  const today = useToday()
  useDocumentTitle(headings.ownSessions)
  const sessions = data?.data
  return (
    <>
      <PageHeader title={headings.ownSessions} aside={<ThaiDay value={today} format="short" />} />
      {sessions === undefined ? (
        <RecordLoading error={error} onRetry={() => void refetch()} />
      ) : sessions.length === 0 ? (
        <Card>
          <EmptyState title="วันนี้ไม่มีรอบสอบของคุณ" />
        </Card>
      ) : (
        <ul className="grid gap-3.5 md:grid-cols-2">
          {sessions.map((session) => (
            <li key={session.exam_session_id}>
              <Session session={session} isPast={session.date < today} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const unmarkedTitle = titleOf(examSession.row.shape, 'unmarked')

function Session({ session, isPast }: { session: ExamSessionRow; isPast: boolean }) {
  const { kind, start_time, end_time, seats_taken, unmarked, place, date, can } = session
  return (
    <Card title={`${examKinds[kind].label} ${formatTimeSpan(start_time, end_time)}`}>
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-2">
          {isPast && (
            <Chip tone="warn">
              ยังไม่ปิดรอบ <ThaiDay value={date} />
            </Chip>
          )}
          <span>{`${headings.candidates} ${seats_taken} คน · ${unmarkedTitle} ${unmarked} คน`}</span>
          {place !== null && <span className="text-muted">{place}</span>}
        </p>
        {can.mark ? (
          <Link
            to={resultsPath(session)}
            className={`${buttonClass({ kind: 'primary' })} min-h-13`}
          >
            <ClipboardCheck size={16} aria-hidden />
            {actionWords.recordResult}
            <span className="sr-only"> {session.name}</span>
          </Link>
        ) : (
          <p className="text-sm text-muted">บันทึกผลได้ตั้งแต่ {start_time} น.</p>
        )}
      </div>
    </Card>
  )
}
