/** Choices of a form: from tables of labels, and from the dropdowns that a record's `list` gives. */
import type { dropdowns } from '@khapdee/contract/crud'
import { useEndpoint } from '../api/queries.ts'
import type { Choice } from '../ui/fields/select-field.tsx'

/** Of a table of labels, in its order. Made once, outside of components. */
export const choicesOf = <Key extends string>(
  labels: Readonly<Record<Key, { label: string }>>,
): readonly Choice<Key>[] =>
  (Object.keys(labels) as Key[]).map((value) => ({ value, name: labels[value].label }))

/** The texts that `list` knows of a field; none until they are there. */
export function useKnownTexts(
  list: ReturnType<typeof dropdowns>,
): (field: string) => readonly string[] {
  const { data } = useEndpoint(list, {})
  return (field) => data?.data[field]?.map(({ name }) => name) ?? []
}
