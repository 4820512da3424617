/** The identity numbers of a customer: ID card and passport. */
import { customer } from '@khapdee/contract/entities/customer'
import { messages } from '@khapdee/contract/messages'
import { idCardProblem, isPassport } from '@khapdee/domain/id-card'
import { useFormContext, useWatch } from 'react-hook-form'
import { useCommand } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { afterPaint } from '../../ui/hooks.ts'
import { IdCardField, MaskedField } from '../../ui/fields/id-card-field.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { useLabelledField } from '../../ui/form/use-form-field.ts'
import type { CustomerFormValues } from './customer-values.ts'
import type { CustomerMatcher } from './use-customer.ts'

interface IdentityFieldProps {
  /** Finds the stored customer; absent when the form edits a stored customer. */
  matcher?: CustomerMatcher | undefined
  className: string
}

/** The ID card number. A complete number is validated and looked up; an empty one keeps the stored number, shown masked. */
export function IdCardNumber({
  matcher,
  required,
  className,
}: IdentityFieldProps & { required: boolean }) {
  const { control, clearErrors, getValues, trigger } = useFormContext<CustomerFormValues>()
  const { value, change, field } = useLabelledField<CustomerFormValues>('customer.idcard', {})
  const [masked, foreigner] = useWatch({
    control,
    name: ['customer.masked_idcard', 'customer.is_foreigner'],
  })
  const digits = String(value)
  if (digits === '' && masked !== '') {
    return <MaskedNumber label={field.label} masked={masked} className={className} />
  }
  const problem = digits.length === 13 ? idCardProblem(digits, { foreigner }) : null
  // Not every number issued to a foreigner has a valid check digit.
  const hasInvalidCheckDigit = foreigner && problem === 'check-digit'
  return (
    <IdCardField
      {...field}
      required={required}
      className={className}
      description={hasInvalidCheckDigit ? messages.idcard : undefined}
      value={digits}
      onChange={(typed) => {
        change(typed)
        clearErrors('customer.idcard')
        matcher?.unlink()
      }}
      onComplete={(complete) =>
        afterPaint(() => {
          if (getValues('customer.idcard') !== complete) return
          const wrong = idCardProblem(complete, { foreigner })
          if (wrong === null || (foreigner && wrong === 'check-digit')) {
            void matcher?.check({ idcard: complete })
          } else {
            void trigger('customer.idcard')
          }
        })
      }
    />
  )
}

/** The passport number of a foreigner, looked up on blur. */
export function PassportNumber({ matcher, className }: IdentityFieldProps) {
  const { control, getValues } = useFormContext<CustomerFormValues>()
  const { value, change, field } = useLabelledField<CustomerFormValues>('customer.passport', {})
  const masked = useWatch({ control, name: 'customer.masked_passport' })
  const number = String(value)
  if (number === '' && masked !== '') {
    return <MaskedNumber label={field.label} masked={masked} className={className} />
  }
  return (
    <TextField
      {...field}
      className={className}
      ignoreThaiLayout="code"
      value={number}
      onChange={(typed) => {
        change(typed.toUpperCase())
        matcher?.unlink()
      }}
      onBlur={() => {
        field.onBlur()
        const isNew = getValues('customer.customer_id') === null
        if (isNew && isPassport(number)) void matcher?.check({ passport: number })
      }}
    />
  )
}

interface MaskedNumberProps {
  label: string
  masked: string
  className: string
}

/** A stored ID or passport number, masked by the server. A user with permission can reveal it and then edit it. */
function MaskedNumber({ label, masked, className }: MaskedNumberProps) {
  const { can } = useSession()
  const { getValues, resetField } = useFormContext<CustomerFormValues>()
  const reveal = useCommand(customer.reveal, {
    alert: 'errors',
    invalidates: [],
    // Sets the default value, because revealing must not mark the form as changed.
    onSuccess: ({ data }) => {
      resetField('customer.idcard', { defaultValue: data.idcard })
      resetField('customer.passport', { defaultValue: data.passport })
    },
  })
  const customer_id = getValues('customer.customer_id')
  return (
    <MaskedField
      label={label}
      className={className}
      masked={masked}
      pending={reveal.pending}
      {...(can('customer.reveal') &&
        customer_id !== null && { onReveal: () => void reveal.mutate({ customer_id }) })}
    />
  )
}
