/** The requests to void receipts that a day close lets lapse, each with a link to its application. */
import type { VoidRequest } from '@khapdee/contract/entities/closing'
import { RecordLink } from '../../crud/actions.tsx'
import { actionWords } from '@khapdee/domain/words'
import { applicationPath, refundHash } from '../../shared/paths.ts'

interface VoidRequestsProps {
  requests: readonly VoidRequest[]
  /** Whether to offer a refund for each. Set after the requests have lapsed: a closed receipt can only be refunded. */
  offersRefund?: boolean
}

export function VoidRequests({ requests, offersRefund = false }: VoidRequestsProps) {
  return (
    <ul>
      {requests.map((request) => (
        <li key={request.request_id}>
          <RecordLink to={applicationPath(request)}>{request.payment_code}</RecordLink>{' '}
          {request.customer} · {request.user}: {request.note}{' '}
          {offersRefund && (
            <RecordLink to={applicationPath(request)} hash={refundHash(request.payment_id)}>
              {actionWords.requestRefund}
            </RecordLink>
          )}
        </li>
      ))}
    </ul>
  )
}
