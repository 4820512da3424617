/** Passwords of payslips, formed from stored data of the employee. */
import { fieldTitles } from '../field-titles.ts'
import type { Day } from '../thai-date.ts'
import { formatDay } from '../thai-date.ts'

/** The kinds of passwords of payslips; the hint describes the format, never the value. */
export const payslipPasswords = {
  none: { label: 'ไม่ล็อก', hint: '' },
  birthday: { label: 'วันเกิด', hint: 'วันเกิดของพนักงาน 8 หลัก (วันเดือนปี พ.ศ. เช่น 05112530)' },
  idcard: { label: fieldTitles.idcard, hint: 'เลขประจำตัวประชาชนของพนักงาน 13 หลัก' },
} as const
export type PayslipPassword = keyof typeof payslipPasswords

/**
 * The password; null if payslips are not locked, and `missing` if the employee lacks the data from
 * which it is formed.
 */
export function payslipPassword(
  kind: PayslipPassword,
  { birthday, idcard }: { birthday: Day | null; idcard: string },
): { password: string | null } | { missing: string } {
  if (kind === 'none') return { password: null }
  const value = kind === 'idcard' ? idcard : birthday === null ? '' : formatDay(birthday)
  const password = value.replaceAll('/', '')
  return password === ''
    ? { missing: `ยังไม่มี${payslipPasswords[kind].label}ของพนักงาน จึงล็อกสลิปเงินเดือนไม่ได้` }
    : { password }
}
