/**
 * Refunds that another user decides: request, decision, revocation of an approval, and payout. An
 * approval moves no money; until the payout, the lines of the request cannot be changed. Source:
 * product specification, sections 4b and 4c.2.
 */
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { messages } from '@khapdee/contract/messages'
import { requestStateMessages } from '@khapdee/domain/application/approval-request'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { actionWords } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { decideWaitingRequest, endOpenRequests, insertRequest } from '../approval-requests.ts'
import { actsAlone, assertMayDecideMoney, usersBarredFromRefund } from '../four-eyes.ts'
import { insertRequestedRefund } from '../refund-requests.ts'
import { lockPayments } from './end-application.queries.ts'
import { assertSeenVersion } from './open-application.ts'
import { payRefund } from './pay-refund.ts'
import { assertPayee, lockForRefund } from './refund-application.ts'
import { refundedLines } from './refund-lines.ts'
import { type StoredRefundRequest, storedRefundRequest } from './request-refund.queries.ts'

/**
 * Requests a refund of the given lines, or of all open ones in proportion to their paid amounts.
 * @throws NOT_FOUND, REFUND_MAX, VALIDATION, CONFLICT; STATE when the application has ended or another request is open
 */
export const requestRefund = command(refundRequest.create, async (ctx, input) => {
  const { app } = await lockForRefund(ctx, input.application_id, input.version)
  if (app.open_refund !== null) throw stateError('ใบสมัครนี้มีคำขอคืนเงินอยู่แล้ว')
  assertPayee(input)
  const lines = await refundedLines(ctx, app, input)
  const { application_id, branch_id } = app
  const { value, pay_type, note } = input
  const account =
    pay_type === 'cash' ? { payee_bank: '', payee_account: '', payee_name: '' } : input
  const { payee_bank, payee_account, payee_name } = account
  const stamp = { user_id: ctx.actor.user_id, at: ctx.clock.now().toISOString() }
  const { rows } = await insertRequest(
    { kind: 'refund', application_id, branch_id, note },
    stamp,
  ).execute(ctx.tx)
  const request_id = rows[0]?.request_id ?? 0
  const amounts = lines.map((line) => ({ line_id: line.line_id, value: line.value }))
  const payee = { payee_bank, payee_account, payee_name }
  await writeTogether(
    ctx.tx,
    insertRequestedRefund(request_id, { value, pay_type, ...payee, lines: amounts }),
  )
  ctx.audit({
    entity: 'application',
    id: application_id,
    after: { refund_request: 'waiting', refund_value: value, end_note: note },
  })
  return { message: 'ส่งคำขอคืนเงินแล้ว รอการอนุมัติ', data: { request_id } }
})

/**
 * Locks the application of a refund request and reads the request afterwards.
 * @throws NOT_FOUND for a request of another kind or branch; STATE when the request is not in the given state
 */
async function lockRefundRequest(
  ctx: UserContext,
  id: number,
  state: 'waiting' | 'approved',
): Promise<{ request: StoredRefundRequest } & Awaited<ReturnType<typeof lockForRefund>>> {
  const found = await storedRefundRequest.first(ctx.tx, ctx, id)
  if (found === undefined) throw notFound()
  const locked = await lockForRefund(ctx, found.application_id)
  const request = await storedRefundRequest.one(ctx.tx, ctx, id)
  if (request.state !== state) throw stateError(requestStateMessages[request.state])
  return { ...locked, request }
}

/** Approves or rejects a refund request. @throws NOT_FOUND, STATE, CONFLICT, SAME_USER */
export const decideRefund = command(
  refundRequest.decide,
  async (ctx, { request_id, version, decision, note }) => {
    const { app, header, request } = await lockRefundRequest(ctx, request_id, 'waiting')
    assertSeenVersion(app, version)
    if (!actsAlone(ctx, header.settings)) {
      const issuers = await usersBarredFromRefund(ctx, app.application_id)
      assertMayDecideMoney(ctx, { requesters: [request.requested_by], issuers })
    }
    const state = decision === 'approve' ? 'approved' : 'rejected'
    const stamp = { user_id: ctx.actor.user_id, at: ctx.clock.now().toISOString() }
    await writeTogether(ctx.tx, [
      decideWaitingRequest(sql`request_id = ${request_id}`, state, note, stamp),
    ])
    ctx.audit({
      entity: 'application',
      id: app.application_id,
      before: { refund_request: 'waiting' },
      after: { refund_request: state, decision_note: note },
    })
    return {
      message: state === 'approved' ? messages.requestApproved : messages.requestRejected,
      data: null,
    }
  },
)

/**
 * Revokes the approval of a refund that is not paid out. Its lines can then be paid and changed again, and another request
 * can be made.
 * @throws NOT_FOUND, STATE
 */
export const revokeRefund = command(refundRequest.revoke, async (ctx, { request_id, note }) => {
  const { app } = await lockRefundRequest(ctx, request_id, 'approved')
  const stamp = { user_id: ctx.actor.user_id, at: ctx.clock.now().toISOString() }
  await writeTogether(ctx.tx, [
    endOpenRequests(sql`request_id = ${request_id}`, 'revoked', note, stamp),
  ])
  ctx.audit({
    entity: 'application',
    id: app.application_id,
    before: { refund_request: 'approved' },
    after: { refund_request: 'revoked', end_note: note },
  })
  return { message: `${actionWords.revokeApproval}แล้ว`, data: null }
})

/**
 * Pays out an approved refund. A line of the request without an amount is skipped if it has ended
 * since.
 * @throws NOT_FOUND, STATE; REFUND_MAX when less is paid on a line by now; VALIDATION for an
 * account that the branch does not use
 */
export const payOutRefund = command(refundRequest.payout, async (ctx, input) => {
  const { request_id, bank_account_id } = input
  const { app, header, request } = await lockRefundRequest(ctx, request_id, 'approved')
  const { application_id } = app
  const payments = await lockPayments.rows(ctx.tx, application_id)
  const open = new Set(app.lines.filter(isOpenLine).map(({ line_id }) => line_id))
  const { refund, note, decided_by: approver } = request
  const { lines: requested, staying: _, ...payment } = refund
  const lines = await refundedLines(ctx, app, {
    value: refund.value,
    lines: requested.filter(({ line_id, value }) => value > 0 || open.has(line_id)),
  })
  const { paid, outcomes } = await payRefund(
    ctx,
    { app, header, payments },
    { ...payment, bank_account_id, lines, note, approver, request_id },
  )
  const message = ['จ่ายเงินคืนเรียบร้อยแล้ว', ...outcomes].join(' · ')
  return { message, data: { application_id, ...paid } }
})

export const refundRequestCommands: Command[] = [
  requestRefund,
  decideRefund,
  revokeRefund,
  payOutRefund,
]
