/** The requests to void receipts that a day close lets lapse, each with a link to its application. */
import type { VoidRequest } from '@khapdee/contract/entities/closing'
import { RecordLink } from '../../crud/actions.tsx'
import { actionWords } from '@khapdee/domain/words'
import { applicationPath, refundHash } from '../../shared/paths.ts'

interface VoidRequestsProps {
  requests: readonly VoidRequest[]
  /** Whether each has a link that requests a refund. Set after the requests have lapsed: a closed receipt can only be refunded. */
  withRefundLinks?: boolean
}

export function VoidRequests({ requests, withRefundLinks = false }: VoidRequestsProps) {
  return (
    <ul>
      {requests.map((request) => (
        <li key={request.request_id}>
          <RecordLink to={applicationPath(request)}>{request.payment_code}</RecordLink>{' '}
          {request.customer} · {request.user}: {request.note}{' '}
          {withRefundLinks && (
            <RecordLink to={applicationPath(request)} hash={refundHash(request.payment_id)}>
              {actionWords.requestRefund}
            </RecordLink>
          )}
        </li>
      ))}
    </ul>
  )
}
