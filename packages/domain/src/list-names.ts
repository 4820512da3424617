/** Thai names of the exported lists; the keys are the file names. */
import { accountSides } from './expense-item.ts'
import { entities, listLabel } from './entities.ts'
import { fieldTitles } from './field-titles.ts'
import { payrollWords } from './payroll/payroll-words.ts'
import { payslipTitle } from './payroll/payslip.ts'
import { examDocuments } from './exam-document-names.ts'

export const listNames = {
  applications: 'สมัครเรียน สมัครสอบ ตรวจสภาพรถ',
  'other-fees': entities.other_fee.label,
  'request-fees': entities.request_fee.label,
  'pay-balance': 'รับชำระยอดค้าง',
  overdue: 'รายการค้างชำระ',
  payments: 'ประวัติการชำระเงิน',
  payslips: payslipTitle,
  exams: fieldTitles.exam,
  'exam-rights': entities.exam_right.label,
  roster: examDocuments.roster.label,
  'evaluation-results': fieldTitles.rating,
  comments: 'ข้อเสนอแนะของผู้สอบ',
  income: accountSides.income.label,
  expenses: accountSides.expenses.label,
  accounts: listLabel(entities.account_entry),
  'withheld-tax': payrollWords.withheldTax,
  'tax-certificates': listLabel(entities.tax_certificate),
  report: 'รายงาน',
  statements: entities.statement_line.label,
  closings: entities.closing.label,
  customers: entities.customer.label,
  vehicles: entities.vehicle.label,
  employees: entities.app_user.label,
  audit: entities.audit_log.label,
} as const
