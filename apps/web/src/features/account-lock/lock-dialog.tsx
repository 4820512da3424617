/** The dialog that locks a branch up to a day, with the items that are still open. */
import { accountLock, lockDayTooLateMessage } from '@khapdee/contract/entities/account-lock'
import { lockWords } from '@khapdee/domain/account-lock'
import { type Day, addDays, day, formatDay } from '@khapdee/domain/thai-date'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { schemaProblems, resolverOf, showOnFields } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { useToday } from '../../ui/use-today.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { LockRow } from './lock-list.tsx'
import { OpenItems } from './open-items.tsx'

interface Values {
  day: Day | null
  note: string
}

const { FormDate, FormTextArea } = fieldsOf<Values>()
const schema = accountLock.lock.input.omit({ branch_id: true })

interface LockDialogProps {
  row: LockRow
  onClose: () => void
}

/** The last day of the month before, or yesterday if that is locked. */
function proposedDay(today: Day, lockDay: Day | null): Day {
  const endOfMonth = addDays(day(`${today.slice(0, 7)}-01`), -1)
  return lockDay === null || endOfMonth > lockDay ? endOfMonth : addDays(today, -1)
}

export function LockDialog({ row, onClose }: LockDialogProps) {
  const { branch_id, branch, day: lockDay } = row
  const today = useToday()
  const [defaultValues] = useState<Values>({ day: proposedDay(today, lockDay), note: '' })
  const form = useForm<Values>({
    defaultValues,
    resolver: resolverOf<Values>((values) => [
      ...schemaProblems(schema, { ...values }),
      ...(values.day !== null && values.day >= today
        ? [['day', lockDayTooLateMessage] as const]
        : []),
    ]),
  })
  const until = useWatch({ control: form.control, name: 'day' })
  const { mutate, pending, error } = useCommand(accountLock.lock, {
    invalidates: ['accounting', 'income', 'expenses', 'Account'],
    onSuccess: onClose,
    onError: (failure) => showOnFields(form, failure),
  })
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={`${lockWords.lock} ${branch}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(({ day: chosen, note }) => {
        if (chosen !== null) void mutate({ branch_id, day: chosen, note })
      })}
      submitLabel={lockWords.lock}
      pending={pending}
      problem={error === null || error.errors.length > 0 ? null : error.message}
    >
      <FormDate
        name="day"
        required
        {...(lockDay !== null && { description: `ล็อกไว้แล้วถึง ${formatDay(lockDay)}` })}
      />
      {until !== null && until < today && <OpenItems branch_id={branch_id} until={until} />}
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
