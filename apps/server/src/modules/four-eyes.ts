/**
 * The four-eyes rule: a request is not decided by the user who made it. Source: product specification,
 * section 1.2.
 */
import type { UserContext } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

/** Whether the caller may decide a request of this user; their own only if their role may decide alone. */
export const mayDecideFor = ({ actor }: UserContext, requestedBy: number | null): boolean =>
  actor.may_self_decide || actor.user_id !== requestedBy

/** Refuses a decision about the caller's own request. @throws SAME_USER */
export function assertFourEyes(ctx: UserContext, requestedBy: number | null): void {
  if (mayDecideFor(ctx, requestedBy)) return
  throw new AppError('SAME_USER', 'ผู้ส่งตรวจสอบไม่สามารถอนุมัติรายการของตนเองได้', 403)
}
