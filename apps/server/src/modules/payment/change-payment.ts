/**
 * Corrects the pay type of a receipt, or voids a receipt at the request of another employee. Source:
 * product specification, section 5.
 */
import { payment } from '@khapdee/contract/entities/payment'
import {
  type PayType,
  type PaymentStatus,
  statusAllows,
  payTypes,
} from '@khapdee/domain/application/status'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { applyPayments } from '../application/apply-payments.ts'
import { assertReferenceHasTransfer, mapDuplicateReference } from '../application/bank-reference.ts'
import type { BranchHeader } from '../application/branch-header.ts'
import {
  type OpenApplication,
  assertSeenVersion,
  lockWithHeader,
} from '../application/open-application.ts'
import { decideWaitingRequest, insertRequest, voidRequestOf } from '../approval-requests.ts'
import { actsAlone, assertMayDecideMoney } from '../four-eyes.ts'
import { assertNotBeingRefunded } from '../refund-requests.ts'
import { mayStillVoid } from '../over-cap.ts'

interface StoredPayment {
  payment_id: number
  payment_code: string
  kind: 'receipt' | 'refund'
  pay_type: PayType
  paid: Satang
  status: PaymentStatus
  closing_id: number | null
  over_cap: boolean
  created_by: number
  /** The receipt's amounts by line. */
  lines: {
    line_id: number
    paid: Satang
    /**
     * The latest other payment of the line (a receipt that is not voided, or money that moved to the line), and whether it
     * is later than this receipt; null without one.
     */
    latest_other: { pay_type: PayType; is_later: boolean } | null
  }[]
}

const linesOfPayment = sql<StoredPayment['lines']>`(
  select json_agg(json_build_object('line_id', line_id, 'paid', pl.paid, 'latest_other', (
    select json_build_object('pay_type', other.pay_type,
      'is_later', (other."createdAt", other.payment_id) > (p."createdAt", p.payment_id))
    from payment_line ol join payment other on other.payment_id = ol.payment_id
    where ol.line_id = pl.line_id and other.payment_id <> p.payment_id
      and other.kind in ('receipt', 'moved') and ol.paid > 0 and other.status <> 'deleted'
    order by other."createdAt" desc, other.payment_id desc limit 1
  ))) from payment_line pl
  where pl.payment_id = p.payment_id)`

/**
 * Locks the application and then its receipt. Every change of money locks in this order, to avoid
 * deadlocks.
 * @throws NOT_FOUND; STATE when the application or a line of the receipt has ended, or the receipt is voided
 */
async function lockReceipt(
  ctx: UserContext,
  id: number,
): Promise<{ app: OpenApplication; header: BranchHeader; receipt: StoredPayment }> {
  const found = await ctx.tx
    .selectFrom('payment')
    .select('application_id')
    .where('payment_id', '=', id)
    .where('kind', '=', 'receipt')
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const { app, header } = await lockWithHeader(ctx, found.application_id)
  const receipt = await ctx.tx
    .selectFrom('payment as p')
    .select(['payment_id', 'payment_code', 'kind', 'pay_type', 'paid', 'status'])
    .select(['closing_id', 'over_cap', 'created_by', linesOfPayment.as('lines')])
    .where('payment_id', '=', id)
    .forNoKeyUpdate()
    .$narrowType<Pick<StoredPayment, 'kind' | 'pay_type' | 'paid' | 'status'>>()
    .executeTakeFirst()
  if (receipt === undefined) throw notFound()
  if (!statusAllows(app.status, 'request_delete')) throw stateError('ใบสมัครนี้คืนเงินหรือยกเลิกแล้ว')
  if (receipt.status === 'deleted') throw stateError('ใบเสร็จนี้ยกเลิกแล้ว')
  const openLines = new Set(app.lines.filter(isOpenLine).map(({ line_id }) => line_id))
  if (receipt.lines.some(({ line_id }) => !app.lines.some((line) => line.line_id === line_id))) {
    throw stateError('รายการในใบเสร็จนี้เปลี่ยนหลักสูตรแล้ว แก้ไขไม่ได้ กรุณาใช้การคืนเงิน')
  }
  if (receipt.lines.some(({ line_id }) => !openLines.has(line_id))) {
    throw stateError('รายการในใบเสร็จนี้คืนเงินหรือยุติแล้ว แก้ไขไม่ได้')
  }
  return { app, header, receipt }
}

const lineIdsOf = ({ lines }: StoredPayment) => lines.map(({ line_id }) => line_id)

const dayClosedError = () => stateError('ใบเสร็จนี้ปิดยอดประจำวันแล้ว แก้ไขไม่ได้ กรุณาใช้การคืนเงิน')

function assertVoidable(ctx: UserContext, receipt: StoredPayment): void {
  if (!mayStillVoid(ctx, receipt)) throw dayClosedError()
}

export const editPayType = command(
  payment.editPayType,
  async (ctx, { payment_id, pay_type, bank_reference, note }) => {
    assertReferenceHasTransfer(bank_reference, [{ pay_type }])
    const { app, receipt } = await lockReceipt(ctx, payment_id)
    assertNotBeingRefunded(app, lineIdsOf(receipt))
    if (receipt.closing_id !== null) throw dayClosedError()
    if (receipt.status !== 'normal') throw stateError('ใบเสร็จนี้รออนุมัติลบ แก้ไขไม่ได้')
    if (receipt.pay_type === pay_type)
      throw stateError(`ใบเสร็จนี้เป็น${payTypes[pay_type].label}อยู่แล้ว`)
    const at = ctx.clock.now().toISOString()
    const { writes } = applyPayments(
      ctx,
      app,
      {
        movements: [
          { pay_type: receipt.pay_type, paid: satang(-receipt.paid) },
          { pay_type, paid: receipt.paid },
        ],
        lines: receipt.lines.map(({ line_id, latest_other }) => ({
          line_id,
          paid: zeroSatang,
          pay_type: latest_other?.is_later ? latest_other.pay_type : pay_type,
        })),
      },
      at,
    )
    try {
      await writeTogether(ctx.tx, [
        sql`
        update payment set pay_type = ${pay_type}, pay_type_edited_at = ${at},
          pay_type_edited_by = ${ctx.actor.user_id}, pay_type_note = ${note}, version = version + 1,
          bank_reference = ${bank_reference}
        where payment_id = ${payment_id}`,
        ...writes,
      ])
    } catch (error) {
      throw mapDuplicateReference(error)
    }
    ctx.audit({
      entity: 'payment',
      id: payment_id,
      before: { pay_type: receipt.pay_type },
      after: { pay_type, bank_reference, note },
    })
    return { message: 'แก้ไขวิธีชำระเงินเรียบร้อยแล้ว', data: null }
  },
)

export const requestDelete = command(payment.requestDelete, async (ctx, { payment_id, note }) => {
  const { app, receipt } = await lockReceipt(ctx, payment_id)
  assertNotBeingRefunded(app, lineIdsOf(receipt))
  assertVoidable(ctx, receipt)
  if (receipt.status !== 'normal') throw stateError('มีคำขอลบใบเสร็จนี้อยู่แล้ว')
  const { application_id, branch_id } = app
  await writeTogether(ctx.tx, [
    sql`
      update payment set status = 'delete_requested', version = version + 1
      where payment_id = ${payment_id}`,
    insertRequest(
      { kind: 'void', application_id, branch_id, payment_id, note },
      { user_id: ctx.actor.user_id, at: ctx.clock.now().toISOString() },
    ),
  ])
  ctx.audit({
    entity: 'payment',
    id: payment_id,
    before: { status: 'normal' },
    after: { status: 'delete_requested', request_note: note },
  })
  return { message: 'ส่งคำขอลบรายการชำระเงินแล้ว รอการอนุมัติ', data: null }
})

/** The user whose request to void the locked receipt waits. */
async function requesterOf(ctx: UserContext, paymentId: number): Promise<number> {
  const { requested_by } = await ctx.tx
    .selectFrom('approval_request')
    .select('requested_by')
    .where(voidRequestOf(paymentId))
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow()
  return requested_by
}

/** Builds the statements that subtract a receipt from its application and lines. */
function reverseReceipt(
  ctx: UserContext,
  app: OpenApplication,
  { pay_type, paid, lines }: StoredPayment,
  at: string,
) {
  const change = {
    movements: [{ pay_type, paid: satang(-paid) }],
    lines: lines.map((line) => ({
      line_id: line.line_id,
      paid: satang(-line.paid),
      pay_type: line.latest_other?.pay_type ?? null,
    })),
  }
  return applyPayments(ctx, app, change, at).writes
}

export const decideDelete = command(
  payment.decideDelete,
  async (ctx, { payment_id, version, decision, note }) => {
    const { app, header, receipt } = await lockReceipt(ctx, payment_id)
    if (receipt.status !== 'delete_requested') throw stateError('ไม่มีคำขอลบใบเสร็จนี้แล้ว')
    assertSeenVersion(app, version)
    assertMayDecideMoney(ctx, {
      requesters: [await requesterOf(ctx, payment_id)],
      issuers: actsAlone(ctx, header.settings) ? [] : [receipt.created_by],
    })
    const isApproved = decision === 'approve'
    if (isApproved) {
      assertNotBeingRefunded(app, lineIdsOf(receipt))
      assertVoidable(ctx, receipt)
    }
    const at = ctx.clock.now().toISOString()
    const status = isApproved ? 'deleted' : 'normal'
    const { user_id } = ctx.actor
    await writeTogether(ctx.tx, [
      sql`
        update payment set status = ${status}, version = version + 1,
          voided_by = case when ${isApproved} then ${user_id}::int end,
          voided_at = case when ${isApproved} then ${at}::timestamptz end,
          void_note = case when ${isApproved} then ${note} else '' end
        where payment_id = ${payment_id}`,
      decideWaitingRequest(voidRequestOf(payment_id), isApproved ? 'approved' : 'rejected', note, {
        user_id,
        at,
      }),
      ...(isApproved ? reverseReceipt(ctx, app, receipt, at) : []),
    ])
    ctx.audit({
      entity: 'payment',
      id: payment_id,
      before: { status: 'delete_requested' },
      after: { status, decision_note: note },
    })
    return { message: isApproved ? 'อนุมัติเรียบร้อยแล้ว' : 'บันทึกว่าไม่อนุมัติแล้ว', data: null }
  },
)
