/** Builds the views of documents: the data that their PDFs print. Views are stored, so that a link or a reprint shows the same. */
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import { lineInput } from '@khapdee/contract/entities/application-shapes'
import { titlesOf } from '@khapdee/contract/field-meta'
import {
  type ApplicationTotals,
  isOpenLine,
  lineBalance,
  lineNet,
} from '@khapdee/domain/application/totals'
import {
  type ApplicationKind,
  type ApplicationStatus,
  type LineStatus,
  type PayType,
  type RequestDecision,
  isOpen,
  lineStatuses,
  mayPay,
  requestDecisions,
} from '@khapdee/domain/application/status'
import { refundPending } from '@khapdee/domain/application/approval-request'
import { formatVehicle } from '@khapdee/domain/checked-vehicle'
import { banks } from '@khapdee/domain/banks'
import { maskIdCard } from '@khapdee/domain/id-card'
import { type Satang, satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { fullName } from '@khapdee/domain/person-name'
import { type Day, formatDayShort } from '@khapdee/domain/thai-date'
import type {
  ApplicationFormView,
  PersonView,
  ReceiptView,
  RefundView,
  TaxView,
  VehicleView,
} from '../../adapters/pdf/view.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import type { BranchHeader } from '../branch-header.ts'
import { type Address, formatAddress } from '@khapdee/domain/format-address'
import { vatIn } from '@khapdee/domain/vat'
import type { PricedLine } from './price-lines.ts'

/** The fields of a person that documents print. */
type Person = Pick<
  StoredCustomer,
  keyof Address | 'prefix' | 'name' | 'idcard' | 'passport' | 'phone_1'
>

/** The data of an issued document that all kinds of documents have in common. */
export interface Issue<Customer extends Person = StoredCustomer> {
  header: BranchHeader
  customer: Customer
  /** The checked vehicle of a vehicle check. */
  vehicle?: CheckedVehicle | null
  day: Day
  /** Time of issue, ISO 8601. */
  issuedAt: string
  /** Name of the clerk. */
  clerk: string
  code: string
}

function personView(customer: Person, showsFullNumber: boolean): PersonView {
  const formatNumber = (number: string) => (showsFullNumber ? number : maskIdCard(number))
  return {
    name: fullName(customer),
    ...(customer.idcard === '' ? {} : { idcard: formatNumber(customer.idcard) }),
    ...(customer.passport === '' ? {} : { passport: formatNumber(customer.passport) }),
    address: formatAddress(customer),
    phone: customer.phone_1,
  }
}

/** The checked vehicle in the view of a document; refund documents do not print it. */
const vehicleView = ({ vehicle }: Issue<Person>): { vehicle?: VehicleView } => {
  if (vehicle === null || vehicle === undefined) return {}
  const { plate, plate_province, vehicle_type, brand, chassis_number, mileage } = vehicle
  const { first_registration } = vehicle
  return {
    vehicle: {
      plate: plate === '' ? '' : formatVehicle({ plate, plate_province, chassis_number }),
      type: [vehicle_type, brand].filter(Boolean).join(' '),
      chassis_number,
      ...(mileage === null ? {} : { mileage }),
      ...(first_registration === null ? {} : { first_registration }),
    },
  }
}

const promptPay = ({ promptpay_id }: BranchHeader) => (promptpay_id === '' ? {} : { promptpay_id })

const lineLabels = titlesOf(lineInput)

/** Printed below a line's name: promotion code, exam day, note. */
function lineDetail({
  promotion_code,
  exam_date,
  note,
}: Pick<PricedLine, 'promotion_code' | 'exam_date' | 'note'>): { detail?: string } {
  const details = [
    promotion_code === '' ? '' : `${lineLabels.promotion_code} ${promotion_code}`,
    exam_date === null ? '' : `${lineLabels.exam_date} ${formatDayShort(exam_date)}`,
    note,
  ].filter(Boolean)
  return details.length === 0 ? {} : { detail: details.join(' · ') }
}

export type ReceiptLine = Pick<
  PricedLine,
  'name' | 'promotion_code' | 'exam_date' | 'note' | 'cost' | 'discount' | 'is_vat'
> & {
  /** The amount paid by earlier receipts. */
  paid_before: Satang
  paid_now: Satang
}

/**
 * The tax of a document: 7/107 of its lines that include it, rounded once; absent without such a
 * line. `exempt` marks the lines without tax.
 */
function taxOf(lines: readonly { is_vat: boolean; value: Satang }[]): { tax?: TaxView } {
  const sum = (isVat: boolean) =>
    sumSatang(lines.flatMap(({ is_vat, value }) => (is_vat === isVat ? value : [])))
  const taxed = sum(true)
  if (taxed === 0) return {}
  const vat = vatIn(taxed)
  return { tax: { base: satang(taxed - vat), vat, exempt: sum(false) } }
}

/** The receipt of one pay type, with the lines that were paid with it. */
export function receiptView(
  issue: Issue<Person>,
  payment: {
    number: string
    pay_type: PayType
    lines: readonly ReceiptLine[]
    /** The cash received; null when it was not counted, or for a transfer. */
    cash_received?: Satang | null
    /** Whether a PromptPay code to pay the balance is printed; true by default. */
    asksForBalance?: boolean
  },
): ReceiptView {
  const { header, customer, day, issuedAt, clerk, code } = issue
  const { cash_received = null, asksForBalance = true } = payment
  const lines = payment.lines.map((line) => ({
    name: line.name,
    ...lineDetail(line),
    cost: line.cost,
    discount: line.discount,
    paid_before: line.paid_before,
    paid_now: line.paid_now,
    balance: satang(lineNet(line) - line.paid_before - line.paid_now),
  }))
  const sum = (amount: 'cost' | 'discount' | 'paid_before' | 'paid_now' | 'balance') =>
    sumSatang(lines.map((line) => line[amount]))
  return {
    school: header.school,
    number: payment.number,
    issued_at: issuedAt,
    day,
    application_code: code,
    payer: personView(customer, header.full_idcard.receipt),
    ...vehicleView(issue),
    lines,
    pay_type: payment.pay_type,
    totals: {
      total: sum('cost'),
      discount: sum('discount'),
      net: sumSatang(lines.map(lineNet)),
      paid_before: sum('paid_before'),
      paid_now: sum('paid_now'),
      balance: sum('balance'),
    },
    ...(cash_received === null ? {} : { cash_received }),
    ...taxOf(payment.lines.map((line) => ({ ...line, value: line.paid_now }))),
    cashier: clerk,
    ...(asksForBalance ? promptPay(header) : {}),
  }
}

/** A refund as its document shows it. */
interface RefundOnDocument {
  number: string
  pay_type: PayType
  value: Satang
  note: string
  /** The account of a transfer. */
  payee: { bank: string; account: string; name: string } | undefined
  /** The numbers of the receipts with which the refunded lines were paid. */
  receipts: readonly string[]
  /** Name of the user who allowed the refund. */
  approver: string
}

/**
 * The refund document, with the lines that end or are refunded.
 * @param lines `paid` is the amount before the refund, `value` the refunded part of it
 */
export function refundView(
  issue: Issue,
  lines: readonly (Pick<
    ReceiptLine,
    'name' | 'promotion_code' | 'exam_date' | 'note' | 'cost' | 'discount' | 'is_vat'
  > & { paid: Satang; value: Satang })[],
  { payee, receipts, ...refund }: RefundOnDocument,
): RefundView {
  const { header, customer, day, issuedAt, clerk, code } = issue
  const paid_before = sumSatang(lines.map(({ paid }) => paid))
  return {
    school: header.school,
    issued_at: issuedAt,
    day,
    application_code: code,
    payee: personView(customer, header.full_idcard.receipt),
    lines: lines.map((line) => ({
      name: line.name,
      ...lineDetail(line),
      net: lineNet(line),
      paid: line.paid,
      refunded: line.value,
    })),
    ...refund,
    ...taxOf(lines),
    paid_before,
    kept: satang(paid_before - refund.value),
    receipts: [...receipts],
    ...(payee === undefined
      ? {}
      : { account: { ...payee, bank: banks[payee.bank]?.label ?? payee.bank } }),
    cashier: clerk,
  }
}

/** The values of a line on a form. */
export type FormLine = Pick<
  PricedLine,
  'name' | 'promotion_code' | 'exam_date' | 'note' | 'cost' | 'discount' | 'paid'
> & {
  status: LineStatus
  /** Whether an open refund request names it, so that it cannot be paid; absent for a new line. */
  refund_pending?: boolean
}

/** The values of an application on a form, without its lines. */
interface FormState {
  type: ApplicationKind
  status: ApplicationStatus
  decision: RequestDecision | null
  /** Whether money is to be paid back. */
  refund_due: boolean
  totals: ApplicationTotals
  /** The sum of the refunds. */
  refunded: Satang
  /** The names of the required documents that have not been received. */
  documents: readonly string[]
  /** The number of amendments. */
  revision: number
  note: string
}

/**
 * The form of an application in its given state. It shows the payable part of the balance, without
 * lines that an open refund request names.
 * @param issue day and clerk are those of the registration
 */
export function applicationFormView(
  issue: Issue,
  { type, status, decision, refund_due, totals, refunded, documents, revision, note }: FormState,
  lines: readonly FormLine[],
): ApplicationFormView {
  const { header, customer, day, issuedAt, clerk, code } = issue
  const { total, discount, net, paid, written_off, balance } = totals
  const payable = sumSatang(
    lines.map((line) => (line.refund_pending ? zeroSatang : lineBalance(line))),
  )
  return {
    school: header.school,
    kind: type,
    status,
    ...(decision === null || decision === 'pending'
      ? {}
      : { decision: requestDecisions[decision].label }),
    ...(refund_due && { refund_due }),
    number: code,
    issued_at: issuedAt,
    day,
    customer: {
      ...personView(customer, header.full_idcard.form),
      ...(customer.birthday === null ? {} : { birthday: customer.birthday as Day }),
      ...(customer.email === '' ? {} : { email: customer.email }),
      ...(customer.line === '' ? {} : { line: customer.line }),
    },
    ...vehicleView(issue),
    lines: lines.map((line) => ({
      name: line.name,
      ...lineDetail({
        promotion_code: '',
        exam_date: null,
        note: [
          // The form of an ended application is stamped with the state of the application instead.
          isOpenLine(line) || !isOpen(status) ? '' : lineStatuses[line.status].label,
          line.refund_pending ? refundPending.label : '',
          line.note,
        ]
          .filter(Boolean)
          .join(' · '),
      }),
      ...(line.exam_date === null ? {} : { exam_date: line.exam_date }),
      ...(line.promotion_code === '' ? {} : { promotion_code: line.promotion_code }),
      cost: line.cost,
      discount: line.discount,
      net: lineNet(line),
      paid: line.paid,
      balance: lineBalance(line),
    })),
    totals: { total, discount, net, paid, refunded, written_off, balance },
    documents: [...documents],
    ...(customer.privacy_notice_at === null
      ? {}
      : { privacy_notice_at: customer.privacy_notice_at }),
    ...(note === '' ? {} : { note }),
    ...(revision === 0 ? {} : { revision }),
    registrar: clerk,
    ...(mayPay(status, decision) && payable > 0 ? promptPay(header) : {}),
    ...(payable === balance ? {} : { payable }),
  }
}
