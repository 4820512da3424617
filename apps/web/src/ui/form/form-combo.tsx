/** Text of a form with the usual ones to choose from; any other may stand too. */
import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ComboField, type ComboFieldProps } from '../fields/combo-field.tsx'
import { searchItems } from '../fields/search-items.ts'
import { type Bound, type Free, useFormField } from './use-form-field.ts'

const mostProposed = 20

type FormComboProps = Free<
  Omit<ComboFieldProps<string>, 'search' | 'itemKey' | 'itemText' | 'renderItem' | 'onSelect'>
> & {
  /** The usual ones; the same array between renders. */
  items: readonly string[]
}

export function FormCombo<Values extends FieldValues = never>({
  name,
  items,
  ...props
}: Bound<Values, string | null | undefined> & FormComboProps) {
  const { value, change, field } = useFormField<Values>(name)
  const typed = typeof value === 'string' ? value : ''
  return (
    <ComboField
      withButton
      {...props}
      {...field}
      search={useMemo(() => searchItems(items, itself, mostProposed), [items])}
      itemKey={itself}
      itemText={itself}
      value={typed}
      onChange={change}
      onSelect={change}
    />
  )
}

const itself = (text: string) => text
