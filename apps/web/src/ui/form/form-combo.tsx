/** Text of a form with the usual ones to choose from; any other may stand too. */
import type { FieldValues } from 'react-hook-form'
import { ComboField, type ComboFieldProps } from '../fields/combo-field.tsx'
import { type Bound, type Free, useFormField } from './use-form-field.ts'

const mostProposed = 20

type FormComboProps = Free<
  Omit<ComboFieldProps<string>, 'itemKey' | 'itemText' | 'renderItem' | 'onSelect'>
>

export function FormCombo<Values extends FieldValues, Output>({
  control,
  name,
  items,
  ...props
}: Bound<Values, Output, string | null | undefined> & FormComboProps) {
  const { value, change, field } = useFormField(control, name)
  const typed = typeof value === 'string' ? value : ''
  // What was chosen offers the others again.
  const proposed = items.includes(typed) ? items : items.filter((item) => item.includes(typed))
  return (
    <ComboField
      withButton
      {...props}
      {...field}
      items={proposed.slice(0, mostProposed)}
      itemKey={itself}
      itemText={itself}
      value={typed}
      onChange={change}
      onSelect={change}
    />
  )
}

const itself = (text: string) => text
