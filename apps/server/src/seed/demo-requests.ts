/** Requests of the demo that another user decides: voids of receipts and request fees, decided and waiting. */
import { zeroSatang } from '@khapdee/domain/money'
import { addDays, type Day } from '@khapdee/domain/thai-date'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import type { InputOf } from '@khapdee/contract/endpoint'
import { approve } from '../modules/application/decide-request.ts'
import { decideDelete, requestDelete } from '../modules/payment/change-payment.ts'
import { type ActAs, after, callOf, decider, isRecent } from './demo-acts.ts'
import { starterRequestFees } from '@khapdee/domain/setup/starter-catalogue'
import type { PlannedLine } from './demo-lines.ts'
import { refundReceipt } from './demo-refunds.ts'
import type { PlannedApplication } from './demo-plan.ts'
import type { Story } from './stories.ts'

/** There are voids of the last 60 days. */
const voidDays = 60
/** Before the recent days, one request fee is registered for this many applications; a prime, so that the cases mix. */
const applicationsPerRequestFee = 17

const reasons = [
  {
    note: 'ออกใบเสร็จผิดคน',
    approve: 'ตรวจสอบกับใบสมัครแล้ว ออกผิดคนจริง',
    reject: 'ตรวจสอบกับใบโอนแล้ว ออกถูกคนแล้ว',
  },
  {
    note: 'ลูกค้าโอนซ้ำ บันทึกยอดผิด',
    approve: 'ตรวจสอบบัญชีแล้ว บันทึกซ้ำจริง',
    reject: 'ยอดในบัญชีถูกต้องแล้ว',
  },
  {
    note: 'เลือกวิธีชำระผิดและพิมพ์ชื่อไม่ครบ',
    approve: 'ให้ออกใบเสร็จใหม่',
    reject: 'ให้แก้ไขวิธีชำระเงินแทน',
  },
] as const

/** The request fee of the `n`th application; paid for two of three, otherwise unpaid. */
export function plannedRequestFee(n: number): [PlannedLine] {
  const fee = requestedFees[n % requestedFees.length]
  if (fee === undefined) throw new Error('the catalogue has no such request fee')
  const { name, price } = fee
  return [
    {
      item: name,
      cost: price,
      discount: zeroSatang,
      promotion_code: '',
      exam_date: null,
      paid: n % 3 === 0 ? zeroSatang : price,
      pay_type: n % 2 === 0 ? 'cash' : 'transfer',
    },
  ]
}

/** The fees of requests that customers make without a course. */
const requestedFees = starterRequestFees.filter(({ name }) => !name.startsWith('ค่า'))

const feeAnswers = { approve: 'เอกสารครบถ้วน', reject: 'สำเนาบัตรประชาชนหมดอายุ' } as const

/** The decision on the request fee of the `n`th application; null while it waits. */
function feeDecisionOf(n: number, day: Day, today: Day): 'approve' | 'reject' | null {
  if (isRecent(day, today)) return null
  return Math.floor(n / applicationsPerRequestFee) % 4 === 1 ? 'reject' : 'approve'
}

const voidDecisions = ['approve', 'reject', 'lapse', 'reject'] as const
/** More lapse, so that refunds of them wait on any day. */
const recentVoidDecisions = ['lapse', 'approve', 'lapse', 'reject'] as const

/**
 * The decision on the request to void a receipt of the `n`th application; null while it waits. The day close lapses
 * requests that wait, so only those of today do.
 */
function voidDecisionOf(n: number, day: Day, today: Day): 'approve' | 'reject' | 'lapse' | null {
  if (day === today) return null
  const decisions = isRecent(day, today) ? recentVoidDecisions : voidDecisions
  return decisions[Math.floor(n / 3) % 4] ?? null
}

/** Whether the receipt of the `n`th planned application gets a void request. */
export function wantsVoid(n: number, day: Day, today: Day): boolean {
  if (day === today) return n % 4 === 3
  return isRecent(day, today) ? n % 3 === 0 : n % 4 === 0 && day >= addDays(today, -voidDays)
}

/** Whether a request fee is registered with the `n`th planned application. */
export const wantsRequestFee = (n: number, day: Day, today: Day): boolean =>
  isRecent(day, today) ? n % 3 === 1 : n % applicationsPerRequestFee === 3

/**
 * Requests the void of a receipt. An older request is decided; or it lapses with the day close, and
 * a refund is requested instead.
 */
export async function* requestVoid(
  actAs: ActAs,
  plan: PlannedApplication,
  {
    n,
    today,
    payment_id,
    application_id,
  }: { n: number; today: Day; payment_id: number | undefined; application_id: number },
): Story {
  if (payment_id === undefined) return
  const { note, ...answers } = reasons[n % reasons.length] ?? reasons[0]
  const asked = after(plan.at, 0.25)
  yield asked
  const input: InputOf<typeof payment.requestDelete> = { payment_id, note }
  await requestDelete.run(actAs(plan.clerk, asked, callOf(payment.requestDelete)), input)
  const decision = voidDecisionOf(n, plan.day, today)
  if (decision === null) return
  if (decision === 'lapse') {
    yield* refundReceipt(actAs, plan, { n, today, application_id, payment_id, note })
    return
  }
  const decided = after(plan.at, 3)
  yield decided
  const answer: InputOf<typeof payment.decideDelete> = {
    payment_id,
    decision,
    note: answers[decision],
  }
  await decideDelete.run(
    actAs(decider(plan, decided), decided, callOf(payment.decideDelete)),
    answer,
  )
}

/** Decides a request fee, unless it is recent. */
export async function* decideRequestFee(
  actAs: ActAs,
  plan: PlannedApplication,
  { n, today, application_id }: { n: number; today: Day; application_id: number },
): Story {
  const decision = feeDecisionOf(n, plan.day, today)
  if (decision === null) return
  const at = after(plan.at, 4)
  yield at
  const decided: InputOf<typeof request.approve> = {
    application_id,
    decision,
    note: feeAnswers[decision],
  }
  await approve.run(actAs(decider(plan, at), at, callOf(request.approve)), decided)
}
