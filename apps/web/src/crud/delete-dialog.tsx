import type { InputOf } from '@khapdee/contract/endpoint'
import { useCommand } from '../api/queries.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { type CrudApi, type RecordOf, type Resource, idOf } from './resource.ts'

interface DeleteDialogProps<Api extends CrudApi> {
  resource: Resource<Api>
  record: RecordOf<Api>
  onClose: () => void
}

/** Asks first; what the server refuses, such as IN_USE, is told by the alert. */
export function DeleteDialog<Api extends CrudApi>({
  resource,
  record,
  onClose,
}: DeleteDialogProps<Api>) {
  const { api, itemLabel, invalidates } = resource
  const remove = useCommand(api.delete, { invalidates })
  const input = { [api.idName]: idOf(api, record), version: record.version }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`ลบ${itemLabel}`}
      confirmLabel="ลบ"
      kind="danger"
      // The id's name is data here, so its type cannot be.
      onConfirm={() => remove.mutate(input as InputOf<Api['delete']>)}
    >
      ต้องการลบ “{resource.nameOf(record)}” ใช่หรือไม่
    </ConfirmDialog>
  )
}
