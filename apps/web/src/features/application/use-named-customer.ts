/** Beginning the form with the stored customer whom its address names. */
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { useEffect, useRef } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import type { KnownCustomer } from '../../shared/customer/use-customer.ts'

/** Fills him in once; who cannot be found leaves the form empty. */
export function useNamedCustomer(customerId: number | undefined, known: KnownCustomer): void {
  const query = useEndpoint(
    customerRecord.get,
    { customer_id: customerId ?? 0 },
    { enabled: customerId !== undefined, staleTime: 0 },
  )
  // His version of the cache may be old.
  const row = query.isFetchedAfterMount ? query.data?.data.customer : undefined
  const isDone = useRef(false)
  useEffect(() => {
    if (row === undefined || isDone.current) return
    isDone.current = true
    known.found(row, { phone: row.phone_1 })
  }, [row, known])
}
