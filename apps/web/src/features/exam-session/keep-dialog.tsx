/** The dialog that accepts the problems of an exam session. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type AffectedSession, affectedSession } from '@khapdee/contract/entities/affected-session'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = InputOf<typeof affectedSession.keep>

const schema = affectedSession.keep.input
const { FormTextArea } = fieldsOf<Values>()

interface KeepDialogProps {
  session: AffectedSession
  onClose: () => void
}

export function KeepDialog({ session, onClose }: KeepDialogProps) {
  const { exam_session_id, version, name, problems } = session
  const form = useForm<Values>({
    defaultValues: { exam_session_id, version, note: '' },
    resolver: schemaResolver<Values>(schema),
  })
  const keep = useCommand(affectedSession.keep, { alert: 'success', onSuccess: onClose })
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={actionWords.keepSession}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => keep.mutate(values))}
      submitLabel={actionWords.keepSession}
      pending={keep.pending}
      problem={keep.error?.message ?? null}
    >
      <p>จัด{name} ตามเดิม แม้ว่า</p>
      <ul className="list-disc ps-5">
        {problems
          .flatMap(({ messages }) => messages)
          .map((message) => (
            <li key={message}>{message}</li>
          ))}
      </ul>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
