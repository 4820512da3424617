import { actionWords } from '@khapdee/domain/words'
import { ConfirmDialog } from '../ui/dialog.tsx'

interface ConfirmDeleteProps {
  /** The kind of the record, for the title. */
  label: string
  /** The name of the record. */
  name: string
  /** Deletes it; the dialog shows the message of an error that it throws. */
  onConfirm: () => unknown
  onClose: () => void
}

/** Asks for confirmation before a record is deleted. */
export function ConfirmDelete({ label, name, onConfirm, onClose }: ConfirmDeleteProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`${actionWords.delete}${label}`}
      confirmLabel={actionWords.delete}
      kind="danger"
      onConfirm={onConfirm}
    >
      ต้องการลบ “{name}” ใช่หรือไม่
    </ConfirmDialog>
  )
}
