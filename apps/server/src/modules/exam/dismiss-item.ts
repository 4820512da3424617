/** Removes a right from the worklist with a reason. Source: product specification, section 6.2b. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examBooking } from '@khapdee/contract/entities/exam-booking'
import { type RawBuilder, sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { forbidden, stateError } from '../../kernel/errors.ts'
import { findAcceptable } from '../booking/history.ts'
import { insertRightEvents, stampOf } from '../booking/right-events.ts'
import { lockRight } from './lock-right.ts'

/**
 * Dismisses the worklist entry of a wished exam day that could not be booked, or of a practice booking without theory or a
 * booking on a closed day, which is thereby allowed.
 * @throws NOT_FOUND; STATE for a right without such an entry, for example one that needs a new session; FORBIDDEN for a
 *   booking unless the caller may override
 */
export async function dismissItem(
  ctx: UserContext,
  { right_id, note }: InputOf<typeof examBooking.dismiss>,
): Promise<Answer<typeof examBooking.dismiss>> {
  const right = await lockRight(ctx, { right_id })
  const { wish_refusal } = await ctx.tx
    .selectFrom('exam_right')
    .select('wish_refusal')
    .where('right_id', '=', right_id)
    .executeTakeFirstOrThrow()
  const writes: RawBuilder<unknown>[] = []
  if (wish_refusal === null) {
    const booking = await findAcceptable(ctx, right_id)
    if (booking === undefined) throw stateError('สิทธิ์สอบนี้ไม่มีเรื่องที่ปิดได้')
    if (!ctx.may('exam.override')) throw forbidden()
    writes.push(sql`
      update exam set override_reason = ${note}, version = version + 1 where exam_id = ${booking.exam_id}`)
  }
  await writeTogether(ctx.tx, [
    ...writes,
    sql`update exam_right set wish_refusal = null, version = version + 1 where right_id = ${right_id}`,
    insertRightEvents([{ right_id, event: 'dismissed', detail: { note } }], stampOf(ctx)),
  ])
  ctx.audit({ entity: 'exam_right', id: right_id, branch: right.branch_id, after: { note } })
  return { message: 'ปิดเรื่องเรียบร้อยแล้ว', data: { right_id } }
}
