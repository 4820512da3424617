/**
 * Closes exam sessions after their exam: candidates who did not come are marked absent. Source:
 * product specification, section 6.2b.
 */
import { examSentences } from '@khapdee/domain/exam-sentences'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examSession } from '@khapdee/contract/entities/exam-session'
import { headings } from '@khapdee/domain/words'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, forbidden, stateError } from '../../kernel/errors.ts'
import { type LockedSession, assertOwnSession } from '../booking/seats.ts'
import { lockBookings, writeResults } from './record-results.ts'
import { isOnPanel, unmarkedBookings } from './record-results.queries.ts'

type Unmarked = Awaited<ReturnType<typeof unmarkedBookings.rows>>[number]

const namesOf = (bookings: readonly Unmarked[]): string =>
  bookings.map(({ customer }) => customer).join(', ')

/** @throws CONFLICT, STATE for a session that is cancelled, closed after its exam already, or not over */
async function assertCloseable(
  ctx: UserContext,
  session: LockedSession,
  version: number,
): Promise<void> {
  const { exam_session_id, status, ends_at, name } = session
  if (!ctx.may('exam.mark')) {
    const [found] = await isOnPanel.rows(ctx.tx, exam_session_id, ctx.actor.user_id)
    if (found === undefined) throw forbidden()
  }
  if (status === 'cancelled') throw stateError(examSentences.sessionCancelled)
  const { ended_at } = await ctx.tx
    .selectFrom('exam_session')
    .select('ended_at')
    .where('exam_session_id', '=', exam_session_id)
    .executeTakeFirstOrThrow()
  if (ended_at !== null) throw stateError(`${name} ปิดรอบแล้ว`)
  if (session.version !== version) throw conflict()
  if (ends_at > ctx.clock.now().toISOString()) {
    throw stateError('ยังไม่สิ้นสุดเวลาสอบ ปิดรอบสอบได้เมื่อสอบเสร็จ')
  }
}

/**
 * Refuses while a result is missing, or cannot be recorded. @throws RESULTS_MISSING, REFUND_PENDING
 */
function assertAllDecided(bookings: readonly Unmarked[]): void {
  const running = bookings.filter(({ checked_in }) => checked_in)
  if (running.length > 0) {
    const message = `${headings.candidates} ${running.length} คนเข้าสอบแล้วแต่ยังไม่มีผลสอบ: ${namesOf(running)}`
    throw new AppError('RESULTS_MISSING', message, 409)
  }
  const frozen = bookings.filter(({ refund_pending }) => refund_pending)
  if (frozen.length > 0) {
    const message = `มีคำขอคืนเงินที่รอพิจารณาของ ${namesOf(frozen)} ปิดรอบสอบได้เมื่อพิจารณาแล้ว`
    throw new AppError('REFUND_PENDING', message, 409)
  }
}

/**
 * Closes a session: candidates who are not checked in are absent, by the setting of the branch for no-shows.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT, STATE; RESULTS_MISSING while a checked-in candidate has no result, REFUND_PENDING
 */
export async function closeSession(
  ctx: UserContext,
  { exam_session_id, version }: InputOf<typeof examSession.close>,
): Promise<Answer<typeof examSession.close>> {
  const seen = await unmarkedBookings.rows(ctx.tx, exam_session_id)
  const { rights, sessions } = await lockBookings(
    ctx,
    seen.map(({ exam_id }) => exam_id),
    exam_session_id,
  )
  const session = sessions.get(exam_session_id)
  assertOwnSession(ctx, session)
  await assertCloseable(ctx, session, version)
  const absent = await unmarkedBookings.rows(ctx.tx, exam_session_id)
  if (absent.some(({ exam_id }) => !rights.has(exam_id))) throw conflict()
  assertAllDecided(absent)
  await writeResults(
    ctx,
    rights,
    absent.map(({ exam_id }, i) => ({
      exam_id,
      result: 'absent',
      score: null,
      note: '',
      path: `results.${i}`,
    })),
  )
  await ctx.tx
    .updateTable('exam_session')
    .set({
      status: 'closed',
      ended_at: ctx.clock.now().toISOString(),
      ended_by: ctx.actor.user_id,
      version: version + 1,
    })
    .where('exam_session_id', '=', exam_session_id)
    .execute()
  ctx.audit({
    entity: 'exam_session',
    id: exam_session_id,
    branch: session.branch_id,
    before: { status: session.status },
    after: { status: 'closed', ended_at: ctx.clock.now().toISOString(), absent: absent.length },
  })
  return {
    message:
      absent.length === 0
        ? 'ปิดรอบสอบเรียบร้อยแล้ว'
        : `ปิดรอบสอบเรียบร้อยแล้ว บันทึกขาดสอบ ${absent.length} คน`,
    data: { exam_session_id, absent: absent.length },
  }
}
