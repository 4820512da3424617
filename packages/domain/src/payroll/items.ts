/** Items of payroll: kinds of income and deductions, from which the lines of a month are made. Source: product specification, section 10. */
import { activeWords, units } from '../words.ts'
import { deductionKinds } from './deductions.ts'
import type { DeductionPosting } from './lines.ts'

export const incomeCategories = {
  wages: { label: 'เงินเดือนและค่าจ้าง' },
  position: { label: 'ค่าตำแหน่ง' },
  overtime: { label: 'ค่าล่วงเวลาและทำงานวันหยุด' },
  work: { label: 'ค่าสอนและคุมสอบ' },
  commission: { label: 'ค่าคอมมิชชัน' },
  allowance: { label: 'เบี้ยเลี้ยงและเบี้ยขยัน' },
  bonus: { label: 'โบนัส' },
  other_income: { label: 'รายได้อื่น' },
} as const

/**
 * The kinds of deductions in the order in which they are taken, then the reductions of pay that was
 * not earned.
 */
export const deductionCategories = {
  ...deductionKinds,
  absence: { label: 'ขาดงาน ลา และมาสาย' },
} as const

export const itemCategories = { ...incomeCategories, ...deductionCategories } as const
export type ItemCategory = keyof typeof itemCategories

/** Units of `title_value`. */
export const itemUnits = {
  baht: { label: units.baht },
  day: { label: 'วัน' },
  hour: { label: units.hours },
  minute: { label: 'นาที' },
  month: { label: 'เดือน' },
  time: { label: units.times },
  person: { label: 'คน' },
} as const

/** The units of work that rates pay. */
export const workUnits = {
  time: itemUnits.time,
  hour: itemUnits.hour,
  day: itemUnits.day,
  month: itemUnits.month,
  person: itemUnits.person,
} as const
export type WorkUnit = keyof typeof workUnits

export const itemStatuses = {
  open: { label: activeWords[0] },
  closed: { label: activeWords[1] },
} as const

/** The possible uses of the deducted money by category, the usual one first. */
export function postingsOf(category: keyof typeof deductionCategories): DeductionPosting[] {
  if (category === 'absence') return ['reduces_pay']
  if (category === 'advance' || category === 'loan') return ['recovers_advance']
  if (category === 'damages') return ['school_income']
  if (category === 'other') return ['school_income', 'withheld_for']
  return ['withheld_for']
}

interface ItemKind {
  type: 'income' | 'deduction'
  category: ItemCategory
  /** Null for income. */
  posting: DeductionPosting | null
}

const isIncomeCategory = (category: ItemCategory): category is keyof typeof incomeCategories =>
  category in incomeCategories

/**
 * The field of an item that contradicts the others, with its Thai message; null without a
 * contradiction.
 */
export function itemProblem({
  type,
  category,
  posting,
}: ItemKind): { path: 'category' | 'posting'; message: string } | null {
  if (isIncomeCategory(category)) {
    return type === 'income'
      ? null
      : { path: 'category', message: 'หมวดนี้เป็นของรายได้ กรุณาเลือกหมวดของรายหัก' }
  }
  if (type === 'income') {
    return { path: 'category', message: 'หมวดนี้เป็นของรายหัก กรุณาเลือกหมวดของรายได้' }
  }
  if (posting === null) return { path: 'posting', message: 'กรุณาเลือกการลงบัญชี' }
  return postingsOf(category).includes(posting)
    ? null
    : { path: 'posting', message: 'การลงบัญชีนี้ใช้กับหมวดที่เลือกไม่ได้' }
}
