import { user } from '@khapdee/contract/entities/user'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { SessionList } from '../../shared/session-list.tsx'
import { Card } from '../../ui/page.tsx'
import { FormSkeleton, LoadFailed } from '../../ui/feedback.tsx'

/** Where one is signed in oneself. */
export function OwnSessions() {
  const { data, isError, refetch } = useEndpoint(user.sessions, {}, { staleTime: 0 })
  const end = useCommand(user.endSession)
  return (
    <Card title="อุปกรณ์ที่เข้าสู่ระบบอยู่">
      {isError && <LoadFailed onRetry={refetch} />}
      {data === undefined && !isError && <FormSkeleton />}
      {data !== undefined && (
        <SessionList
          sessions={data.data}
          pending={end.pending}
          onEnd={({ session_id }) => void end.mutate({ session_id })}
        />
      )}
    </Card>
  )
}
