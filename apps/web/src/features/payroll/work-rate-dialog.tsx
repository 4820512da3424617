/** The rates of a person for work, with the form that adds or changes one. */
import { type WorkRateRow, payrollWorkRate } from '@khapdee/contract/entities/payroll-work-rate'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { bahtWithUnit } from '@khapdee/domain/money'
import { workUnits } from '@khapdee/domain/payroll/items'
import { scopeName } from '@khapdee/domain/payroll/work'
import { formatDay } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { ConfirmDelete } from '../../crud/confirm-delete.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { WorkRateForm } from './work-rate-form.tsx'

interface WorkRateDialogProps {
  userId: number
  name: string
  onClose: () => void
}

export function WorkRateDialog({ userId, name, onClose }: WorkRateDialogProps) {
  const { data, error, refetch } = useEndpoint(
    payrollWorkRate.list,
    { user_id: userId },
    { staleTime: 0 },
  )
  const [edited, setEdited] = useState<WorkRateRow | 'new' | null>(null)
  const [deleted, setDeleted] = useState<WorkRateRow | null>(null)
  const remove = useCommand(payrollWorkRate.delete, { alert: 'success' })
  const shown = data?.data
  if (deleted !== null) {
    const { payroll_work_rate_id, version } = deleted
    return (
      <ConfirmDelete
        label={entities.payroll_work_rate.label}
        name={`${scopeName(deleted)} ${termsOf(deleted)}`}
        onConfirm={() => remove.mutateOrThrow({ payroll_work_rate_id, version })}
        onClose={() => setDeleted(null)}
      />
    )
  }
  if (edited !== null && shown !== undefined) {
    return (
      <WorkRateForm
        userId={userId}
        stored={edited === 'new' ? null : edited}
        items={shown.list_payroll}
        usualItem={shown.rates[0]?.list_payroll_id ?? null}
        onClose={() => setEdited(null)}
      />
    )
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`${entities.payroll_work_rate.label} ${name}`}
      size="md"
      actions={
        <>
          {shown?.is_editable && (
            <Button icon={Plus} onPress={() => setEdited('new')}>
              {actionWords.add}
              {fieldTitles.rate}
            </Button>
          )}
          <Button onPress={onClose}>{actionWords.close}</Button>
        </>
      }
    >
      {shown === undefined ? (
        <RecordLoading error={error} onRetry={() => void refetch()} />
      ) : shown.rates.length === 0 ? (
        <p className="text-muted">ยังไม่มีอัตรา งานของพนักงานคนนี้ยังไม่คิดเงินเมื่อจัดทำเงินเดือน</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {shown.rates.map((rate) => (
            <Rate
              key={rate.payroll_work_rate_id}
              rate={rate}
              {...(shown.is_editable && {
                onEdit: () => setEdited(rate),
                onDelete: () => setDeleted(rate),
              })}
            />
          ))}
        </ul>
      )}
    </Modal>
  )
}

/** The terms of a rate, and its first day. */
const termsOf = ({ rate, unit, valid_from }: WorkRateRow): string =>
  `${rate === 0 ? 'ไม่จ่าย' : `${bahtWithUnit(rate)}ต่อ${workUnits[unit].label}`} ตั้งแต่ ${formatDay(valid_from)}`

interface RateProps {
  rate: WorkRateRow
  onEdit?: () => void
  onDelete?: () => void
}

function Rate({ rate, onEdit, onDelete }: RateProps) {
  const name = scopeName(rate)
  return (
    <li className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {termsOf(rate)} · {rate.item}
        </p>
      </div>
      {onEdit !== undefined && onDelete !== undefined && (
        <span className="flex shrink-0">
          <IconButton
            label={`${actionWords.edit} ${name}`}
            icon={Pencil}
            size="sm"
            onPress={onEdit}
          />
          <IconButton
            label={`${actionWords.delete} ${name}`}
            icon={Trash2}
            size="sm"
            onPress={onDelete}
          />
        </span>
      )}
    </li>
  )
}
