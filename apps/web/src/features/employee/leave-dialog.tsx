import { employee } from '@khapdee/contract/entities/employee'
import type { LeaveKind } from '@khapdee/domain/employee'
import type { Day } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { Save } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { useCommand } from '../../api/queries.ts'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useToday } from '../../ui/use-today.ts'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

const { FormDate, FormSegmented, FormText } = fieldsOf<LeaveValues>()

interface LeaveValues {
  user_id: number
  start: Day
  end: Day
  kind: LeaveKind
  reason: string
}

/** The dialog that adds days of leave to an employee. */
export function LeaveDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const today = useToday()
  const form = useForm<LeaveValues>({
    defaultValues: { user_id: userId, start: today, end: today, kind: 'sick', reason: '' },
    resolver: schemaResolver<LeaveValues>(employee.addLeave.input),
  })
  const kind = useWatch({ control: form.control, name: 'kind' })
  const add = useCommand(employee.addLeave, {
    onSuccess: onClose,
    onError: (error) => showOnFields(form, error),
  })
  return (
    <FormDialog
      form={form}
      schema={employee.addLeave.input}
      title={actionWords.addLeave}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => add.mutate(values))}
      submitLabel={actionWords.save}
      submitIcon={Save}
      pending={add.pending}
    >
      <div className="grid grid-cols-2 gap-3.5">
        <FormDate name="start" />
        <FormDate name="end" />
        <FormSegmented name="kind" className="col-span-2" />
        <FormText name="reason" required={kind === 'other'} className="col-span-2" />
      </div>
    </FormDialog>
  )
}
