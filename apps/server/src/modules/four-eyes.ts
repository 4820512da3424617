/**
 * The four-eyes rule: a request is not decided by the user who made it, nor circumvented by another call with
 * the same effect. Source: product specification, sections 1.2 and 4c.5.
 */
import type { PaymentStatus } from '@khapdee/domain/application/status'
import type { UserContext } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

/** Whether the caller may decide a request of this user; their own only if their role allows it. */
export const mayDecideFor = ({ actor }: UserContext, requestedBy: number | null): boolean =>
  actor.may_self_decide || actor.user_id !== requestedBy

/** Refuses a decision about the caller's own request. @throws SAME_USER */
export function assertFourEyes(ctx: UserContext, requestedBy: number | null): void {
  if (mayDecideFor(ctx, requestedBy)) return
  throw new AppError('SAME_USER', 'ผู้ส่งตรวจสอบไม่สามารถอนุมัติรายการของตนเองได้', 403)
}

interface Receipt {
  status: PaymentStatus
  /** The user who last requested the void, also when it was rejected; null without a request. */
  requested_by: number | null
}

/**
 * Whether the caller may end an application with these receipts by a refund or a cancellation: not if they
 * have requested the void of one that is not voided. A rejected request counts, too.
 */
export const mayRefundOrCancel = (ctx: UserContext, receipts: readonly Receipt[]): boolean =>
  receipts.every(
    ({ status, requested_by }) => status === 'deleted' || mayDecideFor(ctx, requested_by),
  )

/** Refuses a refund or cancellation that {@link mayRefundOrCancel} does not allow. @throws SAME_USER */
export function assertMayRefundOrCancel(ctx: UserContext, receipts: readonly Receipt[]): void {
  if (mayRefundOrCancel(ctx, receipts)) return
  throw new AppError(
    'SAME_USER',
    'คุณขอลบใบเสร็จของใบสมัครนี้ไว้ จึงคืนเงินหรือยกเลิกใบสมัครเองไม่ได้ กรุณาให้ผู้มีสิทธิ์คนอื่นดำเนินการ',
    403,
  )
}
