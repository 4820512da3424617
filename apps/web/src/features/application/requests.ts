import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'

type Requests = ApplicationDetail['requests']
type Request = Requests[number]
type RefundRequest = Request & { refund: NonNullable<Request['refund']> }

export const isRefundRequest = (request: Request): request is RefundRequest =>
  request.refund !== null

/** The newest request to void a receipt; undefined without one. */
export const latestVoidRequest = (requests: Requests, paymentId: number): Request | undefined =>
  requests.findLast(({ kind, payment_id }) => kind === 'void' && payment_id === paymentId)
