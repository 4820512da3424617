import { employeeLicence, type LicenceRow } from '@khapdee/contract/entities/employee-licence'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { actionWords } from '@khapdee/domain/words'
import { Save } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useCommand } from '../../api/queries.ts'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type LicenceValues = Omit<LicenceRow, 'licence_id' | 'user_id' | 'version'>

const { FormCheckboxGroup, FormDate, FormSegmented, FormText } = fieldsOf<LicenceValues>()

const schema = employeeLicence.create.input.omit({ user_id: true })

interface LicenceDialogProps {
  userId: number
  /** The licence to change; null for a new one. */
  licence: LicenceRow | null
  onClose: () => void
}

/** The dialog that adds or changes a licence of an employee. */
export function LicenceDialog({ userId, licence, onClose }: LicenceDialogProps) {
  const form = useForm<LicenceValues>({
    defaultValues: {
      kind: licence?.kind ?? 'instructor',
      subject: licence?.subject ?? 'practice',
      licence_types: licence?.licence_types ?? [],
      number: licence?.number ?? '',
      valid_until: licence?.valid_until ?? null,
    },
    resolver: schemaResolver<LicenceValues>(schema),
  })
  const callbacks = {
    onSuccess: onClose,
    onError: (error: Parameters<typeof showOnFields>[1]) => showOnFields(form, error),
  }
  const create = useCommand(employeeLicence.create, callbacks)
  const update = useCommand(employeeLicence.update, callbacks)
  const save = (values: LicenceValues) =>
    licence === null
      ? create.mutate({ user_id: userId, ...values })
      : update.mutate({ ...values, licence_id: licence.licence_id, version: licence.version })
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={`${licence === null ? actionWords.add : actionWords.edit}${fieldTitles.licence}`}
      onClose={onClose}
      onSubmit={form.handleSubmit(save)}
      submitLabel={actionWords.save}
      submitIcon={Save}
      pending={create.pending || update.pending}
      size="md"
    >
      <div className="grid grid-cols-2 gap-3.5">
        <FormSegmented name="kind" />
        <FormSegmented name="subject" />
        <FormCheckboxGroup name="licence_types" className="col-span-2" />
        <FormText name="number" />
        <FormDate name="valid_until" />
      </div>
    </FormDialog>
  )
}
