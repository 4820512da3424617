/** Records results of exams. A pass ends the right. Source: product specification, sections 6.2 and 6.2b. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examBooking } from '@khapdee/contract/entities/exam-booking'
import { type ExamResult, bookingStatus, markableFrom } from '@khapdee/domain/exam-booking'
import { type RecordedResult, resultText, scoreProblem } from '@khapdee/domain/exam-result'
import { formatDay } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  AppError,
  conflict,
  forbidden,
  invalid,
  notFound,
  stateError,
} from '../../kernel/errors.ts'
import { insertRightEvents } from '../booking/right-events.ts'
import { lockSessions } from '../booking/seats.ts'
import { type LockedRight, lockRight } from './lock-right.ts'
import { type MarkedBooking, markedBooking } from './record-results.queries.ts'

/** A result to be recorded. */
interface NewResult {
  exam_id: number
  result: RecordedResult
  score: number | null
  /** A remark, or the reason of a correction. */
  note: string
  /** The field of the request with the result, for errors. */
  path: string
}

const pathOf = ({ path }: NewResult, field: string) => (path === '' ? field : `${path}.${field}`)

/** @throws FORBIDDEN unless the caller may mark every session, or is on the panel of this one */
function assertMayMark(ctx: UserContext, { on_panel }: MarkedBooking): void {
  if (ctx.may('exam.mark') || on_panel) return
  throw forbidden()
}

/** @throws STATE before the start of the session, or before the day of a booking without one */
function assertStarted(ctx: UserContext, booking: MarkedBooking): void {
  if (ctx.clock.now().toISOString() >= markableFrom(booking)) return
  const { exam_date, session } = booking
  throw stateError(`ยังไม่ถึงเวลาสอบ (${session === '' ? formatDay(exam_date) : session})`)
}

/**
 * Refuses a second result without a reason or the permission to correct one, and a pass while the right is booked again.
 * @throws FORBIDDEN, VALIDATION, STATE
 */
function assertCorrectable(ctx: UserContext, booking: MarkedBooking, result: NewResult): void {
  if (booking.cancelled) throw stateError('การจองนี้ยกเลิกแล้ว')
  if (booking.result === null) return
  if (!ctx.may('exam.correct')) throw stateError('บันทึกผลสอบแล้ว ผู้มีสิทธิ์แก้ไขผลสอบเท่านั้นที่เปลี่ยนได้')
  if (result.note === '') {
    throw invalid([{ path: pathOf(result, 'note'), message: 'กรุณากรอกเหตุผลที่แก้ไขผลสอบ' }])
  }
  if (booking.has_later_booking) {
    throw stateError('สิทธิ์นี้มีการจองหรือสอบครั้งต่อไปแล้ว กรุณาแก้ไขครั้งล่าสุด')
  }
}

/** The state of the right after a correction or a first result. @throws STATE, REFUND_PENDING */
function assertRightUsable({ state, app }: LockedRight, booking: MarkedBooking): void {
  if (state.disabled) throw stateError('สิทธิ์สอบนี้ถูกระงับ บันทึกผลสอบไม่ได้')
  if (state.used && booking.result !== 'pass') throw stateError('สอบผ่านแล้ว ไม่ต้องสอบอีก')
  if (app.open_refund !== null) {
    throw new AppError('REFUND_PENDING', 'มีคำขอคืนเงินของใบสมัครนี้อยู่ บันทึกผลสอบไม่ได้', 409)
  }
}

/** Checks a result and writes it with its event; the right and the session are locked. */
async function writeResult(
  ctx: UserContext,
  right: LockedRight,
  given: NewResult,
  version: number | undefined,
): Promise<void> {
  const booking = await markedBooking.one(ctx.tx, given.exam_id, ctx.actor.user_id)
  if (version !== undefined && booking.version !== version) throw conflict()
  assertMayMark(ctx, booking)
  assertCorrectable(ctx, booking, given)
  assertRightUsable(right, booking)
  assertStarted(ctx, booking)
  const { result, score, note } = given
  const problem = scoreProblem(right.kind, result, score)
  if (problem !== null) throw invalid([{ path: pathOf(given, 'score'), message: problem }])
  const at = ctx.clock.now().toISOString()
  const { user_id } = ctx.actor
  const { right_id, kind, branch_id } = right
  const wasSat = result !== 'absent'
  const text = resultText(kind, result, score)
  await writeTogether(ctx.tx, [
    sql`
      update exam set result = ${result}, score = ${score}, result_note = ${note}, result_at = ${at}, result_by = ${user_id},
        checked_in_at = case when ${wasSat} then coalesce(checked_in_at, ${at}) end,
        checked_in_by = case when ${wasSat} then coalesce(checked_in_by, ${user_id}) end, version = version + 1
      where exam_id = ${given.exam_id}`,
    sql`
      update exam_right set used_at = case when ${result === 'pass'} then ${at}::timestamptz end, version = version + 1
      where right_id = ${right_id}`,
    insertRightEvents(
      [
        {
          right_id,
          event: 'result',
          detail: {
            exam_id: given.exam_id,
            exam_date: booking.exam_date,
            result,
            score,
            note: [text, note].filter(Boolean).join(' · '),
          },
        },
      ],
      { user_id, at },
    ),
  ])
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: branch_id,
    before: { result: auditedResult(booking.result) },
    after: { exam_date: booking.exam_date, result: text, note },
  })
}

const auditedResult = (result: ExamResult | null): string =>
  bookingStatus({ result, cancelled_at: null })

/**
 * Locks the rights of bookings in the order of their applications, then the session, and writes the results.
 * @throws NOT_FOUND, CONFLICT, FORBIDDEN, STATE, VALIDATION, REFUND_PENDING
 */
async function recordAll(
  ctx: UserContext,
  results: readonly NewResult[],
  version?: number,
): Promise<void> {
  const rows = await ctx.tx
    .selectFrom('exam as e')
    .innerJoin('exam_right as r', 'r.right_id', 'e.right_id')
    .select(['e.exam_id', 'e.exam_session_id'])
    .where(
      'e.exam_id',
      'in',
      results.map(({ exam_id }) => exam_id),
    )
    .orderBy('r.application_id')
    .orderBy('r.right_id')
    .execute()
  if (rows.length < results.length) throw notFound()
  const rights: { right: LockedRight; exam_id: number }[] = []
  for (const { exam_id } of rows) rights.push({ exam_id, right: await lockRight(ctx, { exam_id }) })
  await lockSessions(
    ctx,
    rows.flatMap(({ exam_session_id }) => exam_session_id ?? []),
  )
  for (const { right, exam_id } of rights) {
    const given = results.find((result) => result.exam_id === exam_id)
    if (given !== undefined) await writeResult(ctx, right, given, version)
  }
}

/** Records the result of one booking, or corrects it. @throws as {@link recordAll} */
export async function recordResult(
  ctx: UserContext,
  { exam_id, result, score = null, note, version }: InputOf<typeof examBooking.result>,
): Promise<Answer<typeof examBooking.result>> {
  await recordAll(ctx, [{ exam_id, result, score, note, path: '' }], version)
  return { message: 'บันทึกผลสอบเรียบร้อยแล้ว', data: { exam_id, status: result } }
}

/** Records results of one session. @throws as {@link recordAll}; NOT_FOUND for a booking of another session */
export async function recordResults(
  ctx: UserContext,
  { exam_session_id, results }: InputOf<typeof examBooking.results>,
): Promise<Answer<typeof examBooking.results>> {
  const ids = results.map(({ exam_id }) => exam_id)
  if (new Set(ids).size < ids.length) {
    throw invalid([{ path: 'results', message: 'มีผู้สมัครซ้ำกัน' }])
  }
  const given = results.map(({ exam_id, result, score = null }, i) => ({
    exam_id,
    result,
    score,
    note: '',
    path: `results.${i}`,
  }))
  const { count } = await ctx.tx
    .selectFrom('exam')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('exam_id', 'in', ids)
    .where('exam_session_id', '=', exam_session_id)
    .executeTakeFirstOrThrow()
  if (Number(count) < ids.length) throw notFound()
  await recordAll(ctx, given)
  return {
    message: `บันทึกผลสอบ ${ids.length} คนเรียบร้อยแล้ว`,
    data: { recorded: ids.length },
  }
}
