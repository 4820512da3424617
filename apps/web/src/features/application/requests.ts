/** Requests on an application that another user decides. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'

type Requests = ApplicationDetail['requests']
type Request = Requests[number]
type RequestWithRefund = Request & { refund: NonNullable<Request['refund']> }

export const isRefundRequest = (request: Request): request is RequestWithRefund =>
  request.refund !== null

/** The newest request to void a receipt; undefined without one. */
export const latestVoidRequest = (requests: Requests, paymentId: number): Request | undefined =>
  requests.findLast(({ kind, payment_id }) => kind === 'void' && payment_id === paymentId)
