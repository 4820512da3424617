/**
 * The four-eyes rule: a request is not decided by the user who made it, nor circumvented by another call with
 * the same effect. Source: product specification, sections 1.2 and 4c.5.
 */
import { sql } from 'kysely'
import type { UserContext } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

/** Whether the caller may decide a request of this user; their own only if their role allows it. */
export const mayDecideFor = ({ actor }: UserContext, requestedBy: number | null): boolean =>
  actor.may_self_decide || actor.user_id !== requestedBy

/** Refuses a decision about the caller's own request. @throws SAME_USER */
export const assertFourEyes = (ctx: UserContext, requestedBy: number): void =>
  assertFourEyesOfAll(ctx, [requestedBy])

/**
 * Refuses a decision by one of several requesters: who registered and who amended a request fee. @throws SAME_USER
 */
export function assertFourEyesOfAll(ctx: UserContext, requesters: readonly number[]): void {
  if (requesters.every((requester) => mayDecideFor(ctx, requester))) return
  throw new AppError('SAME_USER', 'ผู้ส่งตรวจสอบไม่สามารถอนุมัติรายการของตนเองได้', 403)
}

/**
 * The users whose request for a void or a refund in the application waits or was rejected. A void request for
 * a receipt that is voided by now does not count. The application must be locked.
 */
export async function boundRequesters(ctx: UserContext, applicationId: number): Promise<number[]> {
  const rows = await ctx.tx
    .selectFrom('approval_request as r')
    .leftJoin('payment as p', 'p.payment_id', 'r.payment_id')
    .select('r.requested_by')
    .distinct()
    .where('r.application_id', '=', applicationId)
    .where('r.kind', '<>', sql.lit('request_fee'))
    .where('r.state', 'in', [sql.lit('waiting'), sql.lit('rejected')])
    .where('p.status', 'is distinct from', sql.lit('deleted'))
    .execute()
  return rows.map((row) => row.requested_by)
}

/**
 * Whether the caller may refund or cancel an application: not if they are one of its `requesters`, the users
 * with a waiting or rejected request; see `bindsRequester` in the domain.
 */
export const mayRefundOrCancel = (ctx: UserContext, requesters: readonly number[]): boolean =>
  requesters.every((requester) => mayDecideFor(ctx, requester))

/** Refuses a refund or cancellation that {@link mayRefundOrCancel} does not allow. @throws SAME_USER */
export function assertMayRefundOrCancel(ctx: UserContext, requesters: readonly number[]): void {
  if (mayRefundOrCancel(ctx, requesters)) return
  throw new AppError(
    'SAME_USER',
    'คุณขอลบใบเสร็จของใบสมัครนี้ไว้ จึงคืนเงินหรือยกเลิกใบสมัครเองไม่ได้ กรุณาให้ผู้มีสิทธิ์คนอื่นดำเนินการ',
    403,
  )
}
