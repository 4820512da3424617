/** All endpoints with their use cases, reads and writes. */
import type { Command } from '../kernel/command.ts'
import { accountLockCommands } from './account-lock/account-lock.module.ts'
import { accountEntryCommands } from './account-entry/account-entry.module.ts'
import { applicationCommands } from './application/application.module.ts'
import { approvalCommands } from './approval/approval.module.ts'
import { auditCommands } from './audit/audit.module.ts'
import { branchCommands } from './branch/branch.module.ts'
import { calendarCommands } from './calendar/calendar.module.ts'
import { closingCommands } from './closing/closing.module.ts'
import { dashboardCommands } from './dashboard/dashboard.module.ts'
import { courseCommands } from './course/course.module.ts'
import { customerCommands } from './customer/customer.module.ts'
import { evaluationCommands } from './evaluation/evaluation.module.ts'
import { expenseItemCommands } from './expense-item/expense-item.module.ts'
import { employeeCommands } from './employee/employee.module.ts'
import { examCommands } from './exam/exam.module.ts'
import { examSessionCommands } from './exam-session/exam-session.module.ts'
import { examWaitingCommands } from './exam-waiting/exam-waiting.module.ts'
import { exportCommands } from './export/export.module.ts'
import { fileCommands } from './file/file.module.ts'
import { feeCommands } from './fee/fee.module.ts'
import { importCommands } from './import/import.module.ts'
import { listViewCommands } from './list-view/list-view.module.ts'
import { paymentCommands } from './payment/payment.module.ts'
import { promotionCommands } from './promotion/promotion.module.ts'
import { reportCommands } from './report/report.module.ts'
import { roleCommands } from './role/role.module.ts'
import { satisfactionCommands } from './satisfaction/satisfaction.module.ts'
import { schoolCommands } from './school/school.module.ts'
import { searchCommands } from './search/search.module.ts'
import { setupCommands } from './setup/setup.module.ts'
import { userCommands } from './user/user.module.ts'
import { vehicleCommands } from './vehicle/vehicle.module.ts'
import { drawerCommands } from './drawer/drawer.module.ts'
import { withheldTaxCommands } from './withheld-tax/withheld-tax.module.ts'
import { pettyCashCommands } from './petty-cash/petty-cash.module.ts'
import { documentTypeCommands } from './document-type/document-type.module.ts'
import { placeCommands } from './place/place.module.ts'
import { backupCommands } from './backup/backup.module.ts'
import { cardReaderCommands } from './card-reader/card-reader.module.ts'
import { holidayCommands } from './holiday/holiday.module.ts'
import { statementCommands } from './statement/statement.module.ts'
import { bankAccountCommands } from './bank-account/bank-account.module.ts'
import { payrollCommands } from './payroll/payroll.module.ts'
import { payrollStandingCommands } from './payroll/standing.ts'
import { payrollRateCommands } from './payroll-rate/payroll-rate.module.ts'
import { payrollFileCommands } from './payroll-file/payroll-file.module.ts'
import { payslipCommands } from './payslip/payslip.module.ts'
import { leaverLinkCommands } from './leaver-link/leaver-link.module.ts'
import { taxCertificateCommands } from './tax-certificate/tax-certificate.module.ts'
import { payrollItemCommands } from './payroll-item/payroll-item.module.ts'
import { recurringEntryCommands } from './recurring-entry/recurring-entry.module.ts'

export const commands: readonly Command[] = [
  ...dashboardCommands,
  ...userCommands,
  ...listViewCommands,
  ...employeeCommands,
  ...satisfactionCommands,
  ...schoolCommands,
  ...setupCommands,
  ...branchCommands,
  ...courseCommands,
  ...promotionCommands,
  ...feeCommands,
  ...expenseItemCommands,
  ...evaluationCommands,
  ...vehicleCommands,
  ...customerCommands,
  ...applicationCommands,
  ...paymentCommands,
  ...examCommands,
  ...examSessionCommands,
  ...calendarCommands,
  ...examWaitingCommands,
  ...approvalCommands,
  ...closingCommands,
  ...drawerCommands,
  ...withheldTaxCommands,
  ...pettyCashCommands,
  ...accountEntryCommands,
  ...accountLockCommands,
  ...reportCommands,
  ...roleCommands,
  ...auditCommands,
  ...exportCommands,
  ...fileCommands,
  ...searchCommands,
  ...importCommands,
  ...documentTypeCommands,
  ...placeCommands,
  ...holidayCommands,
  ...bankAccountCommands,
  ...statementCommands,
  ...payrollItemCommands,
  ...payrollRateCommands,
  ...payrollStandingCommands,
  ...cardReaderCommands,
  ...backupCommands,
  ...recurringEntryCommands,
  ...payrollCommands,
  ...payslipCommands,
  ...payrollFileCommands,
  ...taxCertificateCommands,
  ...leaverLinkCommands,
]
