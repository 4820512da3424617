/**
 * Tax that is withheld from payees and owed to the Revenue Department. Source: Revenue Code s.3 ter, s.50 bis, s.52; product
 * specification, section 7b.10.
 */
import { listNames } from './list-names.ts'
import { lastDayOf, month as monthOf } from './payroll/month.ts'
import { withholdingReturns } from './payroll/tax-certificate.ts'
import { type Day, addDays } from './thai-date.ts'

export const withheldTaxTitle = listNames['withheld-tax']

/** The returns for payments to suppliers: to people (`pnd3`) and to companies (`pnd53`). */
export const supplierReturns = {
  pnd3: withholdingReturns.pnd3,
  pnd53: withholdingReturns.pnd53,
} as const
export type SupplierReturn = keyof typeof supplierReturns

/** Whether the tax was paid to the Revenue Department. */
export const withheldStates = {
  owed: { label: 'ค้างนำส่ง', tone: 'warn' },
  remitted: { label: 'นำส่งแล้ว', tone: 'ok' },
} as const
export type WithheldState = keyof typeof withheldStates

/** The return for a payee: tax numbers of companies begin with 0. Null without a number. */
export function returnOfPayee(payee_tax_id: string): SupplierReturn | null {
  if (payee_tax_id === '') return null
  return payee_tax_id.startsWith('0') ? 'pnd53' : 'pnd3'
}

/** The last day to pay the tax of a month `YYYY-MM` on paper: the 7th of the next month. */
export const remitUntil = (month: string): Day => addDays(lastDayOf(monthOf(month)), 7)
