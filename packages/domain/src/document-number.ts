/** Document numbers: `RE-KKN-6911-0001` is type, branch, Buddhist year and month, running number. */

import { entities } from './entities.ts'
import { buddhistMonth, type Day } from './thai-date.ts'

/**
 * AP course application, EX exam application, VC vehicle check, OF other fee, RQ request fee,
 * RE receipt, RF refund, DC day close, CT certificate, PV payment voucher, IV income voucher, PS payslip, WT certificate of
 * withheld tax.
 */
export const documentTypes = [
  'AP',
  'EX',
  'VC',
  'OF',
  'RQ',
  'RE',
  'RF',
  'DC',
  'CT',
  'PV',
  'IV',
  'PS',
  'WT',
] as const

export type DocumentType = (typeof documentTypes)[number]

/**
 * The kinds of documents of applications, by the value of `issued_document.kind`. That column also
 * has other values, such as certificates.
 */
export const issuedDocuments = {
  application_form: { label: entities.application.label },
  receipt: { label: 'ใบเสร็จรับเงิน' },
  refund: { label: 'ใบคืนเงิน' },
} as const

/** The number of the `n`th document of its type, branch and month; `n` counts from 1. */
export function formatDocumentNumber(
  type: DocumentType,
  branchCode: string,
  day: Day,
  n: number,
): string {
  return `${type}-${branchCode}-${buddhistMonth(day)}-${String(n).padStart(4, '0')}`
}
