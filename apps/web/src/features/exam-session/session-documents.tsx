/** The menu that prints and exports the documents of an exam session. */
import { examDocument } from '@khapdee/contract/entities/exam-document'
import type { ExamSessionRow } from '@khapdee/contract/entities/exam-session'
import { examDocuments, printLabel } from '@khapdee/domain/exam-document-names'
import { actionWords } from '@khapdee/domain/words'
import { ChevronDown, FileSpreadsheet, ListChecks, Printer, Users } from 'lucide-react'
import { call } from '../../api/client.ts'
import { download } from '../../crud/actions.tsx'
import { useSession } from '../../session/session.ts'
import { showError } from '../../shared/alerts.ts'
import { printPdf } from '../../shared/print.ts'
import { ActionMenuButton, type MenuAction } from '../../ui/menu.tsx'

type Session = Pick<ExamSessionRow, 'exam_session_id' | 'status'> & {
  can: Pick<ExamSessionRow['can'], 'print_results'>
}

async function exportRoster(exam_session_id: number): Promise<void> {
  try {
    download((await call(examDocument.rosterExport, { exam_session_id })).data.file)
  } catch (error) {
    showError(error)
  }
}

/** Renders nothing for a cancelled session, which has no candidates. */
export function SessionDocuments({ session }: { session: Session }) {
  const { can } = useSession()
  const { exam_session_id, status } = session
  if (status === 'cancelled') return null
  const actions: MenuAction[] = [
    {
      id: 'roster',
      label: printLabel(examDocuments.roster),
      icon: Users,
      onAction: () => void printPdf(() => call(examDocument.roster, { exam_session_id })),
    },
    ...(session.can.print_results
      ? [
          {
            id: 'results',
            label: printLabel(examDocuments.results),
            icon: ListChecks,
            onAction: () => void printPdf(() => call(examDocument.results, { exam_session_id })),
          },
        ]
      : []),
    ...(can('exam.export')
      ? [
          {
            id: 'export',
            label: `${actionWords.exportExcel} (${examDocuments.roster.label})`,
            icon: FileSpreadsheet,
            onAction: () => void exportRoster(exam_session_id),
          },
        ]
      : []),
  ]
  return (
    <ActionMenuButton label={actionWords.print} actions={actions}>
      <Printer size={16} aria-hidden />
      {actionWords.print}
      <ChevronDown size={16} aria-hidden />
    </ActionMenuButton>
  )
}
