/**
 * Withdraws a request while it waits; a refund request until it is paid out. Only the requester may withdraw. Source:
 * product specification, section 4c.13.
 */
import { approval } from '@khapdee/contract/entities/approval'
import {
  type RequestKind,
  type RequestState,
  isWithdrawable,
  requestStateMessages,
} from '@khapdee/domain/application/approval-request'
import { actionWords } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound, stateError } from '../../kernel/errors.ts'
import { lockApplication } from '../application/open-application.ts'
import { endOpenRequests } from '../approval-requests.ts'

const readRequest = (ctx: UserContext, id: number) =>
  ctx.tx
    .selectFrom('approval_request')
    .select(['application_id', 'payment_id', 'kind', 'state', 'requested_by'])
    .where('request_id', '=', id)
    .$narrowType<{ kind: RequestKind; state: RequestState }>()
    .executeTakeFirst()

/**
 * Locks the application of a request, then its receipt, and reads the request again.
 * @throws NOT_FOUND for a request of another branch
 */
async function lockRequest(ctx: UserContext, id: number) {
  const found = await readRequest(ctx, id)
  if (found === undefined) throw notFound()
  const app = await lockApplication(ctx, found.application_id)
  if (found.payment_id !== null) {
    await ctx.tx
      .selectFrom('payment')
      .select('payment_id')
      .where('payment_id', '=', found.payment_id)
      .forNoKeyUpdate()
      .execute()
  }
  return { app, request: (await readRequest(ctx, id)) ?? found }
}

/** @throws FORBIDDEN for a request of another user; STATE when it no longer waits */
function assertWithdrawable(
  ctx: UserContext,
  { kind, state, requested_by }: { kind: RequestKind; state: RequestState; requested_by: number },
): void {
  if (requested_by !== ctx.actor.user_id) {
    throw new AppError('FORBIDDEN', 'ถอนคำขอได้เฉพาะผู้ขอ', 403)
  }
  if (isWithdrawable(kind, state)) return
  if (kind === 'request_fee') {
    throw stateError(`ค่าคำขอถอนไม่ได้ กรุณา${actionWords.cancelApplication}แทน`)
  }
  throw stateError(requestStateMessages[state])
}

export const withdraw = command(approval.withdraw, async (ctx, { request_id }) => {
  const { app, request } = await lockRequest(ctx, request_id)
  assertWithdrawable(ctx, request)
  const at = ctx.clock.now().toISOString()
  const stamp = { user_id: ctx.actor.user_id, at }
  await writeTogether(ctx.tx, [
    endOpenRequests(sql`request_id = ${request_id}`, 'withdrawn', '', stamp),
    sql`
      update payment set status = 'normal', version = version + 1
      where payment_id = ${request.payment_id} and status = 'delete_requested'`,
  ])
  ctx.audit(
    request.payment_id === null
      ? {
          entity: 'application',
          id: app.application_id,
          before: { refund_request: request.state },
          after: { refund_request: 'withdrawn' },
        }
      : {
          entity: 'payment',
          id: request.payment_id,
          before: { status: 'delete_requested' },
          after: { status: 'normal' },
        },
  )
  return { message: 'ถอนคำขอแล้ว', data: null }
})
