/** Requests of the demo that another user decides: voids of receipts and request fees, decided and waiting. */
import { zeroSatang } from '@khapdee/domain/money'
import { addDays, type Day } from '@khapdee/domain/thai-date'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import type { UserContext } from '../kernel/context.ts'
import { approve } from '../modules/application/decide-request.ts'
import { decideDelete, requestDelete } from '../modules/payment/change-payment.ts'
import { demoRequestFees } from './demo-catalogue.ts'
import type { PlannedLine } from './demo-lines.ts'
import type { PlannedApplication } from './demo-plan.ts'

/** Everything is decided that was requested more than this many days ago; requests since then are more frequent. */
const waitingDays = 5
const voidDays = 60
const requestFeeDays = 45

const hour = 3_600_000

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
const requestedFees = demoRequestFees.filter(({ name }) => !name.startsWith('ค่า'))

const feeAnswers = { approve: 'เอกสารครบถ้วน', reject: 'สำเนาบัตรประชาชนหมดอายุ' } as const

/** The call of an audit entry. */
export const callOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Returns the context of a user at a time, or null in the future. */
export type ActAs = (username: string, at: Date, call: string) => UserContext | null

const isRecent = (day: Day, today: Day) => day >= addDays(today, -waitingDays)

/** What becomes of the request of the `n`th application; null while it waits. */
function decisionOf(n: number, day: Day, today: Day): 'approve' | 'reject' | null {
  if (isRecent(day, today)) return null
  return n % 2 === 0 ? 'approve' : 'reject'
}

export const decider = ({ branch, clerk }: PlannedApplication) =>
  clerk.startsWith('manager.') ? 'owner' : `manager.${branch.toLowerCase()}`

export const after = (at: Date, hours: number) => new Date(at.getTime() + hours * hour)

/** Whether the receipt of the `n`th planned application gets a void request. */
export const wantsVoid = (n: number, day: Day, today: Day) =>
  isRecent(day, today) ? n % 3 === 0 : n % 4 === 0 && day >= addDays(today, -voidDays)

/** Whether a request fee is registered with the `n`th planned application. */
export const wantsRequestFee = (n: number, day: Day, today: Day): boolean =>
  isRecent(day, today) ? n % 3 === 1 : n % 5 === 3 && day >= addDays(today, -requestFeeDays)

/** Requests the void of a receipt, and decides an older request. */
export async function requestVoid(
  actAs: ActAs,
  plan: PlannedApplication,
  { n, today, payment_id }: { n: number; today: Day; payment_id: number | undefined },
): Promise<void> {
  if (payment_id === undefined || !wantsVoid(n, plan.day, today)) return
  const { note, ...answers } = reasons[n % reasons.length] ?? reasons[0]
  const requesting = actAs(plan.clerk, after(plan.at, 0.25), callOf(payment.requestDelete))
  if (requesting === null) return
  const asked: InputOf<typeof payment.requestDelete> = { payment_id, note }
  await requestDelete.run(requesting, asked)
  const decision = decisionOf(Math.floor(n / 4), plan.day, today)
  const deciding = actAs(decider(plan), after(plan.at, 3), callOf(payment.decideDelete))
  if (decision === null || deciding === null) return
  const decided: InputOf<typeof payment.decideDelete> = {
    payment_id,
    decision,
    note: answers[decision],
  }
  await decideDelete.run(deciding, decided)
}

/** Decides a request fee that is old enough. */
export async function decideRequestFee(
  actAs: ActAs,
  plan: PlannedApplication,
  { n, today, application_id }: { n: number; today: Day; application_id: number },
): Promise<void> {
  const decision = decisionOf(Math.floor(n / 5), plan.day, today)
  const deciding = actAs(decider(plan), after(plan.at, 4), callOf(request.approve))
  if (decision === null || deciding === null) return
  const decided: InputOf<typeof request.approve> = {
    application_id,
    decision,
    note: feeAnswers[decision],
  }
  await approve.run(deciding, decided)
}
