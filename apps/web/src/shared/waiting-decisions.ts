/** How many decisions wait for the user; the menu shows it. */
import { approval } from '@khapdee/contract/entities/approval'
import type { Permission } from '@khapdee/domain/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useEndpoint } from '../api/queries.ts'

/** Any of these permissions opens the list of pending decisions. */
export const approvalPermissions: readonly Permission[] = [
  'payment.request-void',
  'payment.void',
  'application.approve',
]

const askedAgainAfter = 20_000

/**
 * Asked again now and then while somebody looks, when the page is come back to, and after every
 * command, for any may have asked for a decision or made one. Where it cannot be had, the last
 * answer stays; 0 before the first.
 */
export function useWaitingDecisions(): number {
  const client = useQueryClient()
  const { data } = useEndpoint(
    approval.count,
    {},
    { staleTime: 0, refetchInterval: askedAgainAfter },
  )
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        void client.invalidateQueries({ queryKey: [approval.count.path] })
      }),
    [client],
  )
  return data?.data.waiting ?? 0
}
