import type { FieldValues } from 'react-hook-form'
import { ComboField, type ComboFieldProps } from '../fields/combo-field.tsx'
import { type Bound, type Free, useFormField } from './use-form-field.ts'

type ComboProps = Omit<
  Free<ComboFieldProps<string>>,
  'items' | 'itemKey' | 'itemText' | 'renderItem' | 'onSelect'
> & {
  /** What is usually written; any other text may stand too. */
  usual: readonly string[]
}

const itself = (text: string) => text

/** Text that is usually one of a few, tied to react-hook-form. */
export function FormCombo<Values extends FieldValues, Output>({
  control,
  name,
  usual,
  ...props
}: Bound<Values, Output, string | null | undefined> & ComboProps) {
  const { value, change, field } = useFormField(control, name)
  const text = typeof value === 'string' ? value : ''
  return (
    <ComboField
      withButton
      {...props}
      {...field}
      // What was chosen offers the others again.
      items={usual.includes(text) ? usual : usual.filter((item) => item.includes(text))}
      itemKey={itself}
      itemText={itself}
      value={text}
      onChange={change}
      onSelect={change}
    />
  )
}
