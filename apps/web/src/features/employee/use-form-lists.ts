import { employee } from '@khapdee/contract/entities/employee'
import { useEndpoint } from '../../api/queries.ts'

const none = { role: [], department: [], position: [] } as const

/** What the school has written before, and the roles that one may give. */
export function useFormLists() {
  const { data } = useEndpoint(employee.listforregister, {}, { staleTime: 60_000 })
  return data?.data ?? none
}
