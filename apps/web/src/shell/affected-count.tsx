/** The number of exam sessions that must be planned again, in the menu. */
import { affectedSession } from '@khapdee/contract/entities/affected-session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useEndpoint } from '../api/queries.ts'
import { useBranchFilter } from '../session/session.ts'
import { CountBadge } from './count-badge.tsx'

/** After this time, changes of other users to holidays, leave and repairs are included. */
const refetchIntervalMs = 60_000

/** Fetched again at intervals, and after every command, because many affect sessions. The last number stays on failure. */
export function AffectedCount() {
  const client = useQueryClient()
  const branch = useBranchFilter()
  const { data } = useEndpoint(affectedSession.count, branch, {
    staleTime: 0,
    refetchInterval: refetchIntervalMs,
  })
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        void client.invalidateQueries({ queryKey: [affectedSession.count.path] })
      }),
    [client],
  )
  return <CountBadge count={data?.data.affected ?? 0} before="ต้องจัดใหม่" after="รอบ" />
}
