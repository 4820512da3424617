/** The dialog that lists the registration forms that were put aside, to recall or delete them. */
import type { HeldForm } from '@khapdee/contract/entities/held-form'
import { entities } from '@khapdee/domain/entities'
import { maxHeldForms } from '@khapdee/domain/application/held-form'
import { actionWords, units } from '@khapdee/domain/words'
import { RotateCcw, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import { Chip, ThaiInstant } from '../../../ui/values.tsx'

interface HeldFormsDialogProps {
  forms: readonly HeldForm[]
  pending: boolean
  onRecall: (id: number) => void
  onDelete: (id: number) => void
  onClose: () => void
}

export function HeldFormsDialog({
  forms,
  pending,
  onRecall,
  onDelete,
  onClose,
}: HeldFormsDialogProps) {
  return (
    <Modal isOpen onClose={onClose} title={entities.held_form.label} isBusy={pending}>
      {forms.length === 0 && <EmptyState title="ไม่มีรายการที่พักไว้" />}
      {forms.some(({ is_left }) => is_left) && (
        <p className="text-sm text-muted">
          แบบฟอร์มที่พักไว้อัตโนมัติเมื่อออกจากหน้า เก็บไว้ {maxHeldForms} {units.entries}ล่าสุด
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {forms.map(({ held_form_id, name, is_unanswered, is_left, createdAt }) => {
          const customerName = name === '' ? 'ยังไม่กรอกชื่อ' : name
          return (
            <li key={held_form_id} className="flex items-center justify-between gap-3">
              <div className="min-w-0">
                <p className="font-medium">{customerName}</p>
                <p className="text-xs text-muted">
                  <ThaiInstant value={createdAt} />
                </p>
                {is_left && <Chip tone="muted">พักไว้อัตโนมัติ</Chip>}
                {is_unanswered && <Chip tone="warn">ยังไม่ทราบผลการบันทึก</Chip>}
              </div>
              <span className="flex items-center gap-1">
                <Button icon={RotateCcw} onPress={() => onRecall(held_form_id)}>
                  เรียกคืน
                  <span className="sr-only">{customerName}</span>
                </Button>
                {/* A form with an unanswered save cannot be deleted: its recall tells the outcome first. */}
                {!is_unanswered && (
                  <IconButton
                    label={`${actionWords.delete} ${customerName}`}
                    icon={Trash2}
                    onPress={() => onDelete(held_form_id)}
                  />
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
