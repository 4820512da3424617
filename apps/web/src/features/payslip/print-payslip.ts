import { payslipTitle } from '@khapdee/domain/payroll/payslip'
import { alerts } from '../../shared/alerts.ts'
import { printPdf } from '../../shared/print.ts'

/** Opens a payslip in a new tab; for a locked one, an alert shows how its password is formed. */
export const printPayslip = (
  fetchLink: () => Promise<{ data: { pdf: string; hint: string } }>,
): Promise<void> =>
  printPdf(async () => {
    const answer = await fetchLink()
    const { hint } = answer.data
    if (hint !== '') alerts.success(`${payslipTitle}มีรหัสผ่าน: ${hint}`)
    return answer
  })
