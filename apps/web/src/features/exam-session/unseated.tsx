/**
 * Bookings of the day of a session that have no session yet; one press adds them to the session.
 */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { type ExamCandidate, examSession } from '@khapdee/contract/entities/exam-session'
import { actionWords, headings } from '@khapdee/domain/words'
import { UserPlus } from 'lucide-react'
import { useCallback } from 'react'
import { useCommand } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { Card } from '../../ui/page.tsx'
import { unseatedColumns } from './session-columns.tsx'

const invalidates = ['exam-session', 'exam-waiting', 'exam', 'application', 'customer']
const rowKey = ({ exam_id }: ExamCandidate) => exam_id

export function Unseated({
  session: { exam_session_id, unseated },
}: {
  session: OutputOf<typeof examSession.get>['data']
}) {
  const mayAdmit = useSession().can('exam.book')
  const { mutate, pending } = useCommand(examSession.admit, { invalidates })
  const rowActions = useCallback(
    ({ exam_id }: ExamCandidate): readonly RowAction[] => [
      {
        id: 'admit',
        label: actionWords.admit,
        icon: UserPlus,
        primary: true,
        onAction: () => void mutate({ exam_session_id, exam_ids: [exam_id] }),
      },
    ],
    [mutate, exam_session_id],
  )
  const title = `จองวันนี้โดยยังไม่มีรอบ ${unseated.length} คน`
  return (
    <Card
      title={title}
      flush
      actions={
        mayAdmit && (
          <Button
            kind="primary"
            icon={UserPlus}
            isDisabled={pending}
            onPress={() =>
              void mutate({ exam_session_id, exam_ids: unseated.map(({ exam_id }) => exam_id) })
            }
          >
            {actionWords.admit}
            {headings.all}
          </Button>
        )
      }
    >
      <DataTable
        label={title}
        columns={unseatedColumns}
        rows={unseated}
        rowKey={rowKey}
        state="ready"
        {...(mayAdmit && { rowActions })}
      />
    </Card>
  )
}
