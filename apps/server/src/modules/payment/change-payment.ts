/**
 * Corrects the pay type of a receipt, or voids a receipt at the request of another employee. Source:
 * product specification, section 5.
 */
import { payment } from '@khapdee/contract/entities/payment'
import { messages } from '@khapdee/contract/messages'
import {
  type PayType,
  type PaymentStatus,
  statusAllows,
  statusSentence,
  payTypes,
} from '@khapdee/domain/application/status'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { type Satang, satang } from '@khapdee/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'
import { lockRightsOfLines } from '../booking/named-rights.ts'
import { applyPayments } from '../application/apply-payments.ts'
import { assertReferenceHasTransfer, mapDuplicateReference } from '../application/bank-reference.ts'
import type { BranchHeader } from '../branch-header.ts'
import {
  type OpenApplication,
  assertSeenVersion,
  lockWithHeader,
} from '../application/open-application.ts'
import { decideWaitingRequest, insertRequest, voidRequestOf } from '../approval-requests.ts'
import { actsAlone, assertMayDecideMoney } from '../four-eyes.ts'
import { assertNotBeingRefunded } from '../refund-requests.ts'
import { mayStillVoid } from '../over-cap.ts'
import { removeSlip } from './slips.ts'
import {
  type ReceiptLine,
  changeMoves,
  linesOfReceipt,
  changesOfPayType,
  changesOfVoid,
} from './moved-payments.ts'

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
  lines: ReceiptLine[]
}

/**
 * The lines that hold the amounts of a receipt now: those that it paid, or the ones that replaced
 * them.
 */
const presentLineIds = ({ lines }: StoredPayment) =>
  lines.map(({ line_id, moves }) => moves.at(-1)?.line_id ?? line_id)

/**
 * Locks the application with the rights for which it pays, so that no candidate is checked in
 * meanwhile, and then its receipt; see `seats.ts` for the order of all locks.
 * @throws NOT_FOUND; STATE when the application or a line of the receipt has ended, or the receipt
 * is voided
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
  await lockRightsOfLines(ctx, found.application_id)
  const { app, header } = await lockWithHeader(ctx, found.application_id)
  const receipt = await ctx.tx
    .selectFrom('payment as p')
    .select(['payment_id', 'payment_code', 'kind', 'pay_type', 'paid', 'status'])
    .select(['closing_id', 'over_cap', 'created_by', linesOfReceipt.as('lines')])
    .where('payment_id', '=', id)
    .forNoKeyUpdate()
    .$narrowType<Pick<StoredPayment, 'kind' | 'pay_type' | 'paid' | 'status'>>()
    .executeTakeFirst()
  if (receipt === undefined) throw notFound()
  if (!statusAllows(app.status, 'request_delete')) throw stateError(statusSentence(app.status))
  if (receipt.status === 'deleted') throw stateError('ใบเสร็จนี้ยกเลิกแล้ว')
  const openLines = new Set(app.lines.filter(isOpenLine).map(({ line_id }) => line_id))
  // The lines of a locked application do not include removed ones; money that a refunded line kept
  // can also move.
  const endedLines = new Set(
    app.lines.filter((line) => !isOpenLine(line)).map(({ line_id }) => line_id),
  )
  const touchesEndedLine = receipt.lines.some(({ line_id, moves }) =>
    [line_id, ...moves.map((move) => move.line_id)].some((id) => endedLines.has(id)),
  )
  if (touchesEndedLine || presentLineIds(receipt).some((id) => !openLines.has(id))) {
    throw stateError('รายการในใบเสร็จนี้คืนเงินหรือยุติแล้ว แก้ไขไม่ได้')
  }
  return { app, header, receipt }
}

const dayClosedError = () => stateError('ใบเสร็จนี้ปิดยอดประจำวันแล้ว แก้ไขไม่ได้ กรุณาใช้การคืนเงิน')

function assertVoidable(ctx: UserContext, receipt: StoredPayment): void {
  if (!mayStillVoid(ctx, receipt)) throw dayClosedError()
}

export const editPayType = command(
  payment.editPayType,
  async (ctx, { payment_id, pay_type, bank_reference, note }) => {
    assertReferenceHasTransfer(bank_reference, [{ pay_type }])
    const { app, receipt } = await lockReceipt(ctx, payment_id)
    assertNotBeingRefunded(app, presentLineIds(receipt))
    if (receipt.closing_id !== null) throw dayClosedError()
    if (receipt.status !== 'normal') throw stateError('ใบเสร็จนี้รออนุมัติลบ แก้ไขไม่ได้')
    if (receipt.pay_type === pay_type)
      throw stateError(`ใบเสร็จนี้เป็น${payTypes[pay_type].label}อยู่แล้ว`)
    const at = ctx.clock.now().toISOString()
    const { lines, moves } = changesOfPayType(receipt, pay_type)
    const { writes } = applyPayments(
      ctx,
      app,
      {
        movements: [
          { pay_type: receipt.pay_type, paid: satang(-receipt.paid) },
          { pay_type, paid: receipt.paid },
        ],
        lines,
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
        ...(pay_type === 'cash' ? [removeSlip(payment_id)] : []),
        ...writes,
        ...changeMoves(moves, { user_id: ctx.actor.user_id, at }),
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
  assertNotBeingRefunded(app, presentLineIds(receipt))
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

/** Builds the statements that subtract a receipt from its application and lines, and from the lines to which its amounts moved. */
function reverseReceipt(
  ctx: UserContext,
  app: OpenApplication,
  receipt: StoredPayment,
  at: string,
): RawBuilder<unknown>[] {
  const { lines, moves } = changesOfVoid(receipt)
  const change = {
    movements: [{ pay_type: receipt.pay_type, paid: satang(-receipt.paid) }],
    lines,
  }
  const stamp = { user_id: ctx.actor.user_id, at }
  return [...applyPayments(ctx, app, change, at).writes, ...changeMoves(moves, stamp)]
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
      assertNotBeingRefunded(app, presentLineIds(receipt))
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
    return { message: isApproved ? messages.requestApproved : messages.requestRejected, data: null }
  },
)
