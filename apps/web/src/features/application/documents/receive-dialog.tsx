/** The dialog that records that a required document was received, with its day and picture. */
import type { RequiredDocument } from '@khapdee/contract/entities/application-shapes'
import { requiredDocument } from '@khapdee/contract/entities/required-document'
import type { Day } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../../api/form-errors.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { FormUpload } from '../../../crud/form-upload.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { useApplicationCommand } from '../use-application-command.ts'

interface Values {
  application_document_id: number
  document_day: Day | null
  file_id: number | null
  /**
   * When the document was last marked as received, which this replaces; null if it was not. The
   * server compares it.
   */
  ticked_at: string | null
}

const { FormDate } = fieldsOf<Values>()
const resolver = schemaResolver<Values>(requiredDocument.tick.input)

interface ReceiveDialogProps {
  document: RequiredDocument
  onClose: () => void
}

export function ReceiveDialog({ document, onClose }: ReceiveDialogProps) {
  const { application_document_id, name, valid_days, ticked_at } = document
  const form = useForm<Values>({
    defaultValues: { application_document_id, document_day: null, file_id: null, ticked_at },
    resolver,
  })
  const { run, pending, problem } = useApplicationCommand(requiredDocument.tick, {
    onClose,
    onError: (error) => showOnFields(form, error),
  })
  return (
    <FormDialog
      form={form}
      schema={requiredDocument.tick.input}
      title={`${actionWords.receive}${name}`}
      onClose={onClose}
      onSubmit={form.handleSubmit(run)}
      submitLabel={actionWords.save}
      pending={pending}
      problem={problem}
    >
      <FormDate
        name="document_day"
        required={valid_days > 0}
        description={valid_days > 0 ? `เอกสารมีอายุ ${valid_days} วัน` : undefined}
      />
      <FormUpload<Values> name="file_id" stored={null} />
    </FormDialog>
  )
}
