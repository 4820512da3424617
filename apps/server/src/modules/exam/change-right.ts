/** Extends, disables and enables exam rights; each change is a row of the right's ledger. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type BranchSettings, storedBranchSettings } from '@khapdee/contract/entities/branch'
import type { examRight } from '@khapdee/contract/entities/exam-right'
import {
  type ExamRight,
  type ExamRightEvent,
  examRightStatus,
  extendedLastDay,
  extensionProblem,
  forfeitedSentence,
  mayDisable,
  mayEnable,
  newLastDayProblem,
} from '@khapdee/domain/exam-right'
import { daysBetween, formatDay } from '@khapdee/domain/thai-date'
import { changesOf } from '../../kernel/audit.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { forbidden, invalid, stateError } from '../../kernel/errors.ts'
import { cancelBookingsOfRight } from '../booking/bookings.ts'
import { extendByPaidFees, lockUnservedExtensions } from '../booking/extensions.ts'
import { refundOfRight } from '../booking/named-rights.ts'
import { insertRightEvents, stampOf } from '../booking/right-events.ts'
import { type LockedRight, lockOwner, lockRight } from './lock-right.ts'
import { sellFee } from './sell-fee.ts'

/** Stores the changed state with its row of the ledger and its audit entry. */
async function writeChange(
  ctx: UserContext,
  { right_id, state }: LockedRight,
  { event, note, ...changed }: { event: ExamRightEvent; note: string } & Partial<ExamRight>,
): Promise<void> {
  const after = { ...state, ...changed }
  const at = ctx.clock.now().toISOString()
  await ctx.tx
    .updateTable('exam_right')
    .set((eb) => ({
      permission_date: after.permission_date,
      disabled_at: after.disabled ? at : null,
      version: eb('version', '+', 1),
    }))
    .where('right_id', '=', right_id)
    .execute()
  const { permission_date } = changed
  await insertRightEvents([{ right_id, event, detail: { permission_date, note } }], {
    user_id: ctx.actor.user_id,
    at,
  }).execute(ctx.tx)
  const today = ctx.clock.today()
  const audited = (right: ExamRight) => ({
    status: examRightStatus(right, today),
    permission_date: right.permission_date,
  })
  const changes = changesOf(audited(state), audited(after))
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    before: changes.before,
    after: { ...changes.after, note },
  })
}

/** The settings of the branch of a right. */
async function readSettings(ctx: UserContext, { branch_id }: LockedRight): Promise<BranchSettings> {
  const { settings } = await ctx.tx
    .selectFrom('branch')
    .select('settings')
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  return storedBranchSettings(settings)
}

/**
 * Extends a right by days or until a day. With a fee that must be paid first, the payment extends it.
 * @throws FORBIDDEN without a fee and the permission to extend free of charge, NOT_FOUND, CONFLICT, STATE for a used or disabled right, VALIDATION for a day that does not extend it,
 *   and for more days than a fee of the branch pays for without that permission; REFUND_PENDING for a fee
 */
export async function extendRight(
  ctx: UserContext,
  { note, days, permission_date, fee, ...key }: InputOf<typeof examRight.extend>,
): Promise<Answer<typeof examRight.extend>> {
  if (fee === undefined && !ctx.may('exam.extend-free')) throw forbidden()
  if (fee !== undefined) await lockOwner(ctx, key)
  const right = await lockRight(ctx, key)
  const problem = extensionProblem(right.state)
  if (problem !== null) throw stateError(problem)
  if (!right.lineIsOpen) throw stateError('รายการที่ให้สิทธิ์สอบนี้สิ้นสุดแล้ว ต่ออายุไม่ได้')
  const today = ctx.clock.today()
  const last = permission_date ?? extendedLastDay(right.state, today, days ?? 0)
  const dayProblem = newLastDayProblem(right.state, today, last)
  if (dayProblem !== null) throw invalid([{ path: 'permission_date', message: dayProblem }])
  const { right_id } = right
  const message = `ต่ออายุสิทธิ์สอบถึง ${formatDay(last)} เรียบร้อยแล้ว`
  if (fee === undefined) {
    await writeChange(ctx, right, { event: 'extended', permission_date: last, note })
    return { message, data: { right_id, permission_date: last, application: null } }
  }
  if (right.app.open_refund !== null) throw refundOfRight()
  const extend_days = daysBetween(extendedLastDay(right.state, today, 0), last)
  const { exam_extend_days } = await readSettings(ctx, right)
  if (extend_days > exam_extend_days && !ctx.may('exam.extend-free')) {
    const path = permission_date === undefined ? 'days' : 'permission_date'
    const message = `ต่ออายุสิทธิ์สอบได้ครั้งละไม่เกิน ${exam_extend_days} วัน`
    throw invalid([{ path, message }])
  }
  const { sold, outcomes } = await sellFee(ctx, right, { fee, use: 'extend', extend_days, note })
  const isExtended = outcomes.length > 0
  return {
    message: isExtended
      ? `${message} · เลขที่ใบสมัคร ${sold.application_code}`
      : `ลงทะเบียนค่าต่ออายุ ${sold.application_code} แล้ว จะต่ออายุสิทธิ์สอบเมื่อชำระครบ`,
    data: {
      right_id,
      permission_date: isExtended ? last : right.state.permission_date,
      application: sold,
    },
  }
}

/**
 * Disables a right and cancels its booking.
 * @throws NOT_FOUND, CONFLICT, STATE for a used or disabled right, EXAM_RUNNING
 */
export async function disableRight(
  ctx: UserContext,
  { note, ...key }: InputOf<typeof examRight.disable>,
): Promise<Answer<typeof examRight.disable>> {
  const right = await lockRight(ctx, key)
  if (!mayDisable(right.state)) {
    throw stateError(
      right.state.used
        ? 'สอบผ่านแล้ว ระงับสิทธิ์ไม่ได้'
        : right.state.forfeited
          ? `${forfeitedSentence} ระงับสิทธิ์ไม่ได้`
          : 'สิทธิ์สอบนี้ถูกระงับอยู่แล้ว',
    )
  }
  await cancelBookingsOfRight(ctx, right.right_id, note, stampOf(ctx))
  await writeChange(ctx, right, { event: 'disabled', disabled: true, note })
  return { message: 'ระงับสิทธิ์สอบเรียบร้อยแล้ว', data: null }
}

/**
 * Enables a right, and extends it by the fees that were paid meanwhile.
 * @throws NOT_FOUND, CONFLICT, STATE for a right that is not disabled, or whose line has ended
 */
export async function enableRight(
  ctx: UserContext,
  { note, ...key }: InputOf<typeof examRight.enable>,
): Promise<Answer<typeof examRight.enable>> {
  await lockUnservedExtensions(ctx, key)
  const right = await lockRight(ctx, key)
  if (!mayEnable(right.state, right.lineIsOpen)) {
    throw stateError(right.state.disabled ? 'รายการที่ให้สิทธิ์สิ้นสุดแล้ว คืนสิทธิ์ไม่ได้' : 'สิทธิ์สอบนี้ไม่ได้ถูกระงับ')
  }
  await writeChange(ctx, right, { event: 'enabled', disabled: false, note })
  const outcomes = await extendByPaidFees(ctx, right.right_id, stampOf(ctx))
  return { message: ['คืนสิทธิ์สอบเรียบร้อยแล้ว', ...outcomes].join(' · '), data: null }
}
