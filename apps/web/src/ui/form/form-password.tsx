import type { FieldValues } from 'react-hook-form'
import { PasswordField, type PasswordFieldProps } from '../fields/password-field.tsx'
import { type Bound, type Free, useFormField } from './use-form-field.ts'

/** A password; apart from `fieldsOf`, which the sign-in screen does not download. */
export function FormPassword<Values extends FieldValues = never>({
  name,
  ...props
}: Bound<Values, string> & Free<PasswordFieldProps>) {
  const { value, change, field } = useFormField<Values>(name)
  return (
    <PasswordField
      {...props}
      {...field}
      value={typeof value === 'string' ? value : ''}
      onChange={change}
    />
  )
}
