/**
 * Lines of a person's month, their totals, and the changes of a new proposal. Each amount is rounded once, in
 * its line; totals only add. Source: product specification, sections 10 and 10b.
 */
import { type Satang, satang, sumSatang } from '../money.ts'
import {
  type BasisPoints,
  type Hundredths,
  type Ratio,
  fromHundredths,
  product,
  ratio,
  roundHalfUp,
} from './exact.ts'

export const lineSides = {
  income: { label: 'รายได้' },
  deduction: { label: 'รายหัก' },
} as const
export type LineSide = keyof typeof lineSides

/** The use of the money of a deduction. */
export const deductionPostings = {
  /**
   * A reduction of pay that was not earned, such as for absence; it also reduces the wage of social
   * security and the taxable income.
   */
  reduces_pay: { label: 'ลดค่าจ้าง' },
  withheld_for: { label: 'หักนำส่งหน่วยงาน' },
  recovers_advance: { label: 'หักคืนเงินล่วงหน้าและเงินกู้' },
  school_income: { label: 'เป็นรายได้ของโรงเรียน' },
} as const
export type DeductionPosting = keyof typeof deductionPostings

export const lineConditions = {
  fill: { label: 'กำหนดเอง' },
  multiply: { label: 'คูณ' },
} as const
export type LineCondition = keyof typeof lineConditions

/** The amount of a line as typed. @param value satang for `fill`, else a quantity in hundredths */
export function typedAmount(line: {
  condition: LineCondition
  per_value: Satang
  value: number
}): Satang {
  if (line.condition === 'fill') return satang(line.value)
  return roundHalfUp(product(ratio(line.per_value), fromHundredths(line.value)))
}

/**
 * A computed line: the exact rate times the quantity, rounded once. `per_value` is the rounded rate, only to be shown.
 * @param rate exact satang for one
 */
export const computedLine = (rate: Ratio, quantity: Hundredths) => ({
  per_value: roundHalfUp(rate),
  value: quantity,
  amount: roundHalfUp(product(rate, fromHundredths(quantity))),
})

/**
 * The fields of a line that totals need. A deduction that reduces pay has the flags of the pay that
 * it reduces.
 */
export interface PayLine {
  side: LineSide
  amount: Satang
  /** Null for income. */
  posting: DeductionPosting | null
  taxable: boolean
  in_sso_base: boolean
  regular: boolean
}

export interface PayTotals {
  income: Satang
  deduction: Satang
  /** income − deduction. */
  net: Satang
}

const amountOf = (lines: readonly PayLine[], counts: (line: PayLine) => boolean): Satang =>
  sumSatang(lines.filter(counts).map(({ amount }) => amount))

export function payTotals(lines: readonly PayLine[]): PayTotals {
  const income = amountOf(lines, ({ side }) => side === 'income')
  const deduction = amountOf(lines, ({ side }) => side === 'deduction')
  return { income, deduction, net: satang(income - deduction) }
}

/** The pay on which contributions and tax are computed: income less the deductions that reduce pay, not below 0. */
export interface PayBases {
  /** Pay after the deductions that reduce it. */
  gross: Satang
  sso: Satang
  taxable_regular: Satang
  taxable_irregular: Satang
}

export function payBases(lines: readonly PayLine[]): PayBases {
  const after = (counts: (line: PayLine) => boolean) =>
    satang(
      Math.max(
        0,
        amountOf(lines, (line) => line.side === 'income' && counts(line)) -
          amountOf(lines, (line) => line.posting === 'reduces_pay' && counts(line)),
      ),
    )
  return {
    gross: after(() => true),
    sso: after((line) => line.in_sso_base),
    taxable_regular: after((line) => line.taxable && line.regular),
    taxable_irregular: after((line) => line.taxable && !line.regular),
  }
}

/** A line that is stored, or proposed by a computation. */
export interface KeyedLine {
  /** Identifies the computation that proposes the line; null for a line that a user typed. */
  source: string | null
  amount: Satang
  per_value: Satang
  value: number
  /** Why a user changed the proposed amount; null for an unchanged one. */
  override_reason: string | null
}

/**
 * A line that a new computation proposes with other figures; null if there is none before or after.
 */
export interface LineDifference {
  source: string
  before: Satang | null
  after: Satang | null
  /** Whether the stored line is kept, because a user changed it with a reason. */
  kept: boolean
}

/**
 * Replaces the computed lines by newly proposed ones. Typed lines and those changed with a reason
 * are kept. Stored lines keep their places, and new ones follow.
 * @param proposed lines with different sources
 */
export function mergeLines<Line extends KeyedLine>(
  stored: readonly Line[],
  proposed: readonly (Line & { source: string })[],
): { lines: Line[]; differences: LineDifference[] } {
  const bySource = new Map(proposed.map((line) => [line.source, line]))
  const differences: LineDifference[] = []
  const lines = stored.flatMap((line) => {
    const { source } = line
    if (source === null) return [line]
    const next = bySource.get(source)
    bySource.delete(source)
    const kept = line.override_reason !== null
    const isSame =
      next !== undefined &&
      next.amount === line.amount &&
      next.per_value === line.per_value &&
      next.value === line.value
    if (!isSame)
      differences.push({ source, before: line.amount, after: next?.amount ?? null, kept })
    if (kept) return [line]
    return next === undefined ? [] : [isSame ? line : next]
  })
  for (const line of bySource.values())
    differences.push({ source: line.source, before: null, after: line.amount, kept: false })
  return { lines: [...lines, ...bySource.values()], differences }
}

/** A change of more than this from the month before is flagged. */
const flaggedChange: BasisPoints = 1_000

/** The totals that differ by more than 10 % from those of the month before; none for a first month. */
export function flaggedTotals(before: PayTotals | null, now: PayTotals): (keyof PayTotals)[] {
  if (before === null) return []
  return (['income', 'deduction', 'net'] as const).filter(
    (total) =>
      Math.abs(now[total] - before[total]) * 10_000 > Math.abs(before[total]) * flaggedChange,
  )
}
