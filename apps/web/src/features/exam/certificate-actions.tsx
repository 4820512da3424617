/** The actions on the certificate of an exam right: issue, print, cancel. */
import type { CertificateOfRight } from '@khapdee/contract/entities/certificate'
import { certificate as endpoints } from '@khapdee/contract/entities/certificate'
import { examRightEvents } from '@khapdee/domain/exam-right'
import { printCertificateLabel } from '@khapdee/domain/exam-document-names'
import { Award, FileX, Printer } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { call } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'
import { printPdf } from '../../shared/print.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'

const IssueDialog = lazyPart(async () => (await import('./certificate-dialogs.tsx')).IssueDialog)
const CancelDialog = lazyPart(
  async () => (await import('./certificate-dialogs.tsx')).CancelCertificateDialog,
)

export interface CertifiableRight {
  right_id: number
  customer: string
  course_name: string
  certificate: CertificateOfRight
  can: { certify: boolean }
}

/** The actions that the user may take on the certificate of a right, and the open dialog. */
export function useCertificateActions(): {
  certificateActionsOf: (right: CertifiableRight) => readonly RowAction[]
  certificateDialog: ReactNode
} {
  const { can } = useSession()
  const [open, setOpen] = useState<CertifiableRight | null>(null)
  const mayPrint = can('exam.certificate')
  const mayCancel = can('exam.correct')
  const certificateActionsOf = useCallback(
    (right: CertifiableRight): readonly RowAction[] => {
      const choose = () => setOpen(right)
      const { certificate } = right
      if (certificate === null) {
        return right.can.certify
          ? [
              {
                id: 'certify',
                label: examRightEvents.certified.label,
                icon: Award,
                primary: true,
                onAction: choose,
              },
            ]
          : []
      }
      const { certificate_id } = certificate
      return [
        ...(mayPrint
          ? [
              {
                id: 'certificate',
                label: printCertificateLabel,
                icon: Printer,
                onAction: () => void printPdf(() => call(endpoints.pdf, { certificate_id })),
              },
            ]
          : []),
        ...(mayCancel
          ? [
              {
                id: 'uncertify',
                label: examRightEvents.uncertified.label,
                icon: FileX,
                tone: 'danger' as const,
                onAction: choose,
              },
            ]
          : []),
      ]
    },
    [mayPrint, mayCancel],
  )
  if (open === null) return { certificateActionsOf, certificateDialog: null }
  const Dialog = open.certificate === null ? IssueDialog : CancelDialog
  return {
    certificateActionsOf,
    certificateDialog: (
      <Suspense fallback={null}>
        <Dialog right={open} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  }
}
