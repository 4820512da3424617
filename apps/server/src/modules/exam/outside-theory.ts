/**
 * Records that the theory exam of a practice right was passed elsewhere, corrects it and withdraws it. Source: product
 * specification, section 6.2b.11.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examRight } from '@khapdee/contract/entities/exam-right'
import { recordedTheoryProblem } from '@khapdee/domain/exam-right'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, stateError } from '../../kernel/errors.ts'
import { insertRightEvents, stampOf } from '../booking/right-events.ts'
import { type LockedRight, lockRight } from './lock-right.ts'

const problemAtDay = (message: string) => invalid([{ path: 'theory_passed_on', message }])

function assertRecordable(
  ctx: UserContext,
  { kind, valid_from }: LockedRight,
  passedOn: Day,
): void {
  const problem = recordedTheoryProblem(kind, passedOn, ctx.clock.today(), valid_from)
  if (problem !== null) throw problemAtDay(problem)
}

async function write(
  ctx: UserContext,
  { right_id, branch_id, theory_passed_on: before }: LockedRight,
  after: Day | null,
  note?: string,
): Promise<void> {
  await writeTogether(ctx.tx, [
    sql`update exam_right set theory_passed_on = ${after}, version = version + 1 where right_id = ${right_id}`,
    insertRightEvents(
      [
        {
          right_id,
          event: after === null ? 'theory_withdrawn' : 'theory_recorded',
          detail: { theory_passed_on: after ?? before, ...(note !== undefined && { note }) },
        },
      ],
      stampOf(ctx),
    ),
  ])
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: branch_id,
    before: { theory_passed_on: before },
    after: { theory_passed_on: after, ...(note !== undefined && { note }) },
  })
}

/** Records the exam with the booking of a locked right. @throws VALIDATION, also if another day is recorded already */
export async function recordTheory(
  ctx: UserContext,
  right: LockedRight,
  passedOn: Day,
): Promise<void> {
  assertRecordable(ctx, right, passedOn)
  const { theory_passed_on: recorded } = right
  if (recorded === passedOn) return
  if (recorded !== null) throw problemAtDay(`บันทึกผลทฤษฎีเมื่อ ${formatDay(recorded)} ไว้แล้ว`)
  await write(ctx, right, passedOn)
}

/**
 * Corrects the day of a recorded exam, or withdraws it, while no booking and no result depends on it.
 * @throws NOT_FOUND, CONFLICT, VALIDATION; STATE without a recorded exam, and for a right that is booked or was sat
 */
export async function correctTheory(
  ctx: UserContext,
  { theory_passed_on, note, ...key }: InputOf<typeof examRight.theory>,
): Promise<Answer<typeof examRight.theory>> {
  const right = await lockRight(ctx, key)
  if (right.theory_passed_on === null) throw stateError('ยังไม่ได้บันทึกผลทฤษฎีจากที่อื่น')
  const dependent = await ctx.tx
    .selectFrom('exam')
    .select('exam_id')
    .where('right_id', '=', right.right_id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (dependent !== undefined) {
    throw stateError('มีการจองหรือผลสอบที่ใช้ผลทฤษฎีนี้ กรุณายกเลิกการจองก่อน')
  }
  if (theory_passed_on !== null) assertRecordable(ctx, right, theory_passed_on)
  if (theory_passed_on === right.theory_passed_on) throw problemAtDay('วันที่ตรงกับที่บันทึกไว้แล้ว')
  await write(ctx, right, theory_passed_on, note)
  return {
    message:
      theory_passed_on === null
        ? 'ถอนผลทฤษฎีจากที่อื่นเรียบร้อยแล้ว'
        : `แก้ไขผลทฤษฎีเป็น ${formatDay(theory_passed_on)} เรียบร้อยแล้ว`,
    data: null,
  }
}
