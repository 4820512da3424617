/**
 * Entries of the books: income and expenses on cash basis, and the figures of their charts. Source: product specification,
 * sections 7 and 7b.
 */
import { entities } from './entities.ts'
import {
  type AccountSide,
  accountSides,
  expenseCategories,
  passThroughTitle,
} from './expense-item.ts'
import { feeKinds } from './fee-kinds.ts'
import { type Satang, satang, sumSatang, zeroSatang } from './money.ts'
import { firstDayOf, lastDayOf, month } from './payroll/month.ts'
import { type Day, addDays, day, daysBetween, isDay, monthsOf } from './thai-date.ts'
import type { Tone } from './tone.ts'
import { actionWords, headings } from './words.ts'

/**
 * The origin of an entry: money of customers is posted by receipts and refunds; other entries are
 * made by staff.
 */
export const entryCategories = {
  customer: { label: 'รับจากผู้สมัคร' },
  ...expenseCategories,
} as const
export type EntryCategory = keyof typeof entryCategories

/** Only posted entries are included in totals. */
export const entryStatuses = {
  draft: { label: 'ฉบับร่าง', tone: 'warn' },
  posted: { label: 'บันทึกแล้ว', tone: 'ok' },
  void: { label: actionWords.cancel, tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>
export type EntryStatus = keyof typeof entryStatuses

/**
 * The status filter of lists. The posted entries that are in totals and those of money held for
 * others are separate values.
 */
export const entryStatusFilters = {
  ...entryStatuses,
  counted: { label: 'นับในยอดรวม' },
  passed_on: { label: passThroughTitle },
} as const
export type EntryStatusFilter = keyof typeof entryStatusFilters

/** The type of the voucher number of an entry of staff. */
export const voucherTypes = { income: 'IV', expenses: 'PV' } as const

/** The titles of the vouchers. */
export const voucherTitles = { income: 'ใบสำคัญรับเงิน', expenses: 'ใบสำคัญจ่าย' } as const

/** The kinds of lines of applications by which the income from customers is grouped. */
export const incomeLineKinds = {
  course: { label: entities.course.label },
  exam: { label: feeKinds.exam.label },
  other_fee: { label: entities.other_fee.label },
  request_fee: { label: entities.request_fee.label },
} as const
export type IncomeLineKind = keyof typeof incomeLineKinds

/** The name of an entry without an item, and of the group of such entries. */
export const otherItem = headings.other
/** The heading under which an entry is summed: `line:course` for a kind of line, `group:ค่าเช่า` for items of staff. */
export type EntryGroup = string

/** The Thai name of a group. */
export function groupLabel(group: EntryGroup): string {
  const colon = group.indexOf(':')
  const name = group.slice(colon + 1)
  if (group.slice(0, colon) !== 'line') return name
  return Object.hasOwn(incomeLineKinds, name) ? incomeLineKinds[name as IncomeLineKind].label : name
}

/**
 * A group of one side, as the filter value in lists of both sides: `expenses:group:ค่าเช่า`. Both
 * sides can have groups of one name.
 */
export const sidedGroup = (side: AccountSide, group: EntryGroup): string => `${side}:${group}`

/** The side and the group of a filter; the side is null for a group of both. */
export function splitGroup(filter: string): { side: AccountSide | null; group: EntryGroup } {
  const [side = ''] = filter.split(':', 1)
  return Object.hasOwn(accountSides, side)
    ? { side: side as AccountSide, group: filter.slice(side.length + 1) }
    : { side: null, group: filter }
}

/** The Thai name of a group in a filter, with its side if the filter has one. */
export function groupFilterLabel(filter: string): string {
  const { side, group } = splitGroup(filter)
  return side === null ? groupLabel(group) : `${groupLabel(group)} (${accountSides[side].label})`
}

/** The sum of the posted entries of one side and group on one day, or in one month. */
export interface EntrySum {
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  period: string
  side: AccountSide
  group: EntryGroup
  /** Satang; excludes money held for others. */
  value: Satang
}

/** A donut: parts of a whole, the largest first. A part can be 0 or negative. */
export interface Donut {
  keys: EntryGroup[]
  labels: string[]
  series: Satang[]
}

/** Columns of one side; `data` has one value for each period. */
export interface ColumnSeries {
  name: string
  data: Satang[]
}

const ofSide = (sums: readonly EntrySum[], side: AccountSide) =>
  sums.filter((sum) => sum.side === side)

export const totalOf = (sums: readonly EntrySum[], side: AccountSide): Satang =>
  sumSatang(ofSide(sums, side).map(({ value }) => value))

export function donutOf(sums: readonly EntrySum[], side: AccountSide): Donut {
  const groups = new Map<EntryGroup, Satang>()
  for (const { group, value } of ofSide(sums, side))
    groups.set(group, satang((groups.get(group) ?? zeroSatang) + value))
  const parts = [...groups].toSorted(([, a], [, b]) => b - a)
  return {
    keys: parts.map(([group]) => group),
    labels: parts.map(([group]) => groupLabel(group)),
    series: parts.map(([, value]) => value),
  }
}

/** Maximum number of days that charts show by day; longer periods are shown by month. */
const maxDailyDays = 31

export const isDaily = (start: Day, end: Day): boolean => daysBetween(start, end) < maxDailyDays

/** Every day of the span, or every month as `YYYY-MM`, whether or not it has entries. */
export function periodsOf(start: Day, end: Day): string[] {
  if (!isDaily(start, end)) return monthsOf(start, end)
  return Array.from({ length: daysBetween(start, end) + 1 }, (_, i) => addDays(start, i))
}

/**
 * The first and the last day of a period (a day, or a month `YYYY-MM`), limited to the days of the
 * list.
 * @param within the days of the list; other texts, or undefined, where it has no limit
 */
export function daysOfPeriod(
  period: string,
  within: { start?: string | undefined; end?: string | undefined } = {},
): { start: Day; end: Day } {
  if (isDay(period)) return { start: period, end: period }
  const [first, last] = [firstDayOf(month(period)), lastDayOf(month(period))]
  const { start = '', end = '' } = within
  return {
    start: isDay(start) && start > first ? start : first,
    end: isDay(end) && end < last ? end : last,
  }
}

/** The values of one side, one for each of the periods. */
export function columnsOf(
  sums: readonly EntrySum[],
  side: AccountSide,
  periods: readonly string[],
): ColumnSeries {
  const byPeriod = new Map<string, Satang>()
  for (const { period, value } of ofSide(sums, side))
    byPeriod.set(period, satang((byPeriod.get(period) ?? zeroSatang) + value))
  return {
    name: accountSides[side].label,
    data: periods.map((period) => byPeriod.get(period) ?? zeroSatang),
  }
}

/** The first day that entries may have; an earlier one is a typing error. */
export const firstEntryDay = day('2000-01-01')

/**
 * The period of the same length that ends the day before; null if it is before all entries, or the
 * days are reversed.
 */
export function previousPeriod(start: Day, end: Day): { start: Day; end: Day } | null {
  if (start <= firstEntryDay || end < start) return null
  const before = addDays(start, -1)
  const length = Math.min(daysBetween(start, end), daysBetween(firstEntryDay, before))
  return { start: addDays(before, -length), end: before }
}

/** The reason why an entry cannot be changed, in Thai; null if it can. */
export function changeProblem(entry: {
  status: EntryStatus
  payment_id: number | null
  /** Posted by the approval of a month of payroll. */
  is_payroll?: boolean
}): string | null {
  if (entry.payment_id !== null) return 'รายการนี้มาจากใบเสร็จหรือการคืนเงิน แก้ไขที่รายการต้นทาง'
  if (entry.is_payroll) return 'รายการนี้มาจากการอนุมัติเงินเดือน แก้ไขที่เงินเดือน'
  return entry.status === 'void' ? 'รายการนี้ยกเลิกแล้ว' : null
}

/** Why the money of an entry cannot be changed; only the first reason that applies is returned. */
const moneyKeepers = {
  is_locked: 'วันของรายการนี้ล็อกบัญชีแล้ว',
  is_counted: 'เงินสดของรายการนี้ตรวจนับแล้ว',
  is_matched: 'รายการนี้จับคู่กับรายการเดินบัญชีแล้ว',
} as const

/**
 * Why an entry of staff cannot be voided, and its day, item, amount, pay type and source of cash cannot be changed, in Thai; null
 * if they can.
 */
export function keptMoneyProblem(entry: Record<keyof typeof moneyKeepers, boolean>): string | null {
  const keeper = (Object.keys(moneyKeepers) as (keyof typeof moneyKeepers)[]).find(
    (key) => entry[key],
  )
  return keeper === undefined
    ? null
    : `${moneyKeepers[keeper]} แก้ไขได้เฉพาะรายละเอียด ผู้รับเงิน ยานพาหนะ และเอกสารแนบ`
}

/** Why an entry has no voucher, in Thai; null when it has one. */
export function voucherProblem(entry: {
  status: EntryStatus
  payment_id: number | null
}): string | null {
  if (entry.payment_id !== null) return 'รายการนี้มาจากใบเสร็จหรือการคืนเงิน พิมพ์ที่รายการต้นทาง'
  return entry.status === 'draft' ? 'รายการนี้เป็นฉบับร่าง กรุณาบันทึกก่อนพิมพ์' : null
}

/** Whether two days are in the same month: a voucher keeps the month of its number. */
export const isSameMonth = (a: Day, b: Day): boolean => a.slice(0, 7) === b.slice(0, 7)
