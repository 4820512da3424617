import { otherFee } from '@khapdee/contract/entities/fees'
import { entities } from '@khapdee/domain/entities'
import { actionWords, headings, units } from '@khapdee/domain/words'
import { useEffect, useEffectEvent } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import type { RecordOf } from '../../crud/resource.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface GrantRightsDialogProps {
  /** The fee as it was saved. */
  record: RecordOf<typeof otherFee>
  onClose: () => void
}

/**
 * After a fee was saved: shows how many open applications lack its exam rights, and grants the rights when
 * confirmed. Closes itself when no application lacks them or the number cannot be read.
 */
export function GrantRightsDialog({ record, onClose }: GrantRightsDialogProps) {
  const { other_fee_id, version, exams } = record
  const hasExams = exams.length > 0
  const { data, isError } = useEndpoint(
    otherFee.missingRights,
    { other_fee_id },
    { enabled: hasExams, staleTime: 0 },
  )
  const missing = data?.data
  const hasNothingToShow =
    !hasExams || isError || (missing && missing.applications + missing.walk_ins === 0)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (hasNothingToShow) close()
  }, [hasNothingToShow])
  const grant = useCommand(otherFee.grantRights, {
    invalidates: ['otherfee', 'application', 'customer'],
    alert: 'success',
  })
  if (missing === undefined || hasNothingToShow) return null
  const { applications, rights, walk_ins } = missing
  const isGranting = applications > 0
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={actionWords.grantRights}
      confirmLabel={isGranting ? actionWords.grantRights : actionWords.close}
      onConfirm={isGranting ? () => grant.mutateOrThrow({ other_fee_id, version }) : onClose}
    >
      {isGranting && (
        <p>
          {entities.application.label}ที่ยังเปิดอยู่ {applications} {units.sheets} มีรายการนี้แต่ยังไม่มีสิทธิ์สอบ
          ต้องการให้สิทธิ์สอบรวม {rights} {units.rights} นับจากวันลงทะเบียนของแต่ละใบใช่หรือไม่
        </p>
      )}
      {walk_ins > 0 && (
        <p>
          {entities.application.label}ของ{headings.walkIn} {walk_ins} {units.sheets}{' '}
          จะยังไม่ได้รับสิทธิ์สอบ เพราะไม่มีเลขประจำตัว
        </p>
      )}
    </ConfirmDialog>
  )
}
