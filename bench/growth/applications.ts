/** Generates rows for COPY: applications with their lines, payments and exam rights. */
import {
  type ApplicationKind,
  type PayType,
  applicationKinds,
} from '@khapdee/domain/application/status'
import { divideInProportion } from '@khapdee/domain/application/refund'
import { applicationMoney } from '@khapdee/domain/application/totals'
import { fitsApplication } from '@khapdee/domain/fee-kinds'
import { type DocumentType, formatDocumentNumber } from '@khapdee/domain/document-number'
import { satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { type Day, addDays, buddhistMonth } from '@khapdee/domain/thai-date'
import type { Random } from '../../apps/server/src/seed/random.ts'
import { CopyBuffer } from './copy-text.ts'
import { type Customer, addCustomer } from './customers.ts'
import type { GeneratedBranch, Item } from './school-items.ts'

/** The last used ids by table, and the last document numbers by type, branch and month; the generator advances them. */
export interface NumberCounters {
  customer: number
  application: number
  application_line: number
  payment: number
  exam_right: number
  documents: Map<string, number>
}

/** Key of `NumberCounters.documents`. */
export const documentKey = (type: string, branchId: number, month: string) =>
  `${type} ${branchId} ${month}`

/** Kinds of application with their share in percent. */
const kinds: readonly [ApplicationKind, share: number][] = [
  ['course', 84],
  ['exam', 8],
  ['vehicle_check', 4],
  ['other_fee', 2],
  ['request_fee', 2],
]
/** Relative sizes of the branches, in the order of their ids. */
const branchShares = [40, 14, 26, 20]
/** Number of recent customers of a branch who may apply again. */
const recentCustomers = 5_000
/** Share of applications by such customers. */
const returningShare = 0.55
/**
 * Recorded customers without an application, per application; with them there are as many customers
 * as applications.
 */
const inquiriesPerApplication = 0.55

type PaymentOutcome = 'all' | 'part' | 'nothing' | 'refunded' | 'partial_refund' | 'cancelled'

/** Draws how much is paid; older applications rarely have an outstanding balance. */
function drawOutcome(random: Random, daysAgo: number): PaymentOutcome {
  const chance = random.next()
  if (chance < 0.01) return 'refunded'
  if (chance < 0.02) return 'partial_refund'
  if (chance < 0.035) return 'cancelled'
  const outstandingShare = daysAgo <= 14 ? 0.5 : daysAgo <= 120 ? 0.3 : 0.08
  if (!random.chance(outstandingShare)) return 'all'
  return random.chance(0.2) ? 'nothing' : 'part'
}

/** Draws one to `max` items; an item drawn twice is returned once. */
function pickSome(random: Random, items: readonly Item[], max: number): Item[] {
  const chosen = new Set<Item>()
  for (let n = random.int(1, max); n > 0; n--) chosen.add(random.pick(items))
  return [...chosen]
}

function chooseItems(random: Random, kind: ApplicationKind, { items }: GeneratedBranch): Item[] {
  const fitting = items.other_fee.filter(({ fee_kind }) =>
    fitsApplication(kind, 'other_fee', fee_kind),
  )
  if (kind === 'vehicle_check') return pickSome(random, fitting, 1)
  if (kind === 'exam') return pickSome(random, fitting, 2)
  if (kind === 'other_fee') return pickSome(random, items.other_fee, 3)
  if (kind !== 'course') return pickSome(random, items.request_fee, 2)
  return [
    ...pickSome(random, items.course, random.chance(0.08) ? 2 : 1),
    ...(random.chance(0.3) ? pickSome(random, fitting, 3) : []),
    ...(random.chance(0.08) ? pickSome(random, items.request_fee, 2) : []),
  ]
}

/** A partial payment in satang: about half of the price (satang), in multiples of 100 baht. */
const partialAmount = (price: number) => satang(Math.floor(price / 20_000) * 10_000)

/**
 * Generates applications in chronological order: `add` appends the rows of one application to
 * `buffers` and advances `counters`. The caller copies and empties the buffers.
 */
export function createGenerator(
  random: Random,
  branches: readonly GeneratedBranch[],
  counters: NumberCounters,
) {
  const buffers = {
    customer: new CopyBuffer('customer'),
    application: new CopyBuffer('application'),
    line: new CopyBuffer('application_line'),
    payment: new CopyBuffer('payment'),
    paymentLine: new CopyBuffer('payment_line'),
    right: new CopyBuffer('exam_right'),
  }
  const recent = new Map<GeneratedBranch, Customer[]>(branches.map((branch) => [branch, []]))
  const weightedBranches = branches.map((branch, i) => ({ branch, share: branchShares[i] ?? 1 }))

  function takeNumber(type: DocumentType, branch: GeneratedBranch, date: Day): string {
    const key = documentKey(type, branch.id, buddhistMonth(date))
    const number = (counters.documents.get(key) ?? 0) + 1
    counters.documents.set(key, number)
    return formatDocumentNumber(type, branch.code, date, number)
  }

  const newCustomer = (branch: GeneratedBranch, day: Day, at: string): Customer =>
    addCustomer(buffers.customer, random, branch, { id: ++counters.customer, day, at })

  function chooseCustomer(branch: GeneratedBranch, day: Day, at: string): Customer {
    const candidates = recent.get(branch) ?? []
    if (candidates.length > 0 && random.chance(returningShare)) return random.pick(candidates)
    const customer = newCustomer(branch, day, at)
    if (candidates.length < recentCustomers) candidates.push(customer)
    else candidates[counters.customer % recentCustomers] = customer
    return customer
  }

  function add({ day, at, daysAgo }: { day: Day; at: string; daysAgo: number }): void {
    const { branch } = random.weighted(weightedBranches, ({ share }) => share)
    const [type] = random.weighted(kinds, ([, share]) => share)
    if (random.chance(inquiriesPerApplication)) newCustomer(branch, day, at)
    const customer = chooseCustomer(branch, day, at)
    const clerk = random.pick(branch.clerks)
    const outcome = drawOutcome(random, daysAgo)
    const payType: PayType = random.chance(0.55) ? 'cash' : 'transfer'
    const feesInCash = random.chance(0.05)
    const unpaid = outcome === 'nothing' || outcome === 'cancelled'
    const application_id = ++counters.application
    const sold = chooseItems(random, type, branch).map((item, position) => ({
      ...item,
      line_id: ++counters.application_line,
      cost: satang(item.price),
      discount: zeroSatang,
      paid: unpaid
        ? zeroSatang
        : satang(outcome === 'part' && position === 0 ? partialAmount(item.price) : item.price),
      payType: feesInCash && item.kind !== 'course' ? ('cash' as const) : payType,
    }))
    const received = sumSatang(sold.map(({ paid }) => paid))
    const refunded =
      outcome === 'refunded'
        ? received
        : outcome === 'partial_refund'
          ? partialAmount(received)
          : zeroSatang
    const isOpen = ['all', 'part', 'nothing'].includes(outcome)
    const refundParts = divideInProportion(
      refunded,
      sold.map(({ paid }) => paid),
    )
    const lines = sold.map((line, i) => {
      const refundPart = refundParts[i] ?? zeroSatang
      const endedStatus = refundPart > 0 ? ('refunded' as const) : ('ended' as const)
      return {
        ...line,
        received: line.paid,
        refundPart,
        paid: satang(line.paid - refundPart),
        status: isOpen ? ('open' as const) : endedStatus,
      }
    })
    const totals = applicationMoney(lines, { cancelled: outcome === 'cancelled' })
    // Refunds are always in cash.
    const paidBy = (payType: PayType) =>
      lines.reduce((sum, line) => sum + (line.payType === payType ? line.received : 0), 0) -
      (payType === 'cash' ? refunded : 0)
    const code = takeNumber(applicationKinds[type].documentType, branch, day)
    buffers.application.add({
      application_id,
      application_code: code,
      type,
      branch_id: branch.id,
      customer_id: customer.id,
      ...totals,
      paid_cash: paidBy('cash'),
      paid_transfer: paidBy('transfer'),
      decision: type === 'request_fee' ? 'approved' : null,
      mode: refunded > 0 ? 'refund' : outcome === 'cancelled' ? 'delete' : '',
      customer_name: customer.name,
      search: `${code} ${customer.search}`.toLowerCase(),
      course_name: lines.map(({ name }) => name).join(', '),
      created_by: clerk,
      updated_by: clerk,
      is_delete: outcome === 'cancelled' && random.chance(0.2),
      createdAt: at,
      updatedAt: at,
    })
    for (const [position, line] of lines.entries()) {
      const { kind, line_id, id, name, cost, discount, paid, status } = line
      buffers.line.add({
        line_id,
        application_id,
        position,
        kind,
        course_id: kind === 'course' ? id : null,
        other_fee_id: kind === 'other_fee' ? id : null,
        request_fee_id: kind === 'request_fee' ? id : null,
        name,
        fee_kind: line.fee_kind,
        exam_use: line.exam_use,
        exams: JSON.stringify(line.exams),
        cost,
        discount,
        paid,
        pay_type: line.received > 0 ? line.payType : null,
        status,
        ended_at: isOpen ? null : at,
      })
      for (const exam of line.exams) {
        buffers.right.add({
          right_id: ++counters.exam_right,
          application_id,
          line_id,
          customer_id: customer.id,
          branch_id: branch.id,
          ...exam,
          valid_from: day,
          permission_date: addDays(day, branch.rightDays),
        })
      }
    }
    for (const pay_type of ['cash', 'transfer'] as const) {
      const paidLines = lines.filter((line) => line.received > 0 && line.payType === pay_type)
      if (paidLines.length === 0) continue
      const payment_id = ++counters.payment
      buffers.payment.add({
        payment_id,
        payment_code: takeNumber('RE', branch, day),
        application_id,
        branch_id: branch.id,
        type,
        kind: 'receipt',
        pay_type,
        note: '',
        paid: paidLines.reduce((sum, line) => sum + line.received, 0),
        created_by: clerk,
        createdAt: at,
      })
      for (const line of paidLines)
        buffers.paymentLine.add({ payment_id, line_id: line.line_id, paid: line.received })
    }
    if (refunded > 0) {
      const payment_id = ++counters.payment
      buffers.payment.add({
        payment_id,
        payment_code: takeNumber('RF', branch, day),
        application_id,
        branch_id: branch.id,
        type,
        kind: 'refund',
        pay_type: 'cash',
        paid: -refunded,
        note: 'ย้ายที่อยู่',
        created_by: clerk,
        createdAt: at,
      })
      for (const { line_id, refundPart } of lines) {
        if (refundPart > 0) buffers.paymentLine.add({ payment_id, line_id, paid: -refundPart })
      }
    }
  }

  return { buffers: Object.values(buffers), add }
}
