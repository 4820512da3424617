import type { InputOf } from '@khapdee/contract/endpoint'
import { actionWords } from '@khapdee/domain/words'
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

/** Asks for confirmation and deletes. The error IN_USE is shown in the dialog; any other error closes it and is shown by the alert. */
export function DeleteDialog<Api extends CrudApi>({
  resource,
  record,
  onClose,
}: DeleteDialogProps<Api>) {
  const { api, itemLabel, invalidates } = resource
  const inUseError = useRef<ApiError>(null)
  const remove = useCommand(api.delete, {
    invalidates,
    alert: 'none',
    onSuccess: ({ message }) => alerts.success(message),
    onError: (error) => {
      if (error.code === 'IN_USE') inUseError.current = error
      else showError(error)
    },
  })
  const input = { [api.idName]: idOf(api, record), version: record.version }
  async function confirm() {
    inUseError.current = null
    // The name of the id field is known only at run time, so the compiler cannot check the input.
    await remove.mutate(input as InputOf<Api['delete']>)
    if (inUseError.current) throw inUseError.current
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`${actionWords.delete}${itemLabel}`}
      confirmLabel={actionWords.delete}
      kind="danger"
      onConfirm={confirm}
    >
      ต้องการลบ “{resource.nameOf(record)}” ใช่หรือไม่
    </ConfirmDialog>
  )
}
