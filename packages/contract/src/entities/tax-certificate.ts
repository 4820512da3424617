/** Certificates of tax withheld from pay (50 ทวิ). Source: product specification, sections 10 and 10b. */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { payReturns, taxCertificateStates } from '@khapdee/domain/payroll/tax-certificate'
import { yearToDateTitles } from '@khapdee/domain/payroll/payslip'
import { units, headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  baht,
  branchName,
  createdAt,
  dataOf,
  exportQuery,
  fileLink,
  id,
  listOf,
  listQuery,
  oneOf,
  pdfLink,
  reason,
  reference,
  shownText,
  statusOf,
  wholeNumberBetween,
} from '../wire.ts'

/** CE. */
const year = wholeNumberBetween(fieldTitles.taxYear, 2000, 2200)

const figures = {
  return: oneOf(fieldTitles.taxReturn, payReturns),
  income: labelled(baht, yearToDateTitles.income, { unit: units.baht }),
  tax: labelled(baht, yearToDateTitles.tax, { unit: units.baht }),
  social_security: labelled(baht, yearToDateTitles.social_security, { unit: units.baht }),
  provident_fund: labelled(baht, yearToDateTitles.provident_fund, { unit: units.baht }),
}

const row = z.object({
  tax_certificate_id: id,
  certificate_code: shownText(headings.number),
  year,
  user_id: reference('app_user'),
  name: shownText(fieldTitles.fullName),
  branch_id: id,
  branch: branchName,
  ...figures,
  status: statusOf(taxCertificateStates),
  /** The sums of the pay of the year now. They differ from those of the certificate if the pay was changed after its issue. */
  present_income: labelled(baht, 'เงินได้ตามสลิปปัจจุบัน'),
  present_tax: labelled(baht, 'ภาษีตามสลิปปัจจุบัน'),
  /** Empty unless it is cancelled. */
  cancel_note: shownText(fieldTitles.cancelReason),
  user: shownText(fieldTitles.issuedBy),
  createdAt,
})
export type TaxCertificateRow = z.output<typeof row>

/** A person whose pay of the year has no valid certificate. */
const candidate = z.object({
  user_id: reference('app_user'),
  name: shownText(fieldTitles.fullName),
  branch_id: id,
  branch: branchName,
  ...figures,
  /** Whether the person is no longer employed. */
  has_left: z.boolean(),
  /** Why no certificate can be issued; null if it can. */
  problem: shownText('เหตุผลที่ยังออกไม่ได้').nullable(),
})
export type TaxCertificateCandidate = z.output<typeof candidate>

const own = row.pick({
  tax_certificate_id: true,
  certificate_code: true,
  year: true,
  return: true,
  income: true,
  tax: true,
  createdAt: true,
})

const which = z.strictObject({ tax_certificate_id: reference('tax_certificate') })

export const taxCertificate = {
  row,
  candidate,
  gettable: endpoint({
    method: 'GET',
    path: 'payroll/certificate/gettable',
    access: 'payroll.view',
    summary:
      'Certificates of tax withheld from pay, newest first, with the sums of the filter without cancelled ones; `month` selects a year of tax, `type` a return, and `status` valid, differs or cancelled',
    input: listQuery,
    output: listOf(row).extend({ total: z.object({ income: baht, tax: baht }) }),
  }),
  candidates: endpoint({
    method: 'GET',
    path: 'payroll/certificate/candidates',
    access: 'payroll.export',
    summary:
      'People whose approved pay of a year has no valid certificate, and why none can be issued; `years` are those with approved pay',
    input: z.strictObject({
      year: z.coerce.number().pipe(year).optional(),
      branch: listQuery.shape.branch,
    }),
    output: z.object({ data: z.array(candidate), year, years: z.array(year) }),
  }),
  issue: endpoint({
    method: 'POST',
    path: 'payroll/certificate/issue',
    access: 'payroll.export',
    idempotent: 'optional',
    summary:
      'Issue the certificates of people for a year; people for whom none can be issued are skipped and listed, and the call is refused if all are skipped',
    input: z.strictObject({
      year,
      user_ids: labelled(
        z
          .array(id)
          .min(1, { error: `กรุณาเลือก${entities.app_user.label}อย่างน้อย 1 คน` })
          .max(5000),
        entities.app_user.label,
      ),
    }),
    output: dataOf(
      z.object({
        certificates: z.array(
          z.object({
            tax_certificate_id: id,
            certificate_code: shownText(headings.number),
            user_id: id,
          }),
        ),
        left_out: z.array(z.object({ user_id: id, name: z.string(), problem: z.string() })),
      }),
    ),
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'payroll/certificate/cancel',
    access: 'payroll.export',
    idempotent: 'optional',
    summary:
      'Cancel a certificate, which keeps its number and shows 0; another one can be issued for the year',
    input: which.extend({ note: reason(500) }),
    output: dataOf(z.null()),
  }),
  pdf: endpoint({
    method: 'POST',
    path: 'payroll/certificate/pdf',
    access: 'payroll.view',
    summary: 'Link to a certificate as it was issued; a cancelled one is stamped and shows 0',
    input: which,
    output: dataOf(pdfLink),
  }),
  own: endpoint({
    method: 'GET',
    path: 'payroll/certificate/own',
    access: 'signed-in',
    summary: 'The valid certificates of the caller, latest year first',
    input: z.strictObject({}),
    output: dataOf(z.array(own)),
  }),
  ownPdf: endpoint({
    method: 'POST',
    path: 'payroll/certificate/own/pdf',
    access: 'signed-in',
    summary: 'Link to a valid certificate of the caller',
    input: which,
    output: dataOf(pdfLink),
  }),
  export: endpoint({
    method: 'POST',
    path: 'payroll/certificate/export',
    access: 'payroll.export',
    summary: 'Link to an Excel file of the whole list',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
}
