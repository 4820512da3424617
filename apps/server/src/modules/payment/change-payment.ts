/**
 * Correcting a receipt: another way of paying, or voiding it with four eyes. Source: product
 * specification, section 5.
 */
import { payment } from '@khapdee/contract/entities/payment'
import {
  type PayType,
  type PaymentStatus,
  can,
  payTypes,
  statusFor,
} from '@khapdee/domain/application/status'
import { type Satang, satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { type OpenApplication, ended, lockApplication } from '../application/open-application.ts'
import { assertFourEyes } from '../four-eyes.ts'

interface StoredPayment {
  payment_id: number
  payment_code: string
  kind: 'receipt' | 'refund'
  pay_type: PayType
  paid: Satang
  status: PaymentStatus
  requested_by: number | null
  closing_id: number | null
}

/**
 * Locks a receipt and its application, in the order in which all who change money lock.
 * @throws NOT_FOUND; STATE where the application has ended or the receipt's day is closed
 */
async function lockReceipt(
  ctx: UserContext,
  id: number,
): Promise<{ app: OpenApplication; receipt: StoredPayment }> {
  const { rows } = await sql<{ application_id: number }>`
    select application_id from payment where payment_id = ${id} and kind = 'receipt'`.execute(
    ctx.tx,
  )
  const [found] = rows
  if (found === undefined) throw notFound()
  const app = await lockApplication(ctx, found.application_id)
  const { rows: receipts } = await sql<StoredPayment>`
    select payment_id, payment_code, kind, pay_type, paid, status, requested_by, closing_id
    from payment where payment_id = ${id} for no key update`.execute(ctx.tx)
  const [receipt] = receipts
  if (receipt === undefined) throw notFound()
  if (!can(app.status, 'request_delete')) throw ended('ใบสมัครนี้คืนเงินหรือยกเลิกแล้ว')
  if (receipt.status === 'deleted') throw ended('ใบเสร็จนี้ยกเลิกแล้ว')
  return { app, receipt }
}

function assertNotClosed({ closing_id }: StoredPayment): void {
  if (closing_id !== null) throw ended('ใบเสร็จนี้ปิดยอดประจำวันแล้ว แก้ไขไม่ได้ กรุณาใช้การคืนเงิน')
}

const touch = (ctx: UserContext, at: string) =>
  sql`updated_by = ${ctx.actor.user_id}, "updatedAt" = ${at}, version = version + 1`

export const editPayType = command(
  payment.editPayType,
  async (ctx, { payment_id, pay_type, note }) => {
    const { app, receipt } = await lockReceipt(ctx, payment_id)
    assertNotClosed(receipt)
    if (receipt.status !== 'normal') throw ended('ใบเสร็จนี้รออนุมัติลบ แก้ไขไม่ได้')
    if (receipt.pay_type === pay_type) throw ended(`ใบเสร็จนี้เป็น${payTypes[pay_type].label}อยู่แล้ว`)
    const at = ctx.clock.now().toISOString()
    const moved = pay_type === 'cash' ? receipt.paid : -receipt.paid
    await sql`
    with changed as (
      update payment set pay_type = ${pay_type}, pay_type_edited_at = ${at}, version = version + 1,
        bank_reference = case ${pay_type} when 'cash' then '' else bank_reference end
      where payment_id = ${payment_id}
    ), line as (
      update application_line l set pay_type = ${pay_type}
      from payment_line pl where pl.payment_id = ${payment_id} and pl.line_id = l.line_id
    )
    update application set paid_cash = paid_cash + ${moved}, paid_transfer = paid_transfer - ${moved},
      ${touch(ctx, at)}
    where application_id = ${app.application_id}`.execute(ctx.tx)
    ctx.audit({
      entity: 'payment',
      id: payment_id,
      before: { pay_type: receipt.pay_type },
      after: { pay_type, note },
    })
    return { message: 'แก้ไขวิธีชำระเงินเรียบร้อยแล้ว', data: null }
  },
)

export const requestDelete = command(payment.requestDelete, async (ctx, { payment_id, note }) => {
  const { receipt } = await lockReceipt(ctx, payment_id)
  assertNotClosed(receipt)
  if (receipt.status !== 'normal') throw ended('มีคำขอลบใบเสร็จนี้อยู่แล้ว')
  const at = ctx.clock.now().toISOString()
  await sql`
    update payment set status = 'delete_requested', requested_by = ${ctx.actor.user_id},
      requested_at = ${at}, request_note = ${note}, version = version + 1
    where payment_id = ${payment_id}`.execute(ctx.tx)
  ctx.audit({
    entity: 'payment',
    id: payment_id,
    before: { status: 'normal' },
    after: { status: 'delete_requested', request_note: note },
  })
  return { message: 'ส่งคำขอลบรายการชำระเงินแล้ว รอการอนุมัติ', data: null }
})

/** The receipt keeps its number; what it paid is owed again. */
async function voidReceipt(
  ctx: UserContext,
  app: OpenApplication,
  receipt: StoredPayment,
  at: string,
) {
  const paid = satang(app.paid - receipt.paid)
  const balance = satang(app.net - paid)
  const column = sql.ref(`paid_${receipt.pay_type}`)
  await sql`
    with line as (
      update application_line l set paid = l.paid - pl.paid
      from payment_line pl where pl.payment_id = ${receipt.payment_id} and pl.line_id = l.line_id
    )
    update application set paid = ${paid}, ${column} = ${column} - ${receipt.paid}, balance = ${balance},
      status = ${statusFor({ paid, balance })}, ${touch(ctx, at)}
    where application_id = ${app.application_id}`.execute(ctx.tx)
}

export const decideDelete = command(
  payment.decideDelete,
  async (ctx, { payment_id, decision, note }) => {
    const { app, receipt } = await lockReceipt(ctx, payment_id)
    if (receipt.status !== 'delete_requested') throw ended('ไม่มีคำขอลบใบเสร็จนี้แล้ว')
    assertFourEyes(ctx, receipt.requested_by)
    const approved = decision === 'approve'
    if (approved) assertNotClosed(receipt)
    const at = ctx.clock.now().toISOString()
    const status = approved ? 'deleted' : 'normal'
    await sql`
      update payment set status = ${status}, decided_by = ${ctx.actor.user_id}, decided_at = ${at},
        decision_note = ${note}, version = version + 1
      where payment_id = ${payment_id}`.execute(ctx.tx)
    if (approved) await voidReceipt(ctx, app, receipt, at)
    ctx.audit({
      entity: 'payment',
      id: payment_id,
      before: { status: 'delete_requested' },
      after: { status, decision_note: note },
    })
    return { message: approved ? 'อนุมัติเรียบร้อยแล้ว' : 'บันทึกว่าไม่อนุมัติแล้ว', data: null }
  },
)
