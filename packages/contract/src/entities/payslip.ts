/** Payslips as PDF: one, all of a month, and one’s own. Source: product specification, sections 10 and 10b. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, fileLink, listQuery, pdfLink, reference } from '../wire.ts'
import { payMonth } from './payroll-shapes.ts'

/** A link to a payslip, and how its password is made; an empty hint for one that is not locked. */
const payslipLink = z.object({ ...pdfLink.shape, hint: z.string() })

export const payslip = {
  pdf: endpoint({
    method: 'POST',
    path: 'payroll/payslip/pdf',
    access: 'payroll.view',
    summary: 'Link to the payslip of an approved month; it is locked where the school says so',
    input: z.strictObject({ user_id: reference('app_user'), month: payMonth }),
    output: dataOf(payslipLink),
  }),
  many: endpoint({
    method: 'POST',
    path: 'payroll/payslip/pdf-many',
    access: 'payroll.view',
    summary:
      'Link to one PDF of all payslips of a month, sent in parts with the number of finished ones: of each part 4 bytes of that number, 4 bytes of its length, and its bytes',
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
