/** Whoever asks may not decide. Source: product specification, section 1.2. */
import type { UserContext } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'

/** False for one's own request, unless the role may decide alone. */
export const mayDecideFor = ({ actor }: UserContext, requestedBy: number | null): boolean =>
  actor.may_self_decide || actor.user_id !== requestedBy

/** @throws SAME_USER */
export function assertFourEyes(ctx: UserContext, requestedBy: number | null): void {
  if (mayDecideFor(ctx, requestedBy)) return
  throw new AppError('SAME_USER', 'ผู้ส่งตรวจสอบไม่สามารถอนุมัติรายการของตนเองได้', 403)
}
