/** A saved application: loaded whole, its customer to change. */
import { useEndpoint } from '../../api/queries.ts'
import { useCustomerForm } from '../../shared/customer/use-customer.ts'
import type { Face } from './faces.ts'

export function useApplication(application_id: number, face: Face) {
  const query = useEndpoint(face.api.get, { application_id }, { staleTime: 0 })
  // What the cache holds may be old, and the customer's version with it.
  const detail = query.isSuccess && query.isFetchedAfterMount ? query.data.data : null
  const customer = useCustomerForm({
    row: detail?.customer ?? null,
    draftKey: face.paths.record(application_id),
    reload: async () => (await query.refetch()).data?.data.customer,
  })
  return { ...customer, detail, loadError: query.error, retry: () => void query.refetch() }
}
