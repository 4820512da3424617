/** The dialog that unlocks a branch, or locks it only up to an earlier day, with a reason. */
import { accountLock } from '@khapdee/contract/entities/account-lock'
import { lockWords } from '@khapdee/domain/account-lock'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { LockRow } from './lock-list.tsx'

interface Values {
  day: Day | null
  note: string
}

const { FormDate, FormTextArea } = fieldsOf<Values>()
const schema = accountLock.unlock.input.pick({ day: true, note: true })
const resolver = schemaResolver<Values>(schema)

interface UnlockDialogProps {
  row: LockRow
  onClose: () => void
}

export function UnlockDialog({ row, onClose }: UnlockDialogProps) {
  const { branch_id, branch, day, version } = row
  const form = useForm<Values>({ defaultValues: { day: null, note: '' }, resolver })
  const { mutate, pending, error } = useCommand(accountLock.unlock, {
    invalidates: ['accounting', 'income', 'expenses', 'Account'],
    onSuccess: onClose,
    onError: (failure) => {
      showOnFields(form, failure)
      // Another user has changed the lock day in the meantime; the alert shows that.
      if (failure.status === 409) onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={`${lockWords.unlock} ${branch}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => mutate({ branch_id, version, ...values }))}
      submitLabel={lockWords.unlock}
      kind="danger"
      pending={pending}
      problem={error === null || error.errors.length > 0 ? null : error.message}
    >
      {day !== null && <p>{`ล็อกไว้ถึงวันที่ ${formatDay(day)}`}</p>}
      <FormDate name="day" label="ล็อกถึงวันที่" description="เว้นว่างไว้เพื่อปลดล็อกทั้งหมด หรือระบุวันก่อนหน้า" />
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
