/**
 * Fixed lists for expense items, the categories of expenses and other income to which account entries
 * refer. Source: product specification, section 8.
 */

/** Expense or income. */
export const expenseCategories = {
  expenses: { label: 'รายจ่าย' },
  other_income: { label: 'รายรับอื่น' },
} as const

/** The kind of record that an account entry must refer to. */
export const expenseTypes = {
  general: { label: 'ทั่วไป' },
  vehicle: { label: 'ยานพาหนะ' },
  employee: { label: 'พนักงาน' },
} as const

export const expenseStatuses = {
  open: { label: 'เปิดใช้งาน' },
  closed: { label: 'ปิดใช้งาน' },
} as const

export type ExpenseCategory = keyof typeof expenseCategories
export type ExpenseType = keyof typeof expenseTypes
