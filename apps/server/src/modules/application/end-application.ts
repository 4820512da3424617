/**
 * Ends an application by a refund, or by a cancellation that voids its payments. Source: product
 * specification, section 4.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { messages } from '@khapdee/contract/messages'
import type { PaidMoney } from '@khapdee/domain/application/movements'
import { type PaymentStatus, can } from '@khapdee/domain/application/status'
import { bahtWithUnit, satang } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, forbidden } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { documentLink } from '../document/document-link.ts'
import { issueDocuments } from '../document/issue-documents.ts'
import { endWaiting } from '../approval/requests.ts'
import { assertMayRefundOrCancel, boundRequesters } from '../four-eyes.ts'
import { applyPayments } from './apply-payments.ts'
import { refundView } from './document-views.ts'
import { disableRights, releasePromotionUses } from './end-application.queries.ts'
import {
  type OpenApplication,
  lockApplication,
  lockWithHeader,
  stateError,
} from './open-application.ts'

/**
 * Locks the payments of an application that are not voided, in the same order as a day close.
 */
const lockPayments = (ctx: UserContext, id: number) =>
  ctx.tx
    .selectFrom('payment')
    .select(['closing_id', 'status'])
    .where('application_id', '=', id)
    .where('status', '<>', 'deleted')
    .orderBy('payment_id')
    .forNoKeyUpdate()
    .$narrowType<{ status: PaymentStatus }>()
    .execute()

/**
 * Refunds an amount up to the paid amount, and ends the application.
 * @throws NOT_FOUND, STATE, REFUND_MAX; SAME_USER when the caller has requested the void of a receipt
 */
export async function refundApplication(
  ctx: UserContext,
  input: InputOf<typeof application.refund>,
): Promise<Answer<typeof application.refund>> {
  const { value, pay_type, note } = input
  const { app, header } = await lockWithHeader(ctx, input.application_id)
  if (!can(app.status, 'refund')) throw stateError('ใบสมัครนี้คืนเงินหรือยกเลิกแล้ว')
  await lockPayments(ctx, app.application_id)
  assertMayRefundOrCancel(ctx, await boundRequesters(ctx, app.application_id))
  if (value > app.paid) {
    const message = messages.refundMax(bahtWithUnit(app.paid))
    throw new AppError('REFUND_MAX', message, 400, { errors: [{ path: 'value', message }] })
  }
  const day = ctx.clock.today()
  const at = ctx.clock.now().toISOString()
  const { application_id: id, application_code, customer, branch_id } = app

  await disableRights.rows(ctx.tx, id, { at, user_id: ctx.actor.user_id })
  if (value === app.paid) await releasePromotionUses.rows(ctx.tx, id)
  const { nextId, numbers } = await reserve(ctx.tx, {
    branchId: branch_id,
    day,
    numbers: { RF: 1 },
    ids: { payment: 1, issued_document: 1 },
  })
  const [number = ''] = numbers('RF', header.code)
  const [payment_id, document_id] = [nextId('payment'), nextId('issued_document')]
  const { writes, money } = applyPayments(
    ctx,
    app,
    {
      payments: [
        {
          payment_id,
          payment_code: number,
          kind: 'refund',
          pay_type,
          paid: satang(-value),
          bank_reference: '',
          note,
          lines: [],
        },
      ],
      lines: [],
      end: { mode: 'refund', note, refunded: value },
    },
    at,
  )
  const issue = {
    header,
    customer,
    day,
    issuedAt: at,
    clerk: ctx.actor.name,
    code: application_code,
  }
  const refund = { number, pay_type, value, note, paid_before: app.paid }
  const snapshot = refundView(issue, app.lines, refund)
  const document = { document_id, kind: 'refund' as const, number, application_id: id, payment_id }
  await ctx.deferWrite([
    ...writes,
    ...endRequests(id, `${actionWords.refund} ${number}`, { user_id: ctx.actor.user_id, at }),
    issueDocuments([{ ...document, snapshot, printed: true }], { branch_id, at }),
  ])
  ctx.audit({ entity: 'application', id, ...auditedChange(app, money, note) })
  const link = { documents: [document_id], mark: 'original' as const, printedAt: at }
  return {
    message: 'บันทึกการคืนเงินเรียบร้อยแล้ว',
    data: { application_id: id, refund_code: number, pdf: documentLink(ctx, link, number) },
  }
}

/** Builds the statements that let the waiting requests of an ended application lapse. */
const endRequests = (id: number, note: string, stamp: { user_id: number; at: string }) => [
  sql`
    update payment set status = 'normal', version = version + 1
    where application_id = ${id} and status = 'delete_requested'`,
  lapseRequests(id, note, stamp),
]

const lapseRequests = (id: number, note: string, stamp: { user_id: number; at: string }) =>
  endWaiting(sql`application_id = ${id}`, 'lapsed', note, stamp)

/**
 * Locks the payments that are not voided and builds the statement that voids them; empty when there are none.
 * @throws FORBIDDEN when the caller may not void payments; SAME_USER when they have requested the void of one;
 *   STATE when the day of a payment is closed
 */
async function voidPayments(ctx: UserContext, id: number, note: string, at: string) {
  const rows = await lockPayments(ctx, id)
  if (rows.length === 0) return []
  if (!ctx.may('payment.void')) throw forbidden()
  assertMayRefundOrCancel(ctx, await boundRequesters(ctx, id))
  if (rows.some((row) => row.closing_id !== null)) {
    throw stateError('มีใบเสร็จที่ปิดยอดประจำวันแล้ว ยกเลิกไม่ได้ กรุณาใช้การคืนเงิน')
  }
  return [
    sql`
      update payment set status = 'deleted', voided_by = ${ctx.actor.user_id}, voided_at = ${at},
        void_note = ${note}, version = version + 1
      where application_id = ${id} and status <> 'deleted'`,
  ]
}

/**
 * Cancels an application and voids its payments.
 * @throws NOT_FOUND, STATE; FORBIDDEN when there are payments that the caller may not void; SAME_USER when
 *   the caller has requested the void of one
 */
export async function cancelApplication(
  ctx: UserContext,
  { application_id: id, note }: InputOf<typeof application.delete>,
): Promise<Answer<typeof application.delete>> {
  const app = await lockApplication(ctx, id)
  if (!can(app.status, 'delete')) throw stateError('ใบสมัครนี้คืนเงินหรือยกเลิกแล้ว')
  const at = ctx.clock.now().toISOString()
  const voiding = await voidPayments(ctx, id, note, at)
  await disableRights.rows(ctx.tx, id, { at, user_id: ctx.actor.user_id })
  await releasePromotionUses.rows(ctx.tx, id)
  const { writes, money } = applyPayments(
    ctx,
    app,
    {
      movements: [
        { pay_type: 'cash', paid: satang(-app.paid_cash) },
        { pay_type: 'transfer', paid: satang(-app.paid_transfer) },
      ],
      lines:
        voiding.length === 0
          ? []
          : app.lines.map(({ line_id, paid }) => ({
              line_id,
              paid: satang(-paid),
              pay_type: null,
            })),
      end: { mode: 'delete', note, cancelled: true },
    },
    at,
  )
  const lapsing = lapseRequests(id, `${actionWords.cancelApplication} ${note}`, {
    user_id: ctx.actor.user_id,
    at,
  })
  await writeTogether(ctx.tx, [...voiding, lapsing, ...writes])
  ctx.audit({ entity: 'application', id, ...auditedChange(app, money, note) })
  return { message: 'ยกเลิกใบสมัครเรียบร้อยแล้ว', data: null }
}

const auditedChange = (before: OpenApplication, after: PaidMoney, end_note: string) => ({
  before: { status: before.status, paid: before.paid, balance: before.balance },
  after: { status: after.status, paid: after.paid, balance: after.balance, end_note },
})
