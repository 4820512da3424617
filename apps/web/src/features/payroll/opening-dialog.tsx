/**
 * The earnings of a person in a tax year before the payroll of the school, with the form that
 * records or corrects them.
 */
import { type OpeningRow, payrollOpening } from '@khapdee/contract/entities/payroll-opening'
import { titlesOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { openingTypes } from '@khapdee/domain/payroll/opening'
import { actionWords } from '@khapdee/domain/words'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { ConfirmDelete } from '../../crud/confirm-delete.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { Money } from '../../ui/values.tsx'
import { OpeningForm } from './opening-form.tsx'

const labels = titlesOf(payrollOpening.row.shape)
const amounts = ['regular', 'irregular', 'tax', 'sso', 'provident_fund'] as const

interface OpeningDialogProps {
  userId: number
  name: string
  onClose: () => void
}

export function OpeningDialog({ userId, name, onClose }: OpeningDialogProps) {
  const { data, error, refetch } = useEndpoint(
    payrollOpening.list,
    { user_id: userId },
    { staleTime: 0 },
  )
  const [edited, setEdited] = useState<OpeningRow | 'new' | null>(null)
  const [deleted, setDeleted] = useState<OpeningRow | null>(null)
  const remove = useCommand(payrollOpening.delete, { alert: 'success' })
  const shown = data?.data
  if (deleted !== null) {
    const { payroll_opening_id, version } = deleted
    return (
      <ConfirmDelete
        label={entities.payroll_opening.label}
        name={nameOf(deleted)}
        onConfirm={() => remove.mutateOrThrow({ payroll_opening_id, version })}
        onClose={() => setDeleted(null)}
      />
    )
  }
  if (edited !== null && shown !== undefined) {
    return (
      <OpeningForm
        userId={userId}
        stored={edited === 'new' ? null : edited}
        onClose={() => setEdited(null)}
      />
    )
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`${entities.payroll_opening.label} ${name}`}
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
      ) : shown.openings.length === 0 ? (
        <p className="text-muted">ยังไม่มีรายการ ภาษีของปีคำนวณจากเงินเดือนในระบบเท่านั้น</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {shown.openings.map((opening) => (
            <Opening
              key={opening.payroll_opening_id}
              opening={opening}
              {...(shown.is_editable && {
                onEdit: () => setEdited(opening),
                onDelete: () => setDeleted(opening),
              })}
            />
          ))}
        </ul>
      )}
    </Modal>
  )
}

const nameOf = ({ year, type }: OpeningRow): string => `ปี ${year + 543} ${openingTypes[type].label}`

interface OpeningProps {
  opening: OpeningRow
  onEdit?: () => void
  onDelete?: () => void
}

function Opening({ opening, onEdit, onDelete }: OpeningProps) {
  const name = nameOf(opening)
  return (
    <li className="flex items-start justify-between gap-3 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-3 text-sm">
          {amounts.map((amount) => (
            <div key={amount} className="contents">
              <dt className="text-muted">{labels[amount]}</dt>
              <dd className="text-end">
                <Money value={opening[amount]} />
              </dd>
            </div>
          ))}
        </dl>
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
