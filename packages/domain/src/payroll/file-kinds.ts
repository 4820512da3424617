/** The files of payroll for banks and authorities. Source: product specification, section 10. */
import { fieldTitles } from '../field-titles.ts'
import { formatMonth, formatYear } from '../thai-date.ts'
import type { Month } from './month.ts'
import { payrollWords } from './payroll-words.ts'

/**
 * `unconfirmed` is the recipient who has not yet confirmed the layout; null if no confirmation is
 * needed.
 */
export const payrollFileKinds = {
  bank_csv: {
    label: 'โอนเงินเดือน ทุกธนาคาร (CSV)',
    extension: 'csv',
    period: 'month',
    unconfirmed: fieldTitles.bank,
  },
  bank_xlsx: {
    label: 'โอนเงินเดือน ทุกธนาคาร (Excel)',
    extension: 'xlsx',
    period: 'month',
    unconfirmed: fieldTitles.bank,
  },
  bank_bangkok: {
    label: 'โอนเงินเดือน ธนาคารกรุงเทพ (iCash)',
    extension: 'txt',
    period: 'month',
    unconfirmed: fieldTitles.bank,
  },
  sso: {
    label: 'เงินสมทบประกันสังคม (สปส.1-10)',
    extension: 'txt',
    period: 'month',
    unconfirmed: null,
  },
  ewf: {
    label: payrollWords.employeeWelfare,
    extension: 'xlsx',
    period: 'month',
    unconfirmed: payrollWords.employeeWelfare,
  },
  pnd1_text: { label: 'ภ.ง.ด.1 (ข้อความ)', extension: 'txt', period: 'month', unconfirmed: null },
  pnd1: {
    label: 'ภ.ง.ด.1 สำหรับ RD Prep (Excel)',
    extension: 'xlsx',
    period: 'month',
    unconfirmed: null,
  },
  pnd3: {
    label: 'ภ.ง.ด.3 ผู้รับจ้าง (Excel)',
    extension: 'xlsx',
    period: 'month',
    unconfirmed: null,
  },
  pnd1a: { label: 'ภ.ง.ด.1ก (Excel)', extension: 'xlsx', period: 'year', unconfirmed: null },
  wages: {
    label: 'ค่าจ้างทั้งปี กองทุนเงินทดแทน (Excel)',
    extension: 'xlsx',
    period: 'year',
    unconfirmed: null,
  },
} as const satisfies Record<
  string,
  {
    label: string
    extension: 'csv' | 'xlsx' | 'txt'
    period: 'month' | 'year'
    unconfirmed: string | null
  }
>
export type PayrollFileKind = keyof typeof payrollFileKinds

/** The period of a file for a month: `2026-11`, or `2026` for a yearly file. */
export const periodOf = (kind: PayrollFileKind, month: Month): string =>
  payrollFileKinds[kind].period === 'year' ? month.slice(0, 4) : month

/** A period in words: `พฤศจิกายน 2569`, `ปี 2569`. */
export const periodText = (period: string): string =>
  period.length === 4 ? `ปี ${formatYear(Number(period))}` : formatMonth(period)
