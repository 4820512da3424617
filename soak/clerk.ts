/** A simulated clerk, who repeatedly registers, receives payments, refunds, voids receipts and closes the day. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WireOutputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { closing } from '@khapdee/contract/entities/closing'
import { payment } from '@khapdee/contract/entities/payment'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { customerInput } from '../apps/server/test/make/customer.ts'
import type { TestSchool } from '../apps/server/test/make/school.ts'
import { type Client, callUntilAnswered, sendUntilSettled } from './send-until-settled.ts'

interface OpenApplication {
  application_id: number
  /** Ids of the course line and of the line with the other fee. */
  lines: number[]
  receipts: number[]
}

/** State shared by the clerks of one branch, who work on the same applications so that they conflict. */
export interface BranchState {
  branch: 'KKN' | 'BPI'
  openApplications: OpenApplication[]
  /** While one clerk closes the day, the others start no new work. */
  isClosing: boolean
}

interface Clerk {
  client: Client
  school: TestSchool
  state: BranchState
}

/** Number of newest applications in use per branch, small enough that clerks conflict. */
const maxOpenApplications = 60
/** Poll interval while the day is being closed. */
const pollMs = 20

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)]
const pickNumber = (...values: number[]): number => pick(values) ?? 0
const paymentMethod = () => pick(['cash', 'cash', 'transfer'] as const) ?? 'cash'
const inSatang = (baht: number): number => Math.round(baht * 100)
const username = ({ state }: Clerk, role: string) => `${role}.${state.branch.toLowerCase()}`

/** One of 3,000 references, so that many transfers are refused because the reference is already used. */
const bankReference = (): string => `SOAK${Math.floor(Math.random() * 3000)}`

/** The payment of a line in baht: one amount; for a quarter of the amounts from 100 baht, 50 in cash and the rest by transfer. */
function linePayment(paid: number) {
  const pay_type = paymentMethod()
  if (paid < 100 || pickNumber(0, 1, 2, 3) > 0) {
    const isTransfer = pay_type === 'transfer' && paid > 0
    return { amounts: { paid, pay_type }, bank_reference: isTransfer ? bankReference() : '' }
  }
  const payments = [
    { pay_type: 'cash' as const, paid: 50 },
    { pay_type: 'transfer' as const, paid: paid - 50 },
  ]
  return { amounts: { payments }, bank_reference: bankReference() }
}

type Receipts = WireOutputOf<typeof application.paybalance>['data']['payments']

/** Adds the receipts to the ledger; returns their payment ids. */
function recordReceipts({ client }: Clerk, receipts: Receipts): number[] {
  for (const { payment_code, paid } of receipts)
    client.ledger.addDocument(payment_code, inSatang(paid))
  return receipts.map(({ payment_id }) => payment_id)
}

async function register(clerk: Clerk): Promise<void> {
  const { client, school, state } = clerk
  const as = username(clerk, 'registrar')
  const { amounts, bank_reference } = linePayment(pickNumber(0, 200, 700))
  const promotion_code = pick(['', '', 'TEN']) ?? ''
  const created = await sendUntilSettled(client, {
    endpoint: application.create,
    as,
    body: {
      customer: customerInput(),
      course: [{ course_id: school.course.lesson, cost: 1200, ...amounts, promotion_code }],
      other_fee: [{ other_fee_id: school.otherFee.book, cost: 150, paid: 0 }],
      bank_reference,
    },
  })
  if (created === null) return
  const { application_id, application_code, payments } = created.data
  client.ledger.addDocument(application_code, 0)
  const receipts = recordReceipts(clerk, payments)
  const path = `application/get/${application_id}`
  const shown = await callUntilAnswered(client, { endpoint: application.get, path, as })
  if (shown === null) {
    client.ledger.violations.push(`${application_code} was acknowledged and cannot be read`)
    return
  }
  const lines = [...shown.data.course, ...shown.data.other_fee].map(({ line_id }) => line_id)
  state.openApplications.push({ application_id, lines, receipts })
  if (state.openApplications.length > maxOpenApplications) state.openApplications.shift()
}

async function payBalance(clerk: Clerk, { application_id, lines, receipts }: OpenApplication) {
  const { amounts, bank_reference } = linePayment(pickNumber(50, 100, 150, 300))
  const line = { line_id: pick(lines) ?? 0, ...amounts }
  const paid = await sendUntilSettled(clerk.client, {
    endpoint: application.paybalance,
    as: username(clerk, 'cashier'),
    body: {
      application_id,
      lines: [line],
      bank_reference,
    },
  })
  if (paid !== null) receipts.push(...recordReceipts(clerk, paid.data.payments))
}

async function refund(clerk: Clerk, { application_id }: OpenApplication) {
  const value = pickNumber(50, 150, 200)
  const refunded = await sendUntilSettled(clerk.client, {
    endpoint: application.refund,
    as: username(clerk, 'manager'),
    body: { application_id, value, note: 'ย้ายที่อยู่' },
  })
  if (refunded !== null)
    clerk.client.ledger.addDocument(refunded.data.refund_code, -inSatang(value))
}

/** The cashier requests the void, and the manager decides on the request. */
async function voidReceipt(clerk: Clerk, { receipts }: OpenApplication) {
  const { client } = clerk
  const payment_id = pick(receipts)
  if (payment_id === undefined) return
  const as = username(clerk, 'cashier')
  await callUntilAnswered(client, {
    endpoint: payment.requestDelete,
    as,
    body: { payment_id, note: 'พิมพ์ผิด' },
  })
  const decision = pick(['approve', 'approve', 'reject'] as const) ?? 'reject'
  const decided = await sendUntilSettled(client, {
    endpoint: payment.decideDelete,
    as: username(clerk, 'manager'),
    body: { payment_id, decision, note: 'ตรวจแล้ว' },
  })
  if (decided !== null && decision === 'approve') client.ledger.voids.add(payment_id)
}

/** Returns whether the day was closed. The server refuses it if a payment was received since the count. */
async function countAndClose(clerk: Clerk): Promise<boolean> {
  const { client, school, state } = clerk
  const as = username(clerk, 'cashier')
  const current = await callUntilAnswered(client, { endpoint: closing.current, as })
  if (current === null) return false
  const { expected_cash } = current.data
  const counted_cash = Math.max(0, expected_cash)
  const closed = await sendUntilSettled(client, {
    endpoint: closing.close,
    as,
    body: {
      branch_id: school.branch[state.branch],
      date: todayInBangkok(new Date()),
      expected_cash,
      counted_cash,
      deposit: counted_cash,
      note: 'นับแล้ว',
    },
  })
  if (closed !== null) client.ledger.addDocument(closed.data.closing_code, inSatang(counted_cash))
  return closed !== null
}

/**
 * Tries to close the day while the other clerks work; if that fails, tries once more while they
 * wait.
 */
async function closeDay(clerk: Clerk) {
  if (await countAndClose(clerk)) return
  clerk.state.isClosing = true
  try {
    await countAndClose(clerk)
  } finally {
    clerk.state.isClosing = false
  }
}

/** Works until `signal` aborts; an action in progress is completed. */
export async function runClerk(clerk: Clerk, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (clerk.state.isClosing) {
      await sleep(pollMs)
      continue
    }
    const random = Math.random()
    const app = pick(clerk.state.openApplications)
    if (app === undefined || random < 0.35) await register(clerk)
    else if (random < 0.7) await payBalance(clerk, app)
    else if (random < 0.78) await refund(clerk, app)
    else if (random < 0.97) await voidReceipt(clerk, app)
    else await closeDay(clerk)
  }
}
