/** The requests to void receipts of a day close, each with a link to its application. */
import type { WaitingVoid } from '@khapdee/contract/entities/closing'
import { RecordLink } from '../../crud/actions.tsx'
import { applicationPath } from '../../shared/paths.ts'

export function VoidRequests({ requests }: { requests: readonly WaitingVoid[] }) {
  return (
    <ul>
      {requests.map((request) => (
        <li key={request.request_id}>
          <RecordLink to={applicationPath(request)}>{request.payment_code}</RecordLink>{' '}
          {request.customer} · {request.user}: {request.note}
        </li>
      ))}
    </ul>
  )
}
