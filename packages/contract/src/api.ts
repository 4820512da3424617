/** All endpoints of the product in one list; the server mounts exactly these. */
import type { CrudApi } from './crud.ts'
import type { Endpoint } from './endpoint.ts'
import { account, expenses, income } from './entities/account-entry.ts'
import { application } from './entities/application.ts'
import { applicationFee } from './entities/application-fee.ts'
import { applicationTimeline } from './entities/application-timeline.ts'
import { accountLock } from './entities/account-lock.ts'
import { approval } from './entities/approval.ts'
import { audit } from './entities/audit.ts'
import { branch } from './entities/branch.ts'
import { calendar, calendarEvent, calendarFeed } from './entities/calendar.ts'
import { certificate } from './entities/certificate.ts'
import { closing } from './entities/closing.ts'
import { drawer } from './entities/drawer.ts'
import { withheldTax } from './entities/withheld-tax.ts'
import { pettyCash } from './entities/petty-cash.ts'
import { course } from './entities/course.ts'
import { dashboard } from './entities/dashboard.ts'
import { customer } from './entities/customer.ts'
import { importEndpoints } from './entities/import.ts'
import { customerMerge } from './entities/customer-merge.ts'
import { customerRecord } from './entities/customer-record.ts'
import { evaluation } from './entities/evaluation.ts'
import { evaluationResult } from './entities/evaluation-result.ts'
import { customerExam } from './entities/customer-exam.ts'
import { examBooking } from './entities/exam-booking.ts'
import { examDocument } from './entities/exam-document.ts'
import { examDay } from './entities/exam-day.ts'
import { backup } from './entities/backup.ts'
import { cardReader } from './entities/card-reader.ts'
import { examScreen } from './entities/exam-screen.ts'
import { examRight } from './entities/exam-right.ts'
import { examSession } from './entities/exam-session.ts'
import { affectedSession } from './entities/affected-session.ts'
import { examWaiting } from './entities/exam-waiting.ts'
import { expenseItem } from './entities/expense-item.ts'
import { employee } from './entities/employee.ts'
import { employeeLicence } from './entities/employee-licence.ts'
import { otherFee, requestFee } from './entities/fees.ts'
import { firstAdministrator } from './entities/first-administrator.ts'
import { file } from './entities/file.ts'
import { followUp } from './entities/follow-up.ts'
import { heldForm } from './entities/held-form.ts'
import { listView } from './entities/list-view.ts'
import { payment } from './entities/payment.ts'
import { promotion } from './entities/promotion.ts'
import { requiredDocument } from './entities/required-document.ts'
import { refundRequest } from './entities/refund-request.ts'
import { report } from './entities/report.ts'
import { request } from './entities/request.ts'
import { role } from './entities/role.ts'
import { satisfaction } from './entities/satisfaction.ts'
import { school } from './entities/school.ts'
import { screens } from './entities/screens.ts'
import { search } from './entities/search.ts'
import { setup } from './entities/setup.ts'
import { user } from './entities/user.ts'
import { vehicle } from './entities/vehicle.ts'
import { vehicleExpenses } from './entities/vehicle-expenses.ts'
import { documentType } from './entities/document-type.ts'
import { place } from './entities/place.ts'
import { holiday } from './entities/holiday.ts'
import { statement } from './entities/statement.ts'
import { bankAccount } from './entities/bank-account.ts'
import { payrollItem } from './entities/payroll-item.ts'
import { payrollRate } from './entities/payroll-rate.ts'
import { payroll } from './entities/payroll.ts'
import { payrollLoan } from './entities/payroll-loan.ts'
import { payrollOpening } from './entities/payroll-opening.ts'
import { payrollSetting } from './entities/payroll-setting.ts'
import { payrollFile } from './entities/payroll-file.ts'
import { leaverLink } from './entities/leaver-link.ts'
import { taxCertificate } from './entities/tax-certificate.ts'
import { payslip } from './entities/payslip.ts'
import { payrollStanding } from './entities/payroll-standing.ts'
import { payrollWorkRate } from './entities/payroll-work-rate.ts'
import { recurringEntry } from './entities/recurring-entry.ts'

const groups = {
  dashboard,
  user,
  firstAdministrator,
  employee,
  employeeLicence,
  school,
  setup,
  branch,
  course,
  promotion,
  otherFee,
  requestFee,
  expenseItem,
  evaluation,
  evaluationResult,
  vehicle,
  vehicleExpenses,
  customer,
  customerRecord,
  customerMerge,
  application,
  applicationFee,
  applicationTimeline,
  request,
  refundRequest,
  followUp,
  heldForm,
  listView,
  requiredDocument,
  payment,
  examRight,
  examBooking,
  examDocument,
  examDay,
  examScreen,
  cardReader,
  backup,
  certificate,
  customerExam,
  affectedSession,
  examSession,
  satisfaction,
  calendar,
  calendarEvent,
  calendarFeed,
  examWaiting,
  approval,
  closing,
  drawer,
  withheldTax,
  pettyCash,
  income,
  expenses,
  account,
  accountLock,
  report,
  role,
  audit,
  file,
  screens,
  search,
  importEndpoints,
  documentType,
  place,
  holiday,
  bankAccount,
  statement,
  payrollItem,
  payrollRate,
  payrollStanding,
  payrollWorkRate,
  recurringEntry,
  payroll,
  payrollLoan,
  payrollOpening,
  payrollSetting,
  payslip,
  payrollFile,
  taxCertificate,
  leaverLink,
}

const isCrud = (group: object): group is CrudApi =>
  'entity' in group && 'apiPath' in (group.entity as object)

/** The endpoints of every CRUD entity, in the order of the groups above. */
export const crudApis: readonly CrudApi[] = Object.values<object>(groups).filter(isCrud)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** All endpoints, in the order of the groups above. */
export const api: readonly Endpoint[] = Object.values(groups).flatMap((group) =>
  Object.values(group).filter(isEndpoint),
)
