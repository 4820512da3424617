/** The exam day: the desk where candidates are checked in, and the queues of today's sessions. */
import { type DayCandidate, examDay } from '@khapdee/contract/entities/exam-day'
import { actionWords, headings } from '@khapdee/domain/words'
import { MonitorUp } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { useToday } from '../../ui/use-today.ts'
import { rightPath } from '../../crud/right-path.ts'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useLive } from '../../shared/use-live.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, RecordLoading } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Desk } from './desk.tsx'
import { StationCard } from './station-card.tsx'

const UndoDialog = lazyPart(async () => (await import('./undo-dialog.tsx')).UndoDialog)

const ScreenDialog = lazyPart(async () => (await import('./screen-dialog.tsx')).ScreenDialog)

const title = actionWords.checkIn

export function ExamDayScreen() {
  return (
    <Permitted permission="exam.view">
      <Screen />
    </Permitted>
  )
}

function Screen() {
  useDocumentTitle(title)
  useLive(['exam', 'exam-session'], ['exam'])
  const { value: branch } = useCurrentBranch()
  const { data, error, refetch } = useEndpoint(examDay.get, branch === 'all' ? {} : { branch })
  const today = useToday()
  const shownDay = useRef(today)
  useEffect(() => {
    if (shownDay.current === today) return
    shownDay.current = today
    void refetch()
  }, [today, refetch])
  const [undone, setUndone] = useState<DayCandidate | null>(null)
  const { can } = useSession()
  const [isSharing, setSharing] = useState(false)
  const day = data?.data
  const showsBranch = new Set(day?.stations.map(({ branch_id }) => branch_id)).size > 1
  return (
    <>
      <PageHeader
        title={title}
        actions={
          can('exam.session') && (
            <Button icon={MonitorUp} onPress={() => setSharing(true)}>
              {headings.queueScreen}
            </Button>
          )
        }
      />
      {day === undefined ? (
        <RecordLoading error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-3.5">
          {day.stations.some(({ can_check_in }) => can_check_in) && (
            <Desk stations={day.stations} />
          )}
          {day.stations.length === 0 && (
            <Card>
              <EmptyState
                title="วันนี้ไม่มีรอบสอบ"
                {...(can('exam.session') && { hint: 'เพิ่มรอบสอบได้ที่เมนูรอบสอบ' })}
              />
            </Card>
          )}
          {day.stations.map((station) => (
            <StationCard
              key={station.exam_session_id}
              station={station}
              showsBranch={showsBranch}
              onUndo={setUndone}
            />
          ))}
          {day.without_session.length > 0 && (
            <Card title={`จองวันนี้โดยไม่ระบุรอบ ${day.without_session.length} คน`}>
              <p className="text-muted">ต้องเลือกรอบสอบก่อนลงทะเบียนเข้าสอบ</p>
              <ul>
                {day.without_session.map(({ exam_id, customer, ...right }) => (
                  <li key={exam_id}>
                    <RecordLink to={rightPath(right)}>{customer}</RecordLink>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      )}
      {isSharing && (
        <Suspense fallback={null}>
          <ScreenDialog onClose={() => setSharing(false)} />
        </Suspense>
      )}
      {undone !== null && (
        <Suspense fallback={null}>
          <UndoDialog candidate={undone} onClose={() => setUndone(null)} />
        </Suspense>
      )}
    </>
  )
}
