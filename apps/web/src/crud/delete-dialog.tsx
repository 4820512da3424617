import type { InputOf } from '@khapdee/contract/endpoint'
import { useRef } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useCommand } from '../api/queries.ts'
import { alerts, showError } from '../shared/alerts.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { type CrudApi, idOf, type RecordOf, type Resource } from './resource.ts'

interface DeleteDialogProps<Api extends CrudApi> {
  resource: Resource<Api>
  record: RecordOf<Api>
  onClose: () => void
}

/** Asks for confirmation. IN_USE is shown in the dialog, other failures by the alert. */
export function DeleteDialog<Api extends CrudApi>({
  resource,
  record,
  onClose,
}: DeleteDialogProps<Api>) {
  const { api, itemLabel, invalidates } = resource
  const refusal = useRef<ApiError>(null)
  const remove = useCommand(api.delete, {
    invalidates,
    alert: 'none',
    onSuccess: ({ message }) => alerts.success(message),
    onError: (error) => {
      if (error.code === 'IN_USE') refusal.current = error
      else showError(error)
    },
  })
  const input = { [api.idName]: idOf(api, record), version: record.version }
  async function confirm() {
    refusal.current = null
    // The id's name is data here, so its type cannot be.
    await remove.mutate(input as InputOf<Api['delete']>)
    if (refusal.current) throw refusal.current
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`ลบ${itemLabel}`}
      confirmLabel="ลบ"
      kind="danger"
      onConfirm={confirm}
    >
      ต้องการลบ “{resource.nameOf(record)}” ใช่หรือไม่
    </ConfirmDialog>
  )
}
