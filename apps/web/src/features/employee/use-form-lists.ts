import { employee } from '@khapdee/contract/entities/employee'
import { useEndpoint } from '../../api/queries.ts'

const none = { role: [], department: [], position: [] } as const

/** What the school has written before, and the roles that one may give. */
export function useFormLists() {
  const { data } = useEndpoint(employee.listforregister, {}, { staleTime: 60_000 })
  return data?.data ?? none
}

/** Entries of a table of labels as choices. */
export const choicesOf = <Value extends string>(
  table: Readonly<Record<Value, { label: string }>>,
) =>
  Object.entries<{ label: string }>(table).map(([value, { label }]) => ({
    // The keys of a record literal are all the keys it has.
    value: value as Value,
    name: label,
  }))
