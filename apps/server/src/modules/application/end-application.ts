/**
 * Ends applications without a refund: a cancellation voids the payments, an end keeps what was paid. Source:
 * product specification, sections 4 and 4c.4.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import { messages } from '@khapdee/contract/messages'
import { isOpen, statusAllows, statusSentence } from '@khapdee/domain/application/status'
import { isOpenLine, lineBalance } from '@khapdee/domain/application/totals'
import { satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, forbidden, invalid, notFound, stateError } from '../../kernel/errors.ts'
import { endOpenRequests } from '../approval-requests.ts'
import { assertNotSat, endRightsOfLines } from '../booking/bookings.ts'
import { lockRightsOfLines } from '../booking/named-rights.ts'
import { bookPaidExams, wishedSessions } from '../booking/register-exams.ts'
import { assertMayRefundOrCancel, boundUsers } from '../four-eyes.ts'
import { mayStillVoid } from '../over-cap.ts'
import { assertNotBeingRefunded, isBeingRefunded } from '../refund-requests.ts'
import { type ChangedMoney, applyPayments } from './apply-payments.ts'
import { lockPayments, releasePromotionUses } from './end-application.queries.ts'
import {
  type OpenApplication,
  assertSeenVersion,
  assertWithinCap,
  lockApplication,
  lockWithHeader,
} from './open-application.ts'

interface Stamp {
  user_id: number
  /** ISO 8601. */
  at: string
}

/** The lines that end, with the consequences of their end. */
interface EndedLines {
  lineIds: readonly number[]
  /** Whether no line of the application stays open. */
  isOver: boolean
  /** Whether an open refund request does not lapse: it is paid out by this call, or its money is still to be paid back. */
  keepsRefund?: boolean
}

/**
 * Builds the statements that let requests lapse when lines end: voids of their receipts, which can no longer be
 * voided, a refund of them, and the decision on a request fee that is over.
 */
export function lapseOfLines(
  app: OpenApplication,
  { lineIds, isOver, keepsRefund = false }: EndedLines,
  note: string,
  stamp: Stamp,
) {
  const { application_id: id, open_refund } = app
  // Includes receipts of replaced lines, because their money is now on the lines that replaced
  // them.
  const touched = sql`payment_id in (
    with recursive history as (
      select line_id, replaces from application_line where line_id = any(${lineIds}::int[])
      union all select l.line_id, l.replaces from application_line l join history h on l.line_id = h.replaces
    )
    select payment_id from payment_line join history using (line_id))`
  const lapse = (condition: RawBuilder<SqlBool>) =>
    endOpenRequests(condition, 'lapsed', note, stamp)
  return [
    sql`
      update payment set status = 'normal', version = version + 1
      where ${touched} and status = 'delete_requested'`,
    lapse(sql`${touched} and kind = 'void'`),
    ...(open_refund !== null && !keepsRefund && isBeingRefunded(app, lineIds)
      ? [lapse(sql`request_id = ${open_refund.request_id}`)]
      : []),
    ...(isOver ? [lapse(sql`application_id = ${id} and kind = 'request_fee'`)] : []),
  ]
}

/**
 * Locks the payments that are not voided and builds the statement that voids them; empty when there are none.
 * @throws FORBIDDEN when the caller may not void payments; SAME_USER when `boundUsers` names them;
 *   STATE when the day of a payment is closed
 */
async function voidPayments(
  ctx: UserContext,
  { id, settings }: { id: number; settings: BranchSettings },
  note: string,
  at: string,
) {
  const rows = await lockPayments.rows(ctx.tx, id)
  if (rows.length === 0) return []
  if (!ctx.may('payment.void')) throw forbidden()
  assertMayRefundOrCancel(ctx, await boundUsers(ctx, id, settings))
  if (!rows.every((row) => mayStillVoid(ctx, row))) {
    throw stateError('มีใบเสร็จที่ปิดยอดประจำวันแล้ว ยกเลิกไม่ได้ กรุณาใช้การคืนเงิน')
  }
  return [
    sql`
      update payment set status = 'deleted', voided_by = ${ctx.actor.user_id}, voided_at = ${at},
        void_note = ${note}, version = version + 1
      where application_id = ${id} and status <> 'deleted'`,
    // Replaced lines, whose money was moved to a new course; open lines are written by `applyPayments`.
    sql`update application_line set pay_type = null where application_id = ${id} and status <> 'open'`,
  ]
}

/**
 * Cancels an application and voids its payments.
 * @throws NOT_FOUND, STATE, CONFLICT; REFUND_PENDING; FORBIDDEN when there are payments that the caller may not void;
 *   SAME_USER when `boundUsers` names the caller; EXAM_SAT, EXAM_RUNNING
 */
export async function cancelApplication(
  ctx: UserContext,
  { application_id: id, version, note }: InputOf<typeof application.delete>,
): Promise<Answer<typeof application.delete>> {
  await lockRightsOfLines(ctx, id)
  const { app, header } = await lockWithHeader(ctx, id)
  if (!statusAllows(app.status, 'delete')) throw stateError(statusSentence(app.status))
  assertSeenVersion(app, version)
  if (app.open_refund !== null) assertNotBeingRefunded(app, app.open_refund.lines)
  assertNoEndedMoney(app)
  const at = ctx.clock.now().toISOString()
  const voiding = await voidPayments(ctx, { id, settings: header.settings }, note, at)
  const lineIds = app.lines.map(({ line_id }) => line_id)
  await assertNotSat(ctx, lineIds, 'ยกเลิกใบสมัครไม่ได้ กรุณาใช้การคืนเงินหรือการยุติ')
  // First, because promotions are locked before sessions.
  await releasePromotionUses.rows(ctx.tx, lineIds)
  await endRightsOfLines(ctx, lineIds, note, { at, user_id: ctx.actor.user_id })
  const { writes, money } = applyPayments(
    ctx,
    app,
    {
      movements: [
        { pay_type: 'cash', paid: satang(-app.paid_cash) },
        { pay_type: 'transfer', paid: satang(-app.paid_transfer) },
      ],
      lines: app.lines.filter(isOpenLine).map(({ line_id, paid, pay_type }) => ({
        line_id,
        paid: satang(-paid),
        pay_type: voiding.length > 0 ? null : pay_type,
        status: 'ended' as const,
      })),
      end_note: note,
      cancelled: true,
    },
    at,
  )
  const lapsing = endOpenRequests(
    sql`application_id = ${id}`,
    'lapsed',
    `${actionWords.cancelApplication} ${note}`,
    { user_id: ctx.actor.user_id, at },
  )
  await writeTogether(ctx.tx, [...voiding, lapsing, ...writes])
  ctx.audit({ entity: 'application', id, ...auditedChange(app, money, note) })
  return { message: 'ยกเลิกใบสมัครเรียบร้อยแล้ว', data: null }
}

/** Whether nothing is owed any more for the lines that stay open when others end, so that their exams are booked. */
export function leavesNoBalance(app: OpenApplication, lineIds: readonly number[]): boolean {
  const staying = app.lines.filter((line) => isOpenLine(line) && !lineIds.includes(line.line_id))
  return app.balance > 0 && staying.length > 0 && sumSatang(staying.map(lineBalance)) === 0
}

/** The open lines that end: the given ones, or all. @throws NOT_FOUND, STATE, VALIDATION */
function endingLines(app: OpenApplication, chosen: readonly number[] | undefined) {
  const open = app.lines.filter(isOpenLine)
  if (chosen === undefined) return open
  return chosen.map((line_id, i) => {
    const line = app.lines.find((candidate) => candidate.line_id === line_id)
    if (line === undefined) throw notFound()
    if (!isOpenLine(line)) throw stateError('รายการนี้สิ้นสุดแล้ว')
    if (chosen.indexOf(line_id) !== i) {
      throw invalid([{ path: `lines.${i}`, message: messages.repeatedLine }])
    }
    return line
  })
}

/**
 * Ends lines without money back: keeps what was paid, writes off what is owed, and ends their exam rights. Promotion
 * uses stay counted.
 * @throws NOT_FOUND, REFUND_PENDING, CONFLICT for a stale version, STATE when the application or a line has ended, VALIDATION
 */
export async function endApplication(
  ctx: UserContext,
  { application_id: id, version, lines: chosen, note }: InputOf<typeof application.end>,
): Promise<Answer<typeof application.end>> {
  await lockRightsOfLines(ctx, id)
  const app = await lockApplication(ctx, id)
  if (app.refund_due) {
    if (chosen !== undefined) {
      const message = 'ค่าคำขอที่ไม่ได้รับอนุมัติยุติได้ทั้งใบสมัครเท่านั้น'
      throw invalid([{ path: 'lines', message }])
    }
    return keepMoney(ctx, app, { version, note })
  }
  if (!statusAllows(app.status, 'end')) throw stateError(statusSentence(app.status))
  assertWithinCap(app)
  if (app.version !== version) throw conflict()
  const lines = endingLines(app, chosen)
  const stamp = { user_id: ctx.actor.user_id, at: ctx.clock.now().toISOString() }
  const lineIds = lines.map(({ line_id }) => line_id)
  assertNotBeingRefunded(app, lineIds)
  await lockPayments.rows(ctx.tx, id)
  // The remaining lines may then be paid, so that their exam days are booked; their sessions are
  // locked at once.
  const settles = leavesNoBalance(app, lineIds)
  const laterSessions = settles ? await wishedSessions(ctx, app) : []
  await endRightsOfLines(ctx, lineIds, note, stamp, laterSessions)
  const { writes, money } = applyPayments(
    ctx,
    app,
    {
      lines: lines.map(({ line_id, pay_type }) => ({
        line_id,
        paid: zeroSatang,
        pay_type,
        status: 'ended',
      })),
      end_note: note,
    },
    stamp.at,
  )
  const lapsing = lapseOfLines(
    app,
    { lineIds, isOver: !isOpen(money.status) },
    `${actionWords.endWithoutRefund} ${note}`,
    stamp,
  )
  await writeTogether(ctx.tx, [...lapsing, ...writes])
  const exam = settles ? await bookPaidExams(ctx, app) : null
  ctx.audit({ entity: 'application', id, ...auditedChange(app, money, note) })
  return {
    message: ['ยุติรายการเรียบร้อยแล้ว', ...(exam === null ? [] : [exam.message])].join(' · '),
    data: { application_id: id, balance: money.balance },
  }
}

/** Keeps what was paid of a rejected request fee, which is then no longer to be paid back. @throws CONFLICT, REFUND_PENDING */
async function keepMoney(
  ctx: UserContext,
  app: OpenApplication,
  { version, note }: { version: number; note: string },
): Promise<Answer<typeof application.end>> {
  if (app.version !== version) throw conflict()
  if (app.open_refund !== null) assertNotBeingRefunded(app, app.open_refund.lines)
  const { application_id, status, paid, balance } = app
  const at = ctx.clock.now().toISOString()
  await ctx.tx
    .updateTable('application')
    .set((eb) => ({
      refund_due: false,
      end_note: note,
      updated_by: ctx.actor.user_id,
      updatedAt: at,
      version: eb('version', '+', 1),
    }))
    .where('application_id', '=', application_id)
    .execute()
  ctx.audit({
    entity: 'application',
    id: application_id,
    before: { refund_due: true },
    after: { refund_due: false, status, paid, end_note: note },
  })
  return { message: 'ยุติรายการเรียบร้อยแล้ว', data: { application_id, balance } }
}

/**
 * Refuses a cancellation when a line has ended with money: that money is only changed by refunds. @throws STATE
 */
function assertNoEndedMoney({ lines }: OpenApplication): void {
  if (lines.some(({ status }) => status === 'refunded')) {
    throw stateError('ใบสมัครนี้มีการคืนเงินแล้ว ยกเลิกไม่ได้ กรุณาใช้การคืนเงิน')
  }
  if (lines.some((line) => !isOpenLine(line) && line.paid > 0)) {
    throw stateError('มีรายการที่ยุติแล้ว ยกเลิกใบสมัครไม่ได้ กรุณาใช้การคืนเงิน')
  }
}

/** The change of an application that the audit trail records, with the reason. */
export const auditedChange = (before: OpenApplication, after: ChangedMoney, end_note: string) => ({
  before: { status: before.status, paid: before.paid, balance: before.balance },
  after: {
    status: after.status,
    paid: after.paid,
    balance: after.balance,
    written_off: after.written_off,
    end_note,
  },
})
