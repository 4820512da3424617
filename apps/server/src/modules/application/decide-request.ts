/**
 * Approves or rejects a request fee. A rejection ends it: it is cancelled if nothing was paid; else what was paid is to
 * be paid back. Source: product specification, sections 4 and 4c.8.
 */
import { request } from '@khapdee/contract/entities/request'
import { messages } from '@khapdee/contract/messages'
import { requestDecisions, statusAllows, statusSentence } from '@khapdee/domain/application/status'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { zeroSatang } from '@khapdee/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { decideWaitingRequest, feeRequestOf } from '../approval-requests.ts'
import { assertFourEyesOfAll } from '../four-eyes.ts'
import { type ChangedMoney, applyPayments } from './apply-payments.ts'
import { lapseOfLines } from './end-application.ts'
import { lockPayments, releasePromotionUses } from './end-application.queries.ts'
import {
  type OpenApplication,
  assertSeenVersion,
  assertWithinCap,
  lockApplication,
} from './open-application.ts'

/** Builds the statements that end the open lines of a rejected request fee, and computes its amounts afterwards. @throws STATE */
async function rejectFee(
  ctx: UserContext,
  app: OpenApplication,
  { note, at }: { note: string; at: string },
): Promise<{ writes: RawBuilder<unknown>[]; money: ChangedMoney }> {
  assertWithinCap(app)
  const payments = await lockPayments.rows(ctx.tx, app.application_id)
  const isUnpaid = payments.length === 0
  const open = app.lines.filter(isOpenLine)
  const lineIds = open.map(({ line_id }) => line_id)
  if (isUnpaid) await releasePromotionUses.rows(ctx.tx, lineIds)
  const { writes, money } = applyPayments(
    ctx,
    app,
    {
      lines: open.map(({ line_id, pay_type }) => ({
        line_id,
        paid: zeroSatang,
        pay_type,
        status: 'ended',
      })),
      end_note: note,
      rejected: true,
      cancelled: isUnpaid,
    },
    at,
  )
  // An open refund request does not lapse, because it requests the money that is to be paid back.
  const lapsing = lapseOfLines(
    app,
    { lineIds, isOver: false, keepsRefund: true },
    requestDecisions.rejected.label,
    { user_id: ctx.actor.user_id, at },
  )
  return { writes: [...writes, ...lapsing], money }
}

export const approve = command(request.approve, async (ctx, input) => {
  const app = await lockApplication(ctx, input.application_id)
  if (app.decision === null) throw notFound()
  if (app.decision !== 'pending') throw stateError('คำขอนี้มีผู้พิจารณาแล้ว')
  if (!statusAllows(app.status, 'decide')) throw stateError(statusSentence(app.status, 'คำขอนี้'))
  assertSeenVersion(app, input.version)
  const amenders = await ctx.tx
    .selectFrom('application_amendment')
    .select('created_by')
    .where('application_id', '=', app.application_id)
    .execute()
  assertFourEyesOfAll(ctx, [app.created_by, ...amenders.map((row) => row.created_by)])
  const decision = input.decision === 'approve' ? ('approved' as const) : ('rejected' as const)
  const at = ctx.clock.now().toISOString()
  const { user_id } = ctx.actor
  const approval = sql`
    update application set decision = 'approved', updated_by = ${user_id}, "updatedAt" = ${at}, version = version + 1
    where application_id = ${app.application_id}`
  const rejection =
    decision === 'rejected' ? await rejectFee(ctx, app, { note: input.note, at }) : null
  await writeTogether(ctx.tx, [
    ...(rejection?.writes ?? [approval]),
    decideWaitingRequest(feeRequestOf(app.application_id), decision, input.note, { user_id, at }),
  ])
  const { status, balance } = rejection?.money ?? app
  ctx.audit({
    entity: 'application',
    id: app.application_id,
    before: { decision: 'pending', status: app.status, balance: app.balance },
    after: { decision, status, balance, decision_note: input.note },
  })
  const message = decision === 'approved' ? messages.requestApproved : messages.requestRejected
  return { message, data: { application_id: app.application_id, decision } }
})
