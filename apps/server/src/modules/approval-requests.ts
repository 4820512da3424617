/**
 * The only writers of requests that another user decides. A request is never overwritten: the database refuses
 * any change that {@link RequestState} does not allow.
 */
import type { RequestKind, RequestState } from '@khapdee/domain/application/approval-request'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The user who makes, decides or ends a request, and the time. */
interface UserAndTime {
  user_id: number
  /** ISO 8601. */
  at: string
}

export interface NewRequest {
  kind: RequestKind
  application_id: number
  branch_id: number
  /** The receipt to be voided; null for other kinds. */
  payment_id?: number | null
  /** The reason that the requester gives. */
  note: string
}

/** Builds the statement that inserts a waiting request of the user and returns its id. */
export const insertRequest = (
  { kind, application_id, branch_id, payment_id = null, note }: NewRequest,
  { user_id, at }: UserAndTime,
): RawBuilder<{ request_id: number }> => sql`
  insert into approval_request (kind, application_id, branch_id, payment_id, requested_by, requested_at, note)
  values (${kind}, ${application_id}, ${branch_id}, ${payment_id}, ${user_id}, ${at}, ${note})
  returning request_id`

/** The condition for requests to void this receipt, in any state. */
export const voidRequestOf = (paymentId: number): RawBuilder<SqlBool> =>
  sql`payment_id = ${paymentId} and kind = 'void'`

/** The condition for requests to approve the request fee of this application, in any state. */
export const feeRequestOf = (applicationId: number): RawBuilder<SqlBool> =>
  sql`application_id = ${applicationId} and kind = 'request_fee'`

/** Builds the statement that decides a waiting request. @param which one of the conditions above */
export const decideWaitingRequest = (
  which: RawBuilder<SqlBool>,
  decision: Extract<RequestState, 'approved' | 'rejected'>,
  note: string,
  { user_id, at }: UserAndTime,
): RawBuilder<unknown> => sql`
  update approval_request set state = ${decision}, decided_by = ${user_id}, decided_at = ${at}, decision_note = ${note}
  where ${which} and state = 'waiting'`

/** Whether a request is open. An approved refund request is: it waits to be paid out. */
const isOpen = sql<SqlBool>`(state = 'waiting' or kind = 'refund' and state = 'approved')`

/**
 * Builds the statement that ends open requests without effect.
 * @param state `withdrawn` by the requester, `lapsed` because there is nothing left to decide, or
 * `revoked` by a user who revokes its approval
 * @param note why the request lapsed, or why its approval was revoked
 */
export const endOpenRequests = (
  which: RawBuilder<SqlBool>,
  state: Extract<RequestState, 'withdrawn' | 'lapsed' | 'revoked'>,
  note: string,
  { user_id, at }: UserAndTime,
): RawBuilder<unknown> => sql`
  update approval_request set state = ${state}, ended_by = ${user_id}, ended_at = ${at}, end_note = ${note}
  where ${which} and ${isOpen}`

/** Builds the statement that marks an approved refund request as paid out by this payment. */
export const settleRefund = (
  requestId: number,
  paymentId: number,
  { user_id, at }: UserAndTime,
): RawBuilder<unknown> => sql`
  update approval_request set state = 'paid_out', payment_id = ${paymentId}, ended_by = ${user_id}, ended_at = ${at}
  where request_id = ${requestId}`
