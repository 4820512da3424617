import { otherFee } from '@khapdee/contract/entities/fees'
import { entities } from '@khapdee/domain/entities'
import { actionWords, units } from '@khapdee/domain/words'
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
 * After a fee was saved: shows how many open applications lack its exam rights, and grants them when
 * confirmed. Closes itself when there are none or their number cannot be read.
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
  const isNeedless = !hasExams || isError || missing?.applications === 0
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isNeedless) close()
  }, [isNeedless])
  const grant = useCommand(otherFee.grantRights, {
    invalidates: ['otherfee', 'application', 'customer'],
  })
  if (missing === undefined || isNeedless) return null
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={actionWords.grantRights}
      confirmLabel={actionWords.grantRights}
      onConfirm={() => grant.mutate({ other_fee_id, version })}
    >
      {entities.application.label}ที่ยังเปิดอยู่ {missing.applications} {units.sheets}{' '}
      มีรายการนี้แต่ยังไม่มีสิทธิ์สอบ ต้องการให้สิทธิ์สอบรวม {missing.rights} {units.rights}{' '}
      นับจากวันลงทะเบียนของแต่ละใบใช่หรือไม่
    </ConfirmDialog>
  )
}
