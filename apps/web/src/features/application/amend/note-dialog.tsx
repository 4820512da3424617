/** The dialog that changes the note of an open application. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { resolverOf, schemaProblems, showOnFields } from '../../../api/form-errors.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { applicationKindConfigs } from '../kinds.ts'
import { useApplicationCommand } from '../use-application-command.ts'

type NoteValues = InputOf<typeof application.update>

const { FormTextArea } = fieldsOf<NoteValues>()

interface NoteDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function NoteDialog({ detail, onClose }: NoteDialogProps) {
  const { application_id, version, note, type } = detail
  const endpoint = applicationKindConfigs[type].api.update
  const form = useForm<NoteValues>({
    defaultValues: { application_id, version, note },
    resolver: resolverOf((values) => schemaProblems(endpoint.input, values)),
  })
  const { run, pending, problem } = useApplicationCommand(endpoint, {
    onClose,
    onError: (error) => showOnFields(form, error),
  })
  return (
    <FormDialog
      form={form}
      schema={endpoint.input}
      title={actionWords.editNote}
      onClose={onClose}
      onSubmit={form.handleSubmit(run)}
      submitLabel={actionWords.save}
      pending={pending}
      problem={problem}
    >
      <FormTextArea name="note" rows={4} />
    </FormDialog>
  )
}
