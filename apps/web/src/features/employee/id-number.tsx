import { employee } from '@khapdee/contract/entities/employee'
import { useFormContext } from 'react-hook-form'
import { useCommand } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import type { RecordOf, ValuesOf } from '../../crud/resource.ts'
import { IdCardField, MaskedField } from '../../ui/fields/id-card-field.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'

type Values = ValuesOf<typeof employee>

interface IdNumberProps {
  record: RecordOf<typeof employee> | null
  className: string
}

const label = 'เลขประจำตัวประชาชน'

/** The number on the card: masked where one is stored, until it is asked for. */
export function IdNumber({ record, className }: IdNumberProps) {
  const { can } = useSession()
  const { resetField } = useFormContext<Values>()
  const { value, change, field } = useFormField<Values>('idcard')
  const reveal = useCommand(employee.reveal, {
    alert: 'errors',
    invalidates: [],
    // The number as it is stored is no change of the form.
    onSuccess: ({ data }) => resetField('idcard', { defaultValue: data.idcard }),
  })
  const digits = typeof value === 'string' ? value : ''
  if (digits === '' && record?.masked_idcard) {
    const { user_id, masked_idcard } = record
    return (
      <MaskedField
        label={label}
        className={className}
        masked={masked_idcard}
        pending={reveal.pending}
        {...(can('user.reveal') && { onReveal: () => void reveal.mutate({ user_id }) })}
      />
    )
  }
  return (
    <IdCardField {...field} label={label} className={className} value={digits} onChange={change} />
  )
}
