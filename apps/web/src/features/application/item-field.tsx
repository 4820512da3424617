import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { ComboField } from '../../ui/fields/combo-field.tsx'
import { searchItems } from '../../ui/fields/suggestions.ts'
import { useFormField } from '../../ui/form/use-form-field.ts'
import { Money } from '../../ui/values.tsx'
import { type Item, lineKinds, type LinePlace, withItem } from './line-values.ts'
import type { RegistrationValues } from './registration-values.ts'

interface ItemFieldProps extends LinePlace {
  items: readonly Item[]
}

const nameOf = ({ name }: Item) => name

/** Typed or picked; picking copies id, name and price. */
export function ItemField({ kind, index, items }: ItemFieldProps) {
  const { control, getValues, setValue, clearErrors } = useFormContext<RegistrationValues>()
  const path = `${kind}.${index}` as const
  const { field } = useFormField<RegistrationValues>(`${path}.item_id`)
  const text = useWatch({ control, name: `${path}.name` })
  const pick = (item: Item) => {
    if (getValues(`${path}.item_id`) === item.item_id) return
    setValue(path, withItem(getValues(path), item), { shouldDirty: true })
    clearErrors([`${path}.item_id`, `${path}.cost`])
  }
  return (
    <ComboField
      {...field}
      label={lineKinds[kind].item}
      required
      className="grow-999 basis-64"
      search={useMemo(() => searchItems(items, nameOf), [items])}
      itemKey={({ item_id }) => item_id}
      itemText={nameOf}
      renderItem={({ name, price }) => (
        <span className="flex w-full justify-between gap-4">
          {name}
          <span className="text-muted">
            <Money value={price} />
          </span>
        </span>
      )}
      value={text}
      onChange={(typed) => {
        const line = getValues(path)
        if (typed === line.name) return
        const named = items.filter(({ name }) => name === typed)
        const [only] = named
        if (only !== undefined && named.length === 1) return pick(only)
        // Only what changes: the other fields of the line need not render on every key.
        setValue(`${path}.name`, typed, { shouldDirty: true })
        if (line.item_id !== null) setValue(`${path}.item_id`, null, { shouldDirty: true })
      }}
      onSelect={pick}
      placeholder="เลือก"
      withButton
    />
  )
}
