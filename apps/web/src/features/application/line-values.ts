/** The lines of a new application, and what picking, discounting and paying change in them. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import type { screens } from '@khapdee/contract/entities/screens'
import { type PayType, payTypes } from '@khapdee/domain/application/status'
import {
  applicationTotals,
  type ApplicationTotals,
  lineNet,
} from '@khapdee/domain/application/totals'
import { type Satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import type { LineKind } from '@khapdee/domain/promotion'
import type { Day } from '@khapdee/domain/thai-date'

export type { LineKind }

export interface LineValues {
  item_id: number | null
  /** The text in the field: the item's name once it is chosen. */
  name: string
  promotion_code: string
  exam_date: Day | null
  cost: Satang | null
  /** What the checked code takes off. */
  discount: Satang
  paid: Satang | null
  pay_type: PayType
  note: string
}

/** Which line of the form. */
export interface LinePlace {
  kind: LineKind
  index: number
}

/** Something that can stand on a line. */
export interface Item {
  item_id: number
  name: string
  price: Satang
}

export type Items = Readonly<Record<LineKind, readonly Item[]>>

export const lineKinds = {
  course: { title: 'หลักสูตร', item: 'หลักสูตร' },
  other_fee: { title: 'ค่าใช้จ่ายอื่น', item: 'ค่าใช้จ่ายอื่น' },
  request_fee: { title: 'ค่าคำขอ', item: 'ค่าคำขอ' },
} as const satisfies Record<LineKind, { title: string; item: string }>

/** The lists of the registration screen, each as items. */
export function itemsOf(lists: OutputOf<typeof screens.register>['data']): Items {
  return {
    course: (lists.course ?? []).map(({ course_id, ...item }) => ({ ...item, item_id: course_id })),
    other_fee: (lists.other_fee ?? []).map(({ other_fee_id, ...item }) => ({
      ...item,
      item_id: other_fee_id,
    })),
    request_fee: (lists.request_fee ?? []).map(({ request_fee_id, ...item }) => ({
      ...item,
      item_id: request_fee_id,
    })),
  }
}

/** @param pay_type as the lines above it */
export const blankLine = (pay_type: PayType = 'cash'): LineValues => ({
  item_id: null,
  name: '',
  promotion_code: '',
  exam_date: null,
  cost: null,
  discount: zeroSatang,
  paid: null,
  pay_type,
  note: '',
})

/** Nothing was chosen or typed: such a line is not sent. */
export const isBlankLine = ({ item_id, name }: LineValues): boolean =>
  item_id === null && name.trim() === ''

/** An amount of the form; text that is none counts as nothing until it is mended. */
export const amountOf = (value: Satang | null): Satang =>
  value !== null && Number.isFinite(value) ? value : zeroSatang

/** What is to be paid for the line in all. */
export const netOf = ({ cost, discount }: Pick<LineValues, 'cost' | 'discount'>): Satang =>
  lineNet({ cost: amountOf(cost), discount })

/** A new price or discount; a line that was paid in full stays so. */
export function repriced(
  line: LineValues,
  price: Partial<Pick<LineValues, 'cost' | 'discount'>>,
): LineValues {
  const next = { ...line, ...price }
  const wasFull = line.paid !== null && line.paid > 0 && line.paid === netOf(line)
  return wasFull ? { ...next, paid: netOf(next) } : next
}

/** Another item: its id, name and price are copied; the code must be checked again. */
export const withItem = (line: LineValues, { item_id, name, price }: Item): LineValues =>
  repriced({ ...line, item_id, name }, { cost: price, discount: zeroSatang })

/** Another code takes nothing off until it is checked. */
export const withCode = (line: LineValues, promotion_code: string): LineValues =>
  repriced({ ...line, promotion_code }, { discount: zeroSatang })

/** Everything is paid now. */
export const paidInFull = (line: LineValues): LineValues => ({ ...line, paid: netOf(line) })

/** The lines of a saved application, of whatever kind they are. */
export type StoredLine = Omit<ApplicationDetail['course'][number], 'course_id' | 'course_name'> & {
  kind: LineKind
  name: string
}

/** All lines in one list: courses first. */
export function storedLines({ course, other_fee, request_fee }: ApplicationDetail): StoredLine[] {
  return [
    ...course.map((line) => ({ ...line, kind: 'course' as const, name: line.course_name })),
    ...other_fee.map((line) => ({
      ...line,
      kind: 'other_fee' as const,
      name: line.other_fee_name,
    })),
    ...request_fee.map((line) => ({
      ...line,
      kind: 'request_fee' as const,
      name: line.request_fee_name,
    })),
  ]
}

/** What the lines on the screen come to; the server computes it again. */
interface Preview extends ApplicationTotals {
  /** What is paid now, by the way of paying. */
  byPayType: Record<PayType, Satang>
  /** The way all lines are paid; null when they differ. */
  payType: PayType | null
}

export function previewOf(lines: readonly LineValues[]): Preview {
  const money = lines.map(({ cost, discount, paid }) => ({
    cost: amountOf(cost),
    discount,
    paid: amountOf(paid),
  }))
  const first = lines[0]?.pay_type ?? 'cash'
  return {
    ...applicationTotals(money, { open: true }),
    byPayType: paidByPayType(lines),
    payType: lines.every((line) => line.pay_type === first) ? first : null,
  }
}

/** What is paid on the lines, by the way of paying. */
export function paidByPayType(
  lines: readonly Pick<LineValues, 'pay_type' | 'paid'>[],
): Record<PayType, Satang> {
  const by = (type: PayType) =>
    sumSatang(lines.filter((line) => line.pay_type === type).map((line) => amountOf(line.paid)))
  return { cash: by('cash'), transfer: by('transfer') }
}

export const bankReferenceLabel = 'เลขอ้างอิงการโอน'

/** The choices of a pay type field. */
export const payTypeChoices = (Object.keys(payTypes) as PayType[]).map((value) => ({
  value,
  name: payTypes[value].label,
}))
