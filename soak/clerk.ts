/** A clerk: registers, takes and gives back money, has receipts voided, closes the day, without end. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WireOutputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { closing } from '@khapdee/contract/entities/closing'
import { payment } from '@khapdee/contract/entities/payment'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { customerInput } from '../apps/server/test/make/customer.ts'
import type { TestSchool } from '../apps/server/test/make/school.ts'
import { type Wire, ask, deliver } from './deliver.ts'

interface Opened {
  application_id: number
  /** Of the lesson and of the book. */
  lines: number[]
  receipts: number[]
}

/** A branch; its clerks work on the same applications, and so get in each other's way. */
export interface Counter {
  branch: 'KKN' | 'BPI'
  opened: Opened[]
  /** While the drawer is counted nobody else begins anything. */
  counting: boolean
}

interface Clerk {
  wire: Wire
  school: TestSchool
  counter: Counter
}

/** How many of the newest applications are still worked on: few enough for clerks to meet. */
const atHand = 60

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)]
const glanceMs = 20

const oneOf = (...values: number[]): number => pick(values) ?? 0
const way = () => pick(['cash', 'cash', 'transfer'] as const) ?? 'cash'
const inSatang = (baht: number): number => Math.round(baht * 100)
const username = ({ counter }: Clerk, role: string) => `${role}.${counter.branch.toLowerCase()}`

/** From a few, so that many a transfer is refused late, as one whose reference was used before. */
const bankReference = (): string => `SOAK${Math.floor(Math.random() * 3000)}`

type Receipts = WireOutputOf<typeof application.paybalance>['data']['payments']

/** Gives their ids. */
function noteReceipts({ wire }: Clerk, receipts: Receipts): number[] {
  for (const { payment_code, paid } of receipts) wire.ledger.paper(payment_code, inSatang(paid))
  return receipts.map(({ payment_id }) => payment_id)
}

async function register(clerk: Clerk): Promise<void> {
  const { wire, school, counter } = clerk
  const as = username(clerk, 'registrar')
  const pay_type = way()
  const paid = oneOf(0, 200, 700)
  const promotion_code = pick(['', '', 'TEN']) ?? ''
  const made = await deliver(wire, {
    endpoint: application.create,
    as,
    body: {
      customer: customerInput(),
      course: [{ course_id: school.course.lesson, cost: 1200, paid, pay_type, promotion_code }],
      other_fee: [{ other_fee_id: school.otherFee.book, cost: 150, paid: 0 }],
      bank_reference: pay_type === 'transfer' && paid > 0 ? bankReference() : '',
    },
  })
  if (made === null) return
  const { application_id, application_code, payments } = made.data
  wire.ledger.paper(application_code, 0)
  const receipts = noteReceipts(clerk, payments)
  const path = `application/get/${application_id}`
  const shown = await ask(wire, { endpoint: application.get, path, as })
  if (shown === null) {
    wire.ledger.faults.push(`${application_code} was acknowledged and cannot be read`)
    return
  }
  const lines = [...shown.data.course, ...shown.data.other_fee].map(({ line_id }) => line_id)
  counter.opened.push({ application_id, lines, receipts })
  if (counter.opened.length > atHand) counter.opened.shift()
}

async function payBalance(clerk: Clerk, { application_id, lines, receipts }: Opened) {
  const pay_type = way()
  const line = { line_id: pick(lines) ?? 0, paid: oneOf(50, 100, 150, 300), pay_type }
  const paid = await deliver(clerk.wire, {
    endpoint: application.paybalance,
    as: username(clerk, 'cashier'),
    body: {
      application_id,
      lines: [line],
      bank_reference: pay_type === 'transfer' ? bankReference() : '',
    },
  })
  if (paid !== null) receipts.push(...noteReceipts(clerk, paid.data.payments))
}

async function refund(clerk: Clerk, { application_id }: Opened) {
  const value = oneOf(50, 150, 200)
  const given = await deliver(clerk.wire, {
    endpoint: application.refund,
    as: username(clerk, 'manager'),
    body: { application_id, value, note: 'ย้ายที่อยู่' },
  })
  if (given !== null) clerk.wire.ledger.paper(given.data.refund_code, -inSatang(value))
}

/** The cashier asks, the manager decides. */
async function voidReceipt(clerk: Clerk, { receipts }: Opened) {
  const { wire } = clerk
  const payment_id = pick(receipts)
  if (payment_id === undefined) return
  const as = username(clerk, 'cashier')
  await ask(wire, { endpoint: payment.requestDelete, as, body: { payment_id, note: 'พิมพ์ผิด' } })
  const decision = pick(['approve', 'approve', 'reject'] as const) ?? 'reject'
  const decided = await deliver(wire, {
    endpoint: payment.decideDelete,
    as: username(clerk, 'manager'),
    body: { payment_id, decision },
  })
  if (decided !== null && decision === 'approve') wire.ledger.voids.add(payment_id)
}

/** Gives whether it was closed: money that came since it was counted stands in the way. */
async function countAndClose(clerk: Clerk): Promise<boolean> {
  const { wire, school, counter } = clerk
  const as = username(clerk, 'cashier')
  const current = await ask(wire, { endpoint: closing.current, as })
  if (current === null) return false
  const { expected_cash } = current.data
  const counted_cash = Math.max(0, expected_cash)
  const closed = await deliver(wire, {
    endpoint: closing.close,
    as,
    body: {
      branch_id: school.branch[counter.branch],
      date: todayInBangkok(new Date()),
      expected_cash,
      counted_cash,
      note: 'นับแล้ว',
    },
  })
  if (closed !== null) wire.ledger.paper(closed.data.closing_code, inSatang(counted_cash))
  return closed !== null
}

/** Once amid the others' work, and once more while they wait. */
async function closeDay(clerk: Clerk) {
  if (await countAndClose(clerk)) return
  clerk.counter.counting = true
  await countAndClose(clerk)
  clerk.counter.counting = false
}

/** Works until told to stop, and ends what he has begun. */
export async function work(clerk: Clerk, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (clerk.counter.counting) {
      await sleep(glanceMs)
      continue
    }
    const dice = Math.random()
    const app = pick(clerk.counter.opened)
    if (app === undefined || dice < 0.35) await register(clerk)
    else if (dice < 0.7) await payBalance(clerk, app)
    else if (dice < 0.78) await refund(clerk, app)
    else if (dice < 0.97) await voidReceipt(clerk, app)
    else await closeDay(clerk)
  }
}
