/** The dialog that voids an entry of staff with a reason; its number stays. */
import { type EntryRow, expenses, income } from '@khapdee/contract/entities/account-entry'
import { bahtWithUnit } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { bookQueryKeys } from './books.ts'

interface Values {
  note: string
}

const { FormTextArea } = fieldsOf<Values>()
const schema = income.delete.input.pick({ note: true })
const resolver = schemaResolver<Values>(schema)

interface VoidDialogProps {
  entry: Pick<EntryRow, 'side' | 'code' | 'name' | 'value' | 'version'> & { entry_id: number }
  onClose: () => void
  onVoided?: () => void
}

export function VoidDialog({ entry, onClose, onVoided }: VoidDialogProps) {
  const { side, code, name, value, version, entry_id } = entry
  const form = useForm<Values>({ defaultValues: { note: '' }, resolver })
  const options = {
    invalidates: bookQueryKeys,
    onSuccess: () => {
      onClose()
      onVoided?.()
    },
    onError: ({ status }: { status: number }) => {
      // Another user has changed or voided the entry in the meantime; the alert shows which.
      if (status === 404 || status === 409) onClose()
    },
  }
  const ofIncome = useCommand(income.delete, options)
  const ofExpenses = useCommand(expenses.delete, options)
  const { pending, error } = side === 'income' ? ofIncome : ofExpenses
  const title = `${actionWords.cancel}รายการ`
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={`${title} ${code}`.trim()}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(({ note }) =>
        side === 'income'
          ? ofIncome.mutate({ income_id: entry_id, version, note })
          : ofExpenses.mutate({ expenses_id: entry_id, version, note }),
      )}
      submitLabel={title}
      dismissLabel={actionWords.close}
      kind="danger"
      pending={pending}
      problem={error?.message ?? null}
    >
      <p>
        {name} {bahtWithUnit(value)}
      </p>
      <p className="text-sm text-muted">
        รายการที่ยกเลิกไม่นับในยอดรวม เลขที่เอกสารยังคงอยู่ และกลับมาใช้อีกไม่ได้
      </p>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
