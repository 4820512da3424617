/**
 * Refunds of the demo: single lines and whole applications, requested, decided and paid out; ends without refund; and
 * cancellations.
 */
import { application } from '@khapdee/contract/entities/application'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { type Satang, satang, sumSatang } from '@khapdee/domain/money'
import { personName } from '@khapdee/domain/person-name'
import { addDays, type Day, todayInBangkok } from '@khapdee/domain/thai-date'
import type { Answer } from '../kernel/command.ts'
import { cancelApplication, endApplication } from '../modules/application/end-application.ts'
import {
  decideRefund,
  payOutRefund,
  requestRefund,
  revokeRefund,
} from '../modules/application/request-refund.ts'
import { readOpenLines } from './demo-amendments.ts'
import type { PlannedApplication } from './demo-plan.ts'
import { type ActAs, after, callOf, decider, isRecent } from './demo-acts.ts'
import { type CounterRole, atWork, isPresent, userOf } from './demo-rota.ts'
import type { Story } from './stories.ts'

/**
 * The refund of an application: `of` are the refunded lines, or `half` of what was paid on all; `until` is the last state of
 * the request (`ended` for an end without refund, `cancelled` for a cancellation, which pays everything back at once); `note`
 * is the reason of the request and `answer` that of the decision.
 */
interface Outcome {
  of: 'line' | 'half' | 'all'
  until: 'waiting' | 'rejected' | 'approved' | 'revoked' | 'paid_out' | 'ended' | 'cancelled'
  note: string
  answer: string
}

const usualOutcomes: readonly Outcome[] = [
  { of: 'line', until: 'paid_out', note: 'ไม่ต้องการรายการนี้แล้ว', answer: 'ยังไม่ได้ใช้บริการ คืนเงินได้' },
  { of: 'all', until: 'paid_out', note: 'ย้ายไปทำงานต่างจังหวัด', answer: 'ยังไม่ได้เรียน คืนเงินได้' },
  { of: 'line', until: 'rejected', note: 'ขอยกเลิกรายการนี้', answer: 'ใช้บริการไปแล้ว คืนเงินไม่ได้' },
  { of: 'all', until: 'ended', note: 'ติดต่อไม่ได้เกิน 6 เดือน', answer: '' },
  { of: 'all', until: 'approved', note: 'สมัครซ้ำกับสาขาอื่น', answer: 'ตรวจสอบแล้ว สมัครซ้ำจริง' },
  { of: 'line', until: 'revoked', note: 'ขอเงินคืนบางรายการ', answer: 'คืนเงินได้' },
]

/** The refunds of older applications, in turn. */
const outcomes: readonly Outcome[] = [
  ...usualOutcomes,
  ...usualOutcomes
    .with(0, {
      of: 'half',
      until: 'paid_out',
      note: 'เรียนไปบางส่วนแล้ว ไม่สะดวกเรียนต่อ',
      answer: 'หักค่าเรียนที่ใช้ไปแล้ว คืนครึ่งหนึ่ง',
    })
    .with(2, { of: 'all', until: 'cancelled', note: 'สมัครผิดคน คืนเงินทั้งหมดแล้ว', answer: '' }),
]

/** The reason why an approval is revoked. */
const revocationNote = 'ผู้สมัครเปลี่ยนใจ เรียนต่อ'

/** The same for recent applications, whose requests still wait for the decision or for the payout. */
const recentOutcomes: readonly Outcome[] = [
  { of: 'all', until: 'waiting', note: 'เปลี่ยนใจ ไม่เรียนแล้ว', answer: '' },
  { of: 'line', until: 'waiting', note: 'ไม่ว่างในวันที่นัด', answer: '' },
  { of: 'line', until: 'approved', note: 'ชำระเกินรายการ', answer: 'ตรวจสอบแล้ว คืนเงินได้' },
]

/** One of this many older applications is refunded or ended. */
const olderInterval = 9
/** One of this many recent applications is refunded. */
const recentInterval = 3

/** Whether requests for refunds of applications of the day still wait for the decision or the payout. */
const isOfLastMonth = (day: Day, today: Day) => day >= addDays(today, -30)

/** Whether the `n`th planned application is refunded or ended. */
export const wantsRefund = ({ type, day }: PlannedApplication, n: number, today: Day): boolean =>
  type === 'course' &&
  (isOfLastMonth(day, today) ? n % recentInterval === 2 : n % olderInterval === 4)

/** Half of an amount, in whole baht. */
const halfOf = (amount: Satang): Satang => satang(Math.floor(amount / 200) * 100)

/** The amount of a line that is paid back. */
interface RefundedLine {
  line_id: number
  value: Satang
}

/** Refunds above this, in satang, are transferred. */
const maxCashRefund = satang(100_000)
const payeeBanks = ['004', '006', '014', '030'] as const

/** How a sum is paid back: small ones in cash, the others to the customer's account. */
const payeeOf = ({ customer }: PlannedApplication, value: Satang, n: number) =>
  value <= maxCashRefund
    ? { pay_type: 'cash' as const, payee_bank: '', payee_account: '', payee_name: '' }
    : {
        pay_type: 'transfer' as const,
        payee_bank: payeeBanks[n % payeeBanks.length] ?? payeeBanks[0],
        payee_account: String(4_010_000_000 + ((n * 48_271) % 1_000_000)),
        payee_name: personName(customer),
      }

interface Request {
  n: number
  application_id: number
  lines: readonly RefundedLine[]
  note: string
  at: Date
}

/** Requests a refund, as the clerk who registered the application; returns the id of the request. */
async function request(
  actAs: ActAs,
  plan: PlannedApplication,
  { n, application_id, lines, note, at }: Request,
): Promise<number> {
  const value = sumSatang(lines.map((line) => line.value))
  const requested = await requestRefund.run(actAs(plan.clerk, at, callOf(refundRequest.create)), {
    application_id,
    lines,
    value,
    ...payeeOf(plan, value, n),
    note,
  })
  return (requested as Answer<typeof refundRequest.create>).data.request_id
}

/** Pays out an approved refund, as the cashier or a deputy. */
async function payOut(
  actAs: ActAs,
  { branch }: PlannedApplication,
  { request_id, at }: { request_id: number; at: Date },
): Promise<void> {
  const cashier = userOf(atWork('cashier', todayInBangkok(at)), branch)
  await payOutRefund.run(actAs(cashier, at, callOf(refundRequest.payout)), { request_id })
}

/** Requests refunds of some applications, decides and pays out older ones, and ends or cancels some applications. */
export async function* refundDemo(
  actAs: ActAs,
  plan: PlannedApplication,
  { n, today, application_id }: { n: number; today: Day; application_id: number },
): Story {
  const possible = isOfLastMonth(plan.day, today) ? recentOutcomes : outcomes
  const position = Math.floor(n / (possible === outcomes ? olderInterval : recentInterval))
  const outcome = possible[position % possible.length]
  if (outcome === undefined || !wantsRefund(plan, n, today)) return
  const { of, until, note, answer } = outcome
  const [asked, decided, ended] = [1, 2, 3].map((hours) => after(plan.at, hours)) as [
    Date,
    Date,
    Date,
  ]
  const manager = decider(plan, asked)
  yield asked
  const asking = actAs(plan.clerk, asked, callOf(refundRequest.create))
  const { version, lines: open } = await readOpenLines(asking, application_id)
  const paid = open.filter((line) => line.paid > 0)
  const last = paid.at(-1)
  if (last === undefined) return
  if (until === 'ended') {
    yield decided
    const ending = actAs(manager, decided, callOf(application.end))
    await endApplication(ending, { application_id, version, note })
    return
  }
  if (until === 'cancelled') {
    yield decided
    const cancelling = actAs(manager, decided, callOf(application.delete))
    await cancelApplication(cancelling, { application_id, version, note })
    return
  }
  const lines = (of === 'line' ? [last] : paid).map((line) => ({
    line_id: line.line_id,
    value: of === 'half' ? halfOf(line.paid) : line.paid,
  }))
  const request_id = await request(actAs, plan, { n, application_id, lines, note, at: asked })
  if (until === 'waiting') return
  yield decided
  const decision = until === 'rejected' ? 'reject' : 'approve'
  const deciding = actAs(manager, decided, callOf(refundRequest.decide))
  await decideRefund.run(deciding, { request_id, decision, note: answer })
  if (until !== 'revoked' && until !== 'paid_out') return
  yield ended
  if (until === 'paid_out') {
    await payOut(actAs, plan, { request_id, at: ended })
    return
  }
  const revoking = actAs(manager, ended, callOf(refundRequest.revoke))
  await revokeRefund.run(revoking, { request_id, note: revocationNote })
}

/**
 * Requests the refund of a receipt whose void request was not decided before the day close, on the
 * clerk's next day at work; older ones were approved and paid out the same morning.
 */
export async function* refundReceipt(
  actAs: ActAs,
  plan: PlannedApplication,
  {
    n,
    today,
    application_id,
    payment_id,
    note,
  }: { n: number; today: Day; application_id: number; payment_id: number; note: string },
): Story {
  const role = plan.clerk.split('.')[0] as CounterRole
  const tomorrow = addDays(plan.day, 1)
  const day = isPresent(role, tomorrow) ? tomorrow : addDays(tomorrow, 1)
  const asked = new Date(`${day}T08:45:00+07:00`)
  yield asked
  const { tx } = actAs(plan.clerk, asked, callOf(refundRequest.create))
  const lines = await tx
    .selectFrom('payment_line')
    .select(['line_id', 'paid as value'])
    .where('payment_id', '=', payment_id)
    .orderBy('line_id')
    .$narrowType<{ value: Satang }>()
    .execute()
  const request_id = await request(actAs, plan, { n, application_id, lines, note, at: asked })
  if (isRecent(plan.day, today)) return
  const [decided, paid] = [1, 2].map((hours) => after(asked, hours)) as [Date, Date]
  yield decided
  const deciding = actAs(decider(plan, decided), decided, callOf(refundRequest.decide))
  const answer = 'เลยวันปิดยอดแล้ว ให้คืนเงินแทน'
  await decideRefund.run(deciding, { request_id, decision: 'approve', note: answer })
  yield paid
  await payOut(actAs, plan, { request_id, at: paid })
}
