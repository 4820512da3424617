/** The values of the registration form and their conversion to the input of the endpoint. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { lineKindOrder, linesToWire } from '@khapdee/contract/entities/application-lines'
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import type { applicationFee } from '@khapdee/contract/entities/application-fee'
import type { request } from '@khapdee/contract/entities/request'
import { messages } from '@khapdee/contract/messages'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type Problem, resolverOf, schemaProblems } from '../../../api/form-errors.ts'
import {
  blankCustomer,
  toCustomerFields,
  type CustomerFormValues,
} from '../../../shared/customer/customer-values.ts'
import { nameAndNumberProblems } from '../../../shared/customer/use-customer.ts'
import type { ApplicationKindConfig } from '../kinds.ts'
import {
  cashProblems,
  paidByPayType,
  paidOnLine,
  paymentField,
  wirePayment,
} from '../line-payment.ts'
import {
  blankLine,
  isBlankLine,
  type LineKind,
  itemLabels,
  type LineValues,
  netOf,
  previewOf,
} from '../line-values.ts'

export interface RegistrationValues extends CustomerFormValues, Record<LineKind, LineValues[]> {
  branch_id: number | null
  /** Sent for vehicle checks only. */
  vehicle: CheckedVehicle
  /** The reference number that the bank gave to a transfer. */
  bank_reference: string
  /** The account of a transfer; null for that of the branch. */
  bank_account_id: number | null
  /** The uploaded picture of the slip of a transfer. */
  slip_file_id: number | null
  /** The cash that the customer handed over. */
  cash_received: Satang | null
  /** The agreed day of the next payment. */
  due_date: Day | null
  note: string
}

export const blankVehicle: CheckedVehicle = {
  plate: '',
  plate_province: '',
  vehicle_type: '',
  brand: '',
  first_registration: null,
  mileage: null,
  chassis_number: '',
}

type CreateInput = InputOf<
  typeof application.create | typeof applicationFee.create | typeof request.create
>

/** The values of an empty form. @param main the kind of line that starts with one blank line */
export const blankRegistration = (
  branch_id: number | null,
  main: LineKind,
): RegistrationValues => ({
  branch_id,
  customer: blankCustomer,
  vehicle: blankVehicle,
  course: [],
  other_fee: [],
  request_fee: [],
  [main]: [blankLine()],
  bank_reference: '',
  bank_account_id: null,
  slip_file_id: null,
  cash_received: null,
  due_date: null,
  note: '',
})

/** The lines of all kinds, in the order of `lineKindOrder`. */
export const linesOf = (values: RegistrationValues): LineValues[] =>
  lineKindOrder.flatMap((kind) => values[kind])

const sentLines = (lines: readonly LineValues[]) => lines.filter((line) => !isBlankLine(line))

/**
 * The input of the create endpoint of the kind. Blank lines are omitted; a line without an item
 * gets the id 0, which fails validation.
 */
export function toCreateInput(values: RegistrationValues, kind: ApplicationKind): CreateInput {
  const { branch_id, customer, bank_reference, bank_account_id, slip_file_id } = values
  const { cash_received, due_date, note } = values
  const { balance, byPayType } = previewOf(linesOf(values))
  const { customer_id, version } = customer
  const commonInput = {
    ...(branch_id !== null && { branch_id }),
    customer: {
      ...toCustomerFields(customer),
      ...(customer_id !== null && { customer_id }),
      ...(version !== null && { version }),
      ...(customer.is_walk_in && customer_id === null && { is_walk_in: true }),
      ...(customer.privacy_notice && customer.noticed_at === null && { privacy_notice: true }),
    },
    // Without a transfer the field is hidden, so its text is not sent.
    bank_reference: byPayType.transfer > 0 ? bank_reference : '',
    bank_account_id: byPayType.transfer > 0 ? bank_account_id : null,
    // Held forms and drafts of earlier versions have none.
    ...(byPayType.transfer > 0 && slip_file_id != null && { slip_file_id }),
    // Without cash the field is hidden, so its amount is not sent.
    cash_received: byPayType.cash > 0 ? cash_received : null,
    // Without a balance the field is hidden, so its day is not sent.
    due_date: balance > 0 ? due_date : null,
    note,
  }
  const { course, other_fee, request_fee } = linesToWire(
    lineKindOrder.flatMap((lineKind) =>
      sentLines(values[lineKind]).map((line) => ({
        kind: lineKind,
        item_id: line.item_id ?? 0,
        ...commonFields(line),
      })),
    ),
  )
  if (kind === 'other_fee') return { ...commonInput, other_fee }
  if (kind === 'request_fee') return { ...commonInput, request_fee }
  const vehicle = kind === 'vehicle_check' && { vehicle: values.vehicle }
  return { ...commonInput, type: kind, ...vehicle, course, other_fee, request_fee }
}

/** The fields that lines of all kinds have on the wire. */
const commonFields = ({
  promotion_code,
  exam_date,
  exam_session_id,
  right_id = null,
  cost,
  note,
  ...line
}: LineValues) => ({
  promotion_code,
  exam_date,
  ...(exam_session_id !== null && { exam_session_id }),
  // Forms that were put aside by an earlier version have no right.
  ...(right_id !== null && { right_id }),
  cost: cost ?? zeroSatang,
  ...wirePayment(line),
  note,
})

const linePath = /^(course|other_fee|request_fee)\.(\d+)\.(.+)$/

/**
 * Converts an error path of the endpoint to one of the form, which also has blank lines that were
 * not sent and names every item id `item_id`: `course.0.course_id` may become `course.1.item_id`.
 */
export function formPath(path: string, values: RegistrationValues): string {
  const match = linePath.exec(path)
  if (!match) return path
  const [, kind = '', index, field = ''] = match
  const lines = values[kind as LineKind]
  const line = sentLines(lines)[Number(index)]
  const formIndex = line === undefined ? Number(index) : lines.indexOf(line)
  const formField = line === undefined ? field : paymentField(field, line)
  return `${kind}.${formIndex}.${field === `${kind}_id` ? 'item_id' : formField}`
}

/** Validation problems of a new application, checked before the request. */
export function registrationProblems(
  values: RegistrationValues,
  config: ApplicationKindConfig,
): Problem[] {
  return [
    ...nameAndNumberProblems(values.customer),
    ...lineKindOrder.flatMap((kind) =>
      values[kind].flatMap((line, i) => lineProblems(kind, line, i)),
    ),
    ...(linesOf(values).every(isBlankLine)
      ? [[`${config.lines[0]}.0.item_id`, messages.noLines] as const]
      : []),
    ...cashProblems(values.cash_received, paidByPayType(linesOf(values)).cash),
    ...schemaProblems(config.api.create.input, toCreateInput(values, config.kind))
      // Missing lines are already reported at the first line, above.
      .filter(([path]) => !(path in itemLabels))
      .map(([path, message]) => [formPath(path, values), message] as const),
  ]
}

function lineProblems(kind: LineKind, line: LineValues, index: number): Problem[] {
  if (isBlankLine(line)) return []
  const path = `${kind}.${index}`
  if (line.item_id === null) {
    return [[`${path}.item_id`, messages.select(itemLabels[kind])]]
  }
  return paidOnLine(line) > netOf(line) ? [[`${path}.paid`, messages.overpay]] : []
}

export const registrationResolver = (config: ApplicationKindConfig) =>
  resolverOf((values: RegistrationValues) => registrationProblems(values, config))
