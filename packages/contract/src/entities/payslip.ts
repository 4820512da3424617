/** Payslips as PDF: one, all of a month, and one’s own. Source: product specification, sections 10 and 10b. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, fileLink, listQuery, pdfLink, reference } from '../wire.ts'
import { payMonth } from './payroll-shapes.ts'

/**
 * A link to a payslip, and a Thai hint on the format of its password; the hint is empty without a
 * password.
 */
const payslipLink = z.object({ ...pdfLink.shape, hint: z.string() })

export const payslip = {
  pdf: endpoint({
    method: 'POST',
    path: 'payroll/payslip/pdf',
    access: 'payroll.view',
    summary:
      'Link to the payslip of an approved month, with a password if the settings of the school require one',
    input: z.strictObject({ user_id: reference('app_user'), month: payMonth }),
    output: dataOf(payslipLink),
  }),
  many: endpoint({
    method: 'POST',
    path: 'payroll/payslip/pdf-many',
    access: 'payroll.view',
    summary:
      'Link to one PDF of all payslips of a month. The response is a sequence of parts: the number of payslips finished so far (4 bytes, big-endian), the length of the part (4 bytes, big-endian), and the bytes of the PDF',
    input: z.strictObject({ branch: listQuery.shape.branch, month: payMonth }),
    output: dataOf(z.object({ ...fileLink.shape, count: z.number() })),
  }),
  own: endpoint({
    method: 'POST',
    path: 'payroll/own/pdf',
    access: 'signed-in',
    summary: 'Link to the caller’s own payslip of an approved month',
    input: z.strictObject({ month: payMonth }),
    output: dataOf(payslipLink),
  }),
}
