/**
 * The four-eyes rule: the user who made a request may not decide it, nor circumvent it by another
 * call with the same effect. Source: product specification, sections 1.2 and 4c.5.
 */
import { type BranchSettings, branchSettings } from '@khapdee/contract/entities/branch'
import { bindingStates } from '@khapdee/domain/application/approval-request'
import { type RawBuilder, sql } from 'kysely'
import type { UserContext } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * Whether the caller may decide a request of this user. Callers may decide their own requests only
 * if their role allows it.
 */
export const mayDecideFor = ({ actor }: UserContext, requestedBy: number | null): boolean =>
  actor.may_self_decide || actor.user_id !== requestedBy

/**
 * Refuses a decision by one of the requesters. A request fee has several: the users who registered and amended it.
 * @throws SAME_USER
 */
export function assertFourEyesOfAll(ctx: UserContext, requesters: readonly number[]): void {
  if (requesters.every((requester) => mayDecideFor(ctx, requester))) return
  throw new AppError('SAME_USER', 'ผู้ส่งตรวจสอบไม่สามารถอนุมัติรายการของตนเองได้', 403)
}

type RefundSetting = Pick<BranchSettings, 'refund_needs_approval'>

/** The setting of a branch that has not stored a value. */
const { refund_needs_approval: byDefault } = branchSettings.parse({})

/** Whether refunds of a branch need the approval of another user. @param alias the alias of the table `branch` */
export const refundNeedsApproval = (alias: string): RawBuilder<boolean> =>
  sql`coalesce((${sql.ref(`${alias}.settings`)} ->> 'refund_needs_approval')::boolean, ${sql.lit(byDefault)})`

/**
 * Whether the caller may refund, cancel and decide on refunds without another user: they may
 * refund, and refunds of the branch need no approval.
 */
export const actsAlone = (ctx: UserContext, { refund_needs_approval }: RefundSetting): boolean =>
  !refund_needs_approval && ctx.may('application.refund')

/** {@link actsAlone} for the branch of a row, by its alias. */
export const actsAloneIn = (ctx: UserContext, alias: string): RawBuilder<boolean> =>
  sql`(${ctx.may('application.refund')}::boolean and not (
    select ${refundNeedsApproval('own_branch')} from branch own_branch
    where own_branch.branch_id = ${sql.ref(`${alias}.branch_id`)}))`

/** The users who issued the receipts of an application, without voided receipts. */
const receiptIssuers = (ctx: UserContext, applicationId: number) =>
  ctx.tx
    .selectFrom('payment')
    .select('created_by as user_id')
    .where('application_id', '=', applicationId)
    .where('kind', '=', sql.lit('receipt'))
    .where('status', '<>', sql.lit('deleted'))

/**
 * Refuses a decision about a void or a refund by the requester, or by a user who received the money
 * in question.
 * @param issuers the users who issued the receipt to be voided or the receipts of the application to
 * be refunded; empty for a caller who `actsAlone`
 * @throws SAME_USER
 */
export function assertMayDecideMoney(
  ctx: UserContext,
  { requesters, issuers }: { requesters: readonly number[]; issuers: readonly number[] },
): void {
  assertFourEyesOfAll(ctx, requesters)
  if (issuers.every((issuer) => mayDecideFor(ctx, issuer))) return
  throw new AppError(
    'SAME_USER',
    'คุณเป็นผู้รับเงินตามใบเสร็จ จึงพิจารณาคำขอนี้ไม่ได้ กรุณาให้ผู้มีสิทธิ์คนอื่นพิจารณา',
    403,
  )
}

/** The users who may not decide a refund of a locked application, because they issued a receipt of it. */
export const usersBarredFromRefund = async (
  ctx: UserContext,
  applicationId: number,
): Promise<number[]> =>
  (await receiptIssuers(ctx, applicationId).execute()).map(({ user_id }) => user_id)

/**
 * The users who may neither refund nor cancel an application alone (“bound” users): those who issued a receipt of it, and
 * those whose request to void a receipt or to refund is waiting, was rejected, or had its approval revoked. Voided
 * receipts do not count. Empty for a caller who `actsAlone`. The application must be locked.
 */
export async function boundUsers(
  ctx: UserContext,
  applicationId: number,
  settings: RefundSetting,
): Promise<number[]> {
  if (actsAlone(ctx, settings)) return []
  const requesters = ctx.tx
    .selectFrom('approval_request as r')
    .leftJoin('payment as p', 'p.payment_id', 'r.payment_id')
    .select('r.requested_by as user_id')
    .where('r.application_id', '=', applicationId)
    .where('r.kind', '<>', sql.lit('request_fee'))
    .where(
      'r.state',
      'in',
      bindingStates.map((state) => sql.lit(state)),
    )
    .where('p.status', 'is distinct from', sql.lit('deleted'))
  const rows = await receiptIssuers(ctx, applicationId).union(requesters).execute()
  return rows.map(({ user_id }) => user_id)
}

/** Whether the caller may refund or cancel an application whose `boundUsers` are given. */
export const mayRefundOrCancel = (ctx: UserContext, bound: readonly number[]): boolean =>
  bound.every((user) => mayDecideFor(ctx, user))

/** Refuses a refund or cancellation that {@link mayRefundOrCancel} does not allow. @throws SAME_USER */
export function assertMayRefundOrCancel(ctx: UserContext, bound: readonly number[]): void {
  if (mayRefundOrCancel(ctx, bound)) return
  throw new AppError(
    'SAME_USER',
    'คุณรับเงินหรือมีคำขอของใบสมัครนี้ จึงคืนเงินหรือยกเลิกใบสมัครเองไม่ได้ กรุณาส่งคำขอคืนเงินให้ผู้มีสิทธิ์คนอื่นพิจารณา',
    403,
  )
}
