import type { FieldValues } from 'react-hook-form'
import { PasswordField, type PasswordFieldProps } from '../fields/password-field.tsx'
import { type Bound, type Free, useFormField } from './use-form-field.ts'

/** A password tied to react-hook-form; apart from the other fields, for few screens have one. */
export function FormPassword<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: Bound<Values, Output, string> & Free<PasswordFieldProps>) {
  const { value, change, field } = useFormField(control, name)
  return (
    <PasswordField
      {...props}
      {...field}
      value={typeof value === 'string' ? value : ''}
      onChange={change}
    />
  )
}
