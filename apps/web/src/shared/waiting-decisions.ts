/** The number of decisions waiting for the user, shown in the menu. */
import { approval } from '@khapdee/contract/entities/approval'
import type { Permission } from '@khapdee/domain/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useEndpoint } from '../api/queries.ts'
import { useBranchFilter } from '../session/session.ts'

/** The permissions that give access to the list of waiting decisions; any one is enough. */
export const approvalPermissions: readonly Permission[] = [
  'payment.request-void',
  'payment.void',
  'application.approve',
  'application.refund',
  'application.request-refund',
  'application.pay',
  'payroll.confirm',
  'payroll.approve',
]

/** Milliseconds between reads of the waiting decisions, while the page is visible. */
export const refetchIntervalMs = 20_000

/**
 * The number of waiting decisions in the current branch; 0 before the first answer. Fetched again every 20 s while the
 * page is visible, on focus, and after every command, because any command may request or make a
 * decision. When a fetch fails, the last number stays.
 */
export function useWaitingDecisionCount(): number {
  const client = useQueryClient()
  const branch = useBranchFilter()
  const { data } = useEndpoint(approval.count, branch, {
    staleTime: 0,
    refetchInterval: refetchIntervalMs,
  })
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
