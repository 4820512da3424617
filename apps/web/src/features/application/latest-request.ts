import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'

type Requests = ApplicationDetail['requests']

/** The newest request to void a receipt; undefined without one. */
export const latestRequest = (
  requests: Requests,
  paymentId: number,
): Requests[number] | undefined =>
  requests.findLast(({ kind, payment_id }) => kind === 'void' && payment_id === paymentId)
