/**
 * What an entry of the accounts can be about: items of expense and of other income. Source:
 * product specification, section 8.
 */

/** The side of the accounts. */
export const expenseCategories = {
  expenses: { label: 'รายจ่าย' },
  other_income: { label: 'รายรับอื่น' },
} as const

/** Whom or what an entry must name. */
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
