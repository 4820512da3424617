/** Refunds of the demo: single lines and whole applications, requested, decided and paid out; and ends without refund. */
import { application } from '@khapdee/contract/entities/application'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { sumSatang } from '@khapdee/domain/money'
import { addDays, type Day } from '@khapdee/domain/thai-date'
import type { Answer } from '../kernel/command.ts'
import { endApplication } from '../modules/application/end-application.ts'
import {
  decideRefund,
  payOutRefund,
  requestRefund,
  revokeRefund,
} from '../modules/application/request-refund.ts'
import { readOpenLines } from './demo-amendments.ts'
import type { PlannedApplication } from './demo-plan.ts'
import { type ActAs, after, callOf, decider } from './demo-requests.ts'

/** What becomes of an older application: the lines (`of`), the state in which its request stays, and the texts. */
const outcomes = [
  { of: 'line', until: 'paid_out', note: 'ไม่ต้องการรายการนี้แล้ว', answer: 'ยังไม่ได้ใช้บริการ คืนเงินได้' },
  { of: 'all', until: 'paid_out', note: 'ย้ายไปทำงานต่างจังหวัด', answer: 'ยังไม่ได้เรียน คืนเงินได้' },
  { of: 'line', until: 'rejected', note: 'ขอยกเลิกรายการนี้', answer: 'ใช้บริการไปแล้ว คืนเงินไม่ได้' },
  { of: 'all', until: 'ended', note: 'ติดต่อไม่ได้เกิน 6 เดือน', answer: '' },
  { of: 'all', until: 'approved', note: 'สมัครซ้ำกับสาขาอื่น', answer: 'ตรวจสอบแล้ว สมัครซ้ำจริง' },
  { of: 'line', until: 'revoked', note: 'ขอเงินคืนบางรายการ', answer: 'คืนเงินได้' },
] as const

/** Why an approval was taken back. */
const revocation = 'ผู้สมัครเปลี่ยนใจ เรียนต่อ'

/** What becomes of a recent application: its request still waits for the decision, or for the payout. */
const recentOutcomes = [
  { of: 'all', until: 'waiting', note: 'เปลี่ยนใจ ไม่เรียนแล้ว', answer: '' },
  { of: 'line', until: 'waiting', note: 'ไม่ว่างในวันที่นัด', answer: '' },
  { of: 'line', until: 'approved', note: 'ชำระเกินรายการ', answer: 'ตรวจสอบแล้ว คืนเงินได้' },
] as const

/** One of this many older applications has a refund or is ended; of recent ones, one of `recentInterval`. */
const interval = 9
const recentInterval = 3

/** Whether refunds of applications of a day still wait, for the decision or to be paid out. */
const isUndecided = (day: Day, today: Day) => day >= addDays(today, -30)

/** Whether money of the `n`th planned application is refunded, or it is ended. */
export const wantsRefund = ({ type, day }: PlannedApplication, n: number, today: Day): boolean =>
  type === 'course' && (isUndecided(day, today) ? n % recentInterval === 2 : n % interval === 4)

/** Requests refunds of some applications, decides and pays out older ones, and ends some applications. */
export async function refundDemo(
  actAs: ActAs,
  plan: PlannedApplication,
  { n, today, application_id }: { n: number; today: Day; application_id: number },
): Promise<void> {
  const possible = isUndecided(plan.day, today) ? recentOutcomes : outcomes
  const position = Math.floor(n / (possible === outcomes ? interval : recentInterval))
  const outcome = possible[position % possible.length]
  if (outcome === undefined || !wantsRefund(plan, n, today)) return
  const { of, until, note, answer } = outcome
  const manager = decider(plan)
  const asking = actAs(plan.clerk, after(plan.at, 1), callOf(refundRequest.create))
  if (asking === null) return
  const { version, lines: open } = await readOpenLines(asking, application_id)
  const paid = open.filter((line) => line.paid > 0)
  const last = paid.at(-1)
  if (last === undefined) return
  if (until === 'ended') {
    const ending = actAs(manager, after(plan.at, 2), callOf(application.end))
    if (ending !== null) await endApplication(ending, { application_id, version, note })
    return
  }
  const lines = (of === 'all' ? paid : [last]).map(({ line_id, paid: value }) => ({
    line_id,
    value,
  }))
  const requested = await requestRefund.run(asking, {
    application_id,
    lines,
    value: sumSatang(lines.map(({ value }) => value)),
    pay_type: 'cash',
    note,
    payee_bank: '',
    payee_account: '',
    payee_name: '',
  })
  const { request_id } = (requested as Answer<typeof refundRequest.create>).data
  const deciding = actAs(manager, after(plan.at, 2), callOf(refundRequest.decide))
  if (until === 'waiting' || deciding === null) return
  const decision = until === 'rejected' ? 'reject' : 'approve'
  await decideRefund.run(deciding, { request_id, decision, note: answer })
  const revoking = actAs(manager, after(plan.at, 3), callOf(refundRequest.revoke))
  if (until === 'revoked' && revoking !== null) {
    await revokeRefund.run(revoking, { request_id, note: revocation })
  }
  const cashier = `cashier.${plan.branch.toLowerCase()}`
  const paying = actAs(cashier, after(plan.at, 3), callOf(refundRequest.payout))
  if (until === 'paid_out' && paying !== null) await payOutRefund.run(paying, { request_id })
}
