/**
 * Tax withheld from payees: the amounts owed to the Revenue Department, their payment, and
 * certificates. Source: section 7b.10.
 */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { units } from '@khapdee/domain/words'
import { supplierReturns, withheldStates, withheldTaxTitle } from '@khapdee/domain/withheld-tax'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  baht,
  branchName,
  dataOf,
  day,
  enteredDay,
  exportQuery,
  fileLink,
  id,
  listOf,
  listQuery,
  oneOf,
  pdfLink,
  reference,
  requiredOneOf,
  requiredText,
  shownText,
  statusOf,
} from '../wire.ts'
import { expenses } from './account-entry.ts'

const { row: entry } = expenses
const { pay_type, cash_source, bank_account_id, document_no, files } = expenses.create.input.shape

const month = labelled(
  z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'กรุณาเลือกเดือน' }),
  'เดือนที่หักภาษี',
)

const row = z.object({
  entry_id: id,
  code: entry.shape.code,
  date: entry.shape.date,
  branch_id: id,
  branch: branchName,
  name: entry.shape.name,
  payee: entry.shape.payee,
  payee_tax_id: entry.shape.payee_tax_id,
  document_no: entry.shape.document_no,
  /** Null while the number of the payee is missing. */
  return: oneOf(fieldTitles.taxReturn, supplierReturns).nullable(),
  value: entry.shape.value,
  wht_value: entry.shape.wht_value,
  state: statusOf(withheldStates),
  /** The entry that paid it; null while it is owed. */
  remitted_by: id.nullable(),
  remitted_code: shownText('เลขที่ใบสำคัญนำส่ง'),
  /** The number of its certificate; empty before it is issued. */
  certificate: shownText('เลขที่หนังสือรับรอง'),
  /** The address of the payee in the last certificate; empty without one. */
  address: shownText('ที่อยู่ผู้รับเงิน'),
})
export type WithheldTaxRow = z.output<typeof row>

/** The amount owed for a branch, month of the expenses and return. */
const owed = z.object({
  branch_id: id,
  branch: branchName,
  month: z.string(),
  return: oneOf(fieldTitles.taxReturn, supplierReturns).nullable(),
  count: z.number(),
  value: labelled(baht, withheldTaxTitle, { unit: units.baht }),
  /** The last day for the payment. */
  until: day,
})
export type OwedTax = z.output<typeof owed>

export const withheldTax = {
  row,
  owedRow: owed,
  gettable: endpoint({
    method: 'GET',
    path: 'wht/gettable',
    access: 'accounting.view',
    summary:
      'Expenses with withheld tax, latest day first; `status` is owed or remitted, `type` the return, `month` the month of the expense; with the sums of the filter, and the owed tax by month and return',
    input: listQuery,
    output: listOf(row).extend({
      total: z.object({ withheld: baht, remitted: baht, owed: baht }),
      owed: z.array(owed),
    }),
  }),
  remit: endpoint({
    method: 'POST',
    path: 'wht/remit',
    access: 'accounting.create',
    idempotent: 'required',
    summary:
      'Pay the owed tax of a branch, month and return; its entry is not part of any total, and after voiding it the tax is owed again',
    input: z.strictObject({
      branch_id: reference('branch'),
      month,
      return: requiredOneOf(fieldTitles.taxReturn, supplierReturns),
      /** The amount owed that the user saw; another amount is refused. */
      value: labelled(baht, withheldTaxTitle, { unit: units.baht }),
      date: labelled(enteredDay, 'วันที่นำส่ง').optional(),
      pay_type,
      cash_source,
      bank_account_id,
      document_no,
      files,
    }),
    output: dataOf(z.object({ entry_id: id, code: z.string() })),
  }),
  certificate: endpoint({
    method: 'POST',
    path: 'wht/certificate',
    access: 'accounting.view',
    summary:
      'Link to the certificate of withheld tax (50 ทวิ) of an expense; the first print issues it with a number, later ones are copies',
    input: z.strictObject({ entry_id: id, address: requiredText('ที่อยู่ผู้รับเงิน', 300) }),
    output: dataOf(pdfLink),
  }),
  export: endpoint({
    method: 'POST',
    path: 'wht/export',
    access: 'accounting.export',
    summary: 'Link to an Excel file of the whole list, for the attachment of a return',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
}
