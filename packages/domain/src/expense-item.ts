/**
 * Fixed lists for expense items, the categories of expenses and other income to which account entries
 * refer. Source: product specification, section 8.
 */

import { entities } from './entities.ts'
import { activeWords, headings } from './words.ts'

/** Expense or income. */
export const expenseCategories = {
  expenses: { label: 'รายจ่าย' },
  other_income: { label: 'รายรับอื่น' },
} as const

/** The two sides of the books. */
export const accountSides = {
  income: { label: 'รายรับ' },
  expenses: { label: expenseCategories.expenses.label },
} as const
export type AccountSide = keyof typeof accountSides

/** The titles of the totals of both sides, and of their difference. */
export const accountTotals = {
  income: 'รวมรายรับ',
  expenses: 'รวมรายจ่าย',
  net: 'คงเหลือสุทธิ',
} as const

/** Income and expenses of the state or of insurers, which the school collects and passes on. */
export const passThroughTitle = 'รายรับแทน'

/** The kind of record that an account entry must refer to. */
export const expenseTypes = {
  general: { label: headings.general },
  vehicle: { label: entities.vehicle.label },
  employee: { label: entities.app_user.label },
} as const

export const expenseStatuses = {
  open: { label: activeWords[0] },
  closed: { label: activeWords[1] },
} as const

export type ExpenseCategory = keyof typeof expenseCategories
export type ExpenseType = keyof typeof expenseTypes
