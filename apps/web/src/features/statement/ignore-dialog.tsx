/** The dialog that marks a line as not belonging to the books, with the reason. */
import { type StatementRow, statement } from '@khapdee/contract/entities/statement'
import { bahtWithUnit } from '@khapdee/domain/money'
import { statementStates } from '@khapdee/domain/statement/statement'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

interface Values {
  note: string
}

const { FormTextArea } = fieldsOf<Values>()
const schema = statement.ignore.input.pick({ note: true })
const resolver = schemaResolver<Values>(schema)

export function IgnoreDialog({ line, onClose }: { line: StatementRow; onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { note: '' }, resolver })
  const ignore = useCommand(statement.ignore, { onSuccess: onClose })
  const { label } = statementStates.ignored
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={label}
      onClose={onClose}
      onSubmit={form.handleSubmit(({ note }) =>
        ignore.mutate({ statement_line_ids: [line.statement_line_id], note }),
      )}
      submitLabel={label}
      pending={ignore.pending}
      problem={ignore.error?.message ?? null}
    >
      <p>
        {line.description} {bahtWithUnit(line.value)}
      </p>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
