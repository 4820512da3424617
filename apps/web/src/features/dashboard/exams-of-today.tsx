/** The exams of today, and the candidates who have not paid or lack documents. */
import type { DashboardContent } from '@khapdee/contract/entities/dashboard'
import { examKinds } from '@khapdee/domain/evaluation'
import { formatTime } from '@khapdee/domain/thai-date'
import { stateWords } from '@khapdee/domain/words'
import { RecordLink } from '../../crud/actions.tsx'
import { paths, pathsOf } from '../../shared/paths.ts'
import { EmptyState } from '../../ui/feedback.tsx'
import { Card } from '../../ui/page.tsx'

export function ExamsOfToday({ exams }: { exams: NonNullable<DashboardContent['exams']> }) {
  const { sessions, candidates, without_session, unready } = exams
  return (
    <Card
      title="สอบวันนี้"
      flush
      actions={
        <RecordLink to={paths.exams}>
          {`${sessions} รอบ ${candidates + without_session} คน`}
        </RecordLink>
      }
    >
      {unready.length === 0 ? (
        <EmptyState title={candidates === 0 ? 'วันนี้ไม่มีผู้เข้าสอบ' : 'ผู้เข้าสอบชำระครบและเอกสารครบทุกคน'} />
      ) : (
        <ul className="divide-y divide-line">
          {unready.map(({ exam_id, exam_session_id, customer, starts_at, kind, ...lacks }) => (
            <li key={exam_id} className="flex flex-wrap justify-between gap-x-3 px-4 py-2">
              <span className="min-w-0 break-words">
                <RecordLink to={pathsOf('exam_session').record(exam_session_id)}>
                  {customer}
                </RecordLink>
                <span className="block text-sm text-muted">
                  {formatTime(starts_at)} {examKinds[kind].label}
                </span>
              </span>
              <span className="text-danger">{lackText(lacks)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const lackText = ({
  unpaid,
  missing_documents,
}: Pick<
  NonNullable<DashboardContent['exams']>['unready'][number],
  'unpaid' | 'missing_documents'
>) =>
  [
    ...(unpaid === true ? [stateWords.outstanding] : []),
    ...(missing_documents > 0 ? [`เอกสารไม่ครบ ${missing_documents} รายการ`] : []),
  ].join(' · ')
