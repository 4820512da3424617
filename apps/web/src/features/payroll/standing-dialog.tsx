import { type StandingRow, payrollStanding } from '@khapdee/contract/entities/payroll-standing'
import { entities } from '@khapdee/domain/entities'
import { itemUnits } from '@khapdee/domain/payroll/items'
import { lineSides } from '@khapdee/domain/payroll/lines'
import { formatBaht } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { ConfirmDelete } from '../../crud/confirm-delete.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { Chip } from '../../ui/values.tsx'
import { StandingForm } from './standing-form.tsx'

interface StandingDialogProps {
  userId: number
  name: string
  onClose: () => void
}

/** `1,500.00 บาท`, or `200.00 × 3.00 วัน`. */
const valueOf = ({ condition, per_value, value, title_value }: StandingRow) =>
  condition === 'fill'
    ? `${formatBaht(value)} ${itemUnits.baht.label}`
    : `${formatBaht(per_value)} × ${formatBaht(value)} ${itemUnits[title_value].label}`

/** The monthly items of a person, with the form that adds or changes one. */
export function StandingDialog({ userId, name, onClose }: StandingDialogProps) {
  const { data, error, refetch } = useEndpoint(
    payrollStanding.list,
    { user_id: userId },
    { staleTime: 0 },
  )
  const [edited, setEdited] = useState<StandingRow | 'new' | null>(null)
  const [deleted, setDeleted] = useState<StandingRow | null>(null)
  const remove = useCommand(payrollStanding.delete, { alert: 'success' })
  const shown = data?.data
  if (deleted !== null) {
    const { payroll_standing_id, version } = deleted
    return (
      <ConfirmDelete
        label={entities.payroll_standing.label}
        name={deleted.name}
        onConfirm={() => remove.mutateOrThrow({ payroll_standing_id, version })}
        onClose={() => setDeleted(null)}
      />
    )
  }
  if (edited !== null && shown !== undefined) {
    return (
      <StandingForm
        userId={userId}
        item={edited === 'new' ? null : edited}
        items={shown.list_payroll}
        onClose={() => setEdited(null)}
      />
    )
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`${entities.payroll_standing.label} ${name}`}
      size="md"
      actions={
        <>
          {shown?.is_editable && (
            <Button icon={Plus} onPress={() => setEdited('new')}>
              {actionWords.add}รายการ
            </Button>
          )}
          <Button onPress={onClose}>{actionWords.close}</Button>
        </>
      }
    >
      {shown === undefined ? (
        <RecordLoading error={error} onRetry={() => void refetch()} />
      ) : shown.list.length === 0 ? (
        <p className="text-muted">{headings.noEntries}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {shown.list.map((item) => (
            <li
              key={item.payroll_standing_id}
              className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {item.name}
                  <Chip tone={item.type === 'income' ? 'ok' : 'warn'}>
                    {lineSides[item.type].label}
                  </Chip>
                </p>
                <p className="text-sm text-muted">{valueOf(item)}</p>
              </div>
              {shown.is_editable && (
                <span className="flex shrink-0">
                  <IconButton
                    label={`${actionWords.edit} ${item.name}`}
                    icon={Pencil}
                    size="sm"
                    onPress={() => setEdited(item)}
                  />
                  <IconButton
                    label={`${actionWords.delete} ${item.name}`}
                    icon={Trash2}
                    size="sm"
                    onPress={() => setDeleted(item)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
