import type { InputOf } from '@khapdee/contract/endpoint'
import { asApiError } from '../api/api-error.ts'
import { useCommand } from '../api/queries.ts'
import { showError } from '../shared/alerts.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import { type CrudApi, idOf, type RecordOf, type Resource } from './resource.ts'

interface DeleteDialogProps<Api extends CrudApi> {
  resource: Resource<Api>
  record: RecordOf<Api>
  onClose: () => void
}

/**
 * Asks for confirmation and deletes. A version conflict closes the dialog and is shown by the alert, because the record
 * behind it is outdated; any other error is shown in the dialog, which stays open.
 */
export function DeleteDialog<Api extends CrudApi>({
  resource,
  record,
  onClose,
}: DeleteDialogProps<Api>) {
  const { api, itemLabel, invalidates } = resource
  const remove = useCommand(api.delete, {
    invalidates,
    alert: 'success',
  })
  const input = { [api.idName]: idOf(api, record), version: record.version }
  async function confirm() {
    try {
      // The name of the id field is known only at run time, so the compiler cannot check the input.
      await remove.mutateOrThrow(input as InputOf<Api['delete']>)
    } catch (error) {
      if (asApiError(error).code !== 'CONFLICT') throw error
      showError(error)
    }
  }
  return (
    <ConfirmDelete
      label={itemLabel}
      name={resource.nameOf(record)}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
