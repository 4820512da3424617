/** The lines of an application: form values, and the stored lines of a saved application. */
import { linesFromWire } from '@khapdee/contract/entities/application-lines'
import type { OutputOf } from '@khapdee/contract/endpoint'
import {
  type ApplicationDetail,
  courseLine,
  lineInput,
} from '@khapdee/contract/entities/application-shapes'
import type { screens } from '@khapdee/contract/entities/screens'
import { titlesOf } from '@khapdee/contract/field-meta'
import { type ApplicationKind, type PayType, payTypes } from '@khapdee/domain/application/status'
import {
  applicationMoney,
  type ApplicationTotals,
  lineNet,
} from '@khapdee/domain/application/totals'
import { entities } from '@khapdee/domain/entities'
import type { Exam } from '@khapdee/domain/exams'
import { type ExamUse, fitsApplication } from '@khapdee/domain/fee-kinds'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { discountFor, discountFromBaht, type LineKind } from '@khapdee/domain/promotion'
import type { Day } from '@khapdee/domain/thai-date'

import {
  amountOrZero,
  type LinePaymentValues,
  paidByPayType,
  paidOnLine,
  withFullAmount,
} from './line-payment.ts'

export type { LineKind }

export interface LineValues extends LinePaymentValues {
  item_id: number | null
  /** The text of the item field: the name of the chosen item, or the typed text. */
  name: string
  promotion_code: string
  exam_date: Day | null
  /** The chosen session of the exam day; null to let the server take the only one. */
  exam_session_id: number | null
  /** The exam right for which a fee is paid. */
  right_id: number | null
  cost: Satang | null
  /** The discount of the checked promotion code. */
  discount: Satang
  note: string
}

/** The lists of lines in a form; `replace` are the new courses of an amendment. */
export type LineList = LineKind | 'replace'

/** The fields of a form that the editors of lines use. */
export interface LineForm extends Record<LineList, LineValues[]> {
  branch_id: number | null
}

/** The position of a line in the form. */
export interface LinePosition {
  kind: LineKind
  /** The list that contains the line; by default that of its kind. */
  list?: LineList | undefined
  index: number
}

/** The path of a line in the form. */
export const pathOf = ({ kind, list = kind, index }: LinePosition) => `${list}.${index}` as const

/** A catalogue item that a line can sell. */
export interface Item {
  item_id: number
  name: string
  price: Satang
  /** The exams for which the item grants rights; a line has an exam day only if there are any. */
  exams: readonly Exam[]
  /** The use of an exam fee; null for other items. */
  exam_use?: ExamUse | null
}

/** The catalogue items by kind of line. */
export type Items = Readonly<Record<LineKind, readonly Item[]>>

/** Labels of the form's line fields and of the amounts computed from them. */
export const lineLabels = { ...titlesOf(courseLine.shape), ...titlesOf(lineInput) }

/** Label of the items that lines of each kind sell. */
export const itemLabels = {
  course: entities.course.label,
  other_fee: entities.other_fee.label,
  request_fee: entities.request_fee.label,
} as const satisfies Record<LineKind, string>

/** A promotion that lines of its kind can use in the branch; `value` is in percent or baht. */
export type UsablePromotion = NonNullable<
  OutputOf<typeof screens.register>['data']['promotion']
>[number]

/** A promotion with the amount by which it reduces the price of a line. */
export interface Saving {
  code: string
  name: string
  discount: Satang
}

/** The promotions that apply to a line, the greatest saving first. @param cost the price of the line's item */
export const savingsOn = (
  promotions: readonly UsablePromotion[],
  kind: LineKind,
  cost: Satang,
): Saving[] =>
  promotions
    .filter(({ type }) => type === 'all' || type === kind)
    .map(({ code, name, ...terms }) => ({
      code,
      name,
      discount: discountFor(discountFromBaht(terms), cost),
    }))
    .filter(({ discount }) => discount > 0)
    .toSorted((a, b) => b.discount - a.discount)

/** Converts the lists of the registration screen to the items that fit the kind of application, by kind of line. */
export function itemsOf(
  lists: OutputOf<typeof screens.register>['data'],
  type: ApplicationKind,
): Items {
  const { course = [], request_fee = [] } = lists
  const other_fee = (lists.other_fee ?? []).flatMap(({ kind, ...fee }) =>
    fitsApplication(type, 'other_fee', kind) ? [fee] : [],
  )
  // Catalogue items have the same id and name fields as wire lines, so they are joined in the same way.
  const items = [
    ...linesFromWire({ course }),
    ...linesFromWire({ other_fee }),
    ...linesFromWire({ request_fee }).map((fee) => ({ ...fee, exams: [] })),
  ]
  const ofKind = (kind: LineKind) => items.filter((item) => item.kind === kind)
  return {
    course: ofKind('course'),
    other_fee: ofKind('other_fee'),
    request_fee: ofKind('request_fee'),
  }
}

/** An empty line. @param pay_type usually the pay type of the line above */
export const blankLine = (pay_type: PayType = 'cash'): LineValues => ({
  item_id: null,
  name: '',
  promotion_code: '',
  exam_date: null,
  exam_session_id: null,
  right_id: null,
  cost: null,
  discount: zeroSatang,
  paid: null,
  pay_type,
  paid_transfer: null,
  note: '',
})

/** Whether nothing was chosen or typed; such a line is not sent. */
export const isBlankLine = ({ item_id, name }: LineValues): boolean =>
  item_id === null && name.trim() === ''

/** The net amount of the line. */
export const netOf = ({ cost, discount }: Pick<LineValues, 'cost' | 'discount'>): Satang =>
  lineNet({ cost: amountOrZero(cost), discount })

/** The line with a new price or discount; if it was paid in full, its payment is adjusted. */
export function withPrice(
  line: LineValues,
  price: Partial<Pick<LineValues, 'cost' | 'discount'>>,
): LineValues {
  const next = { ...line, ...price }
  const paid = paidOnLine(line)
  const wasPaidInFull = paid > 0 && paid === netOf(line)
  return wasPaidInFull ? withFullPayment(next) : next
}

/** The line with another item; without an exam day if the item grants no exam right. The discount is 0 until the promotion code is checked again. */
export const withItem = (line: LineValues, { item_id, name, price, exams }: Item): LineValues =>
  withPrice(
    {
      ...line,
      item_id,
      name,
      exam_date: exams.length > 0 ? line.exam_date : null,
      exam_session_id: null,
      right_id: null,
    },
    { cost: price, discount: zeroSatang },
  )

/** The line with another promotion code. The discount is 0 until the code is checked. */
export const withCode = (line: LineValues, promotion_code: string): LineValues =>
  withPrice({ ...line, promotion_code }, { discount: zeroSatang })

/** The line with its full net amount paid now. */
export const withFullPayment = (line: LineValues): LineValues => withFullAmount(line, netOf(line))

/** A line of a saved application, of any kind. */
export type StoredLine = Omit<ApplicationDetail['course'][number], 'course_id' | 'course_name'> & {
  kind: LineKind
  item_id: number
  name: string
  /** The exam right for which a fee is paid. */
  right?: ({ right_id: number } & Exam) | null
}

/** The lines of all kinds in one list, courses first. */
export const storedLines = ({ course, other_fee, request_fee }: ApplicationDetail): StoredLine[] =>
  linesFromWire({ course, other_fee, request_fee })

/** Totals of the lines in the form, for display; the server computes its own. */
interface Preview extends ApplicationTotals {
  /** The amount paid now, by pay type. */
  byPayType: Record<PayType, Satang>
  /** The pay type of all lines; null when they differ. */
  payType: PayType | null
}

/** Computes the preview of the lines; invalid amounts count as 0. */
export function previewOf(lines: readonly LineValues[]): Preview {
  const money = lines.map((line) => ({
    cost: amountOrZero(line.cost),
    discount: line.discount,
    paid: paidOnLine(line),
  }))
  const firstType = lines[0]?.pay_type ?? 'cash'
  return {
    ...applicationMoney(money),
    byPayType: paidByPayType(lines),
    payType:
      firstType !== 'both' && lines.every((line) => line.pay_type === firstType) ? firstType : null,
  }
}

export const bankReferenceLabel = 'เลขอ้างอิงการโอน'

/** The options cash and transfer of a field that sets the pay type of all lines; a single line also has `both`. */
export const payTypeChoices = (Object.keys(payTypes) as PayType[]).map((value) => ({
  value,
  name: payTypes[value].label,
}))
