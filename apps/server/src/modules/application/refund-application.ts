/** Refunds directly, without a request. Source: product specification, sections 4, 4b and 4c. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { missingPayee } from '@khapdee/contract/entities/application-shapes'
import { statusAllows, statusSentence } from '@khapdee/domain/application/status'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, stateError } from '../../kernel/errors.ts'
import { lockRightsOfLines } from '../booking/named-rights.ts'
import { assertMayRefundOrCancel, boundUsers } from '../four-eyes.ts'
import { lockPayments } from './end-application.queries.ts'
import { assertSeenVersion, assertWithinCap, lockWithHeader } from './open-application.ts'
import { payRefund } from './pay-refund.ts'
import { refundedLines } from './refund-lines.ts'

type Input = InputOf<typeof application.refund>

/**
 * Locks the application of a refund.
 * @param seen the version that the caller saw, if it was sent
 * @throws NOT_FOUND, STATE when it was cancelled, wholly refunded or is above the limit of amounts; CONFLICT
 */
export async function lockForRefund(ctx: UserContext, id: number, seen?: number) {
  await lockRightsOfLines(ctx, id)
  const locked = await lockWithHeader(ctx, id)
  if (!statusAllows(locked.app.status, 'refund'))
    throw stateError(statusSentence(locked.app.status))
  assertWithinCap(locked.app)
  assertSeenVersion(locked.app, seen)
  return locked
}

/** Refuses a transfer without its account. @throws VALIDATION */
export function assertPayee(input: Input): void {
  const missing = missingPayee(input)
  if (missing.length > 0) throw invalid(missing)
}

/**
 * Refunds money of the given lines, or of all. Open lines among them end; the application goes on with the other
 * lines. Money that was kept on ended lines may be refunded, too. An open refund request that names one of the lines lapses.
 * @throws NOT_FOUND, STATE, CONFLICT, REFUND_MAX, VALIDATION; SAME_USER when `boundUsers` names the caller
 */
export async function refundApplication(
  ctx: UserContext,
  input: Input,
): Promise<Answer<typeof application.refund>> {
  const { app, header } = await lockForRefund(ctx, input.application_id, input.version)
  const payments = await lockPayments.rows(ctx.tx, app.application_id)
  assertMayRefundOrCancel(ctx, await boundUsers(ctx, app.application_id, header.settings))
  assertPayee(input)
  const { application_id, version: _, ...refund } = input
  const lines = await refundedLines(ctx, app, input)
  const { paid, outcomes } = await payRefund(
    ctx,
    { app, header, payments },
    { ...refund, lines, approver: ctx.actor.name },
  )
  const message = ['บันทึกการคืนเงินเรียบร้อยแล้ว', ...outcomes].join(' · ')
  return { message, data: { application_id, ...paid } }
}
