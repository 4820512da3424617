/** The requests to void receipts of a day close, each with a link to its application. */
import type { VoidRequest } from '@khapdee/contract/entities/closing'
import { RecordLink } from '../../crud/actions.tsx'
import { actionWords } from '@khapdee/domain/words'
import { applicationPath, refundHash } from '../../shared/paths.ts'

interface VoidRequestsProps {
  requests: readonly VoidRequest[]
  /** Whether they lapsed: their receipts can only be refunded then. */
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
