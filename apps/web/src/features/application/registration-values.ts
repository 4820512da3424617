/** The registration form: its values, and the call they become. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { zeroSatang } from '@khapdee/domain/money'
import type { LineKind } from '@khapdee/domain/promotion'
import { type CustomerForm, blankCustomer, customerFields } from './customer-values.ts'
import { type LineValues, blankLine, isBlankLine } from './line-values.ts'

export interface RegistrationValues extends CustomerForm, Record<LineKind, LineValues[]> {
  branch_id: number | null
  note: string
}

export type CreateInput = InputOf<typeof application.create>

export const blankRegistration = (branch_id: number | null): RegistrationValues => ({
  branch_id,
  customer: blankCustomer,
  course: [blankLine()],
  other_fee: [],
  request_fee: [],
  note: '',
})

/** Every line of the form with the kind it belongs to. */
export const linesOf = ({ course, other_fee, request_fee }: RegistrationValues): LineValues[] => [
  ...course,
  ...other_fee,
  ...request_fee,
]

const sentLines = (lines: readonly LineValues[]) => lines.filter((line) => !isBlankLine(line))

/** Blank lines are left out. A line without an item has the id 0, which the contract refuses. */
export function toCreateInput(values: RegistrationValues): CreateInput {
  const { branch_id, customer, course, other_fee, request_fee, note } = values
  const { customer_id, version } = customer
  return {
    type: 'course',
    ...(branch_id !== null && { branch_id }),
    customer: {
      ...customerFields(customer),
      ...(customer_id !== null && { customer_id }),
      ...(version !== null && { version }),
    },
    course: sentLines(course).map((line) => ({ course_id: line.item_id ?? 0, ...terms(line) })),
    other_fee: sentLines(other_fee).map((line) => ({
      other_fee_id: line.item_id ?? 0,
      ...terms(line),
    })),
    request_fee: sentLines(request_fee).map((line) => ({
      request_fee_id: line.item_id ?? 0,
      ...terms(line),
    })),
    note,
  }
}

const terms = ({ promotion_code, exam_date, cost, paid, pay_type, note }: LineValues) => ({
  promotion_code,
  exam_date,
  cost: cost ?? zeroSatang,
  paid: paid ?? zeroSatang,
  pay_type,
  note,
})

const linePath = /^(course|other_fee|request_fee)\.(\d+)\.(.+)$/

/**
 * Where a path of the call lies in the form, whose blank lines were not sent and whose items have
 * one name: `course.0.course_id` may be `course.1.item_id`.
 */
export function formPath(path: string, values: RegistrationValues): string {
  const match = linePath.exec(path)
  if (!match) return path
  const [, kind = '', index, field = ''] = match
  const lines = values[kind as LineKind]
  const line = sentLines(lines)[Number(index)]
  const place = line === undefined ? Number(index) : lines.indexOf(line)
  return `${kind}.${place}.${field === `${kind}_id` ? 'item_id' : field}`
}
