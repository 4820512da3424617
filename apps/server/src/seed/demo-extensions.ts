/** Extensions of the demo: a customer pays for more days of the exam rights an hour after the registration; some want the fee back. */
import { application } from '@khapdee/contract/entities/application'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { cancelApplication } from '../modules/application/end-application.ts'
import { extendRight } from '../modules/exam/change-right.ts'
import { readOpenLines } from './demo-amendments.ts'
import { starterOtherFees } from '@khapdee/domain/setup/starter-catalogue'
import { feeLine } from './demo-lines.ts'
import type { PlannedApplication } from './demo-plan.ts'
import { type ActAs, after, callOf, decider } from './demo-acts.ts'
import type { Story } from './stories.ts'

/** One in this many registrations of a course is extended, and one in this many extensions is revoked. */
const extensionInterval = 15
const takenBackInterval = 2

const fee = 'ค่าต่ออายุสิทธิ์สอบ 90 วัน'
const days = 90

/** Whether the exam right of the `n`th planned application is extended. */
export const wantsExtension = ({ type, course }: PlannedApplication, n: number): boolean =>
  type === 'course' && course.length > 0 && n % extensionInterval === 0

/** Extends the first exam right of some applications by a fee, which is paid back to some of the customers. */
export async function* extendDemo(
  actAs: ActAs,
  plan: PlannedApplication,
  {
    n,
    application_id,
    otherFeeIdOf,
  }: {
    n: number
    application_id: number
    otherFeeIdOf: (name: string) => number
  },
): Story {
  const extended = after(plan.at, 1)
  yield extended
  const ctx = actAs(plan.clerk, extended, callOf(examRight.extend))
  const right = await ctx.tx
    .selectFrom('exam_right')
    .select('right_id')
    .where('application_id', '=', application_id)
    .orderBy('right_id')
    .executeTakeFirst()
  if (right === undefined) return
  const { cost } = feeLine(starterOtherFees, fee)
  const { data } = await extendRight(ctx, {
    right_id: right.right_id,
    days,
    fee: {
      other_fee_id: otherFeeIdOf(fee),
      cost,
      paid: cost,
      pay_type: 'cash',
      bank_reference: '',
      cash_received: null,
    },
    note: 'ไปทำงานต่างประเทศ ขอสอบหลังกลับมา',
  })
  const sold = data.application
  if (sold === null || (n / extensionInterval) % takenBackInterval !== 0) return
  const cancelled = after(plan.at, 1.5)
  yield cancelled
  const cancelling = actAs(decider(plan, cancelled), cancelled, callOf(application.delete))
  const { version } = await readOpenLines(cancelling, sold.application_id)
  await cancelApplication(cancelling, {
    application_id: sold.application_id,
    version,
    note: 'ผู้สมัครเลื่อนการเดินทาง ขอคืนค่าต่ออายุ',
  })
}
