/** Thai labels of all audited calls; a server test fails when one is missing. */
import { ownPayslipsTitle, payslipTitle } from '@khapdee/domain/payroll/payslip'
import { voucherTitles } from '@khapdee/domain/account-entry'
import { lockWords } from '@khapdee/domain/account-lock'
import { applicationKinds } from '@khapdee/domain/application/status'
import { accountSides } from '@khapdee/domain/expense-item'
import { entities, entityList } from '@khapdee/domain/entities'
import { examRightEvents } from '@khapdee/domain/exam-right'
import {
  examDocuments,
  printCertificateLabel,
  printLabel,
} from '@khapdee/domain/exam-document-names'
import { importKinds } from '@khapdee/domain/import'
import { statementStates } from '@khapdee/domain/statement/statement'
import { type PayrollStep, payrollSteps } from '@khapdee/domain/payroll/steps'
import { leaverLinkTitle } from '@khapdee/domain/payroll/leaver-link'
import { shortCertificateTitle, taxCertificateTitle } from '@khapdee/domain/payroll/tax-certificate'
import { withheldTaxTitle } from '@khapdee/domain/withheld-tax'
import { actionWords } from '@khapdee/domain/words'

export const auditKinds = {
  create: { label: 'เพิ่มข้อมูล' },
  update: { label: 'แก้ไขข้อมูล' },
  delete: { label: 'ลบหรือยกเลิก' },
  money: { label: 'รับและคืนเงิน' },
  decide: { label: actionWords.approve },
  print: { label: 'พิมพ์เอกสาร' },
  export: { label: actionWords.exportExcel },
  reveal: { label: actionWords.reveal },
  access: { label: 'เข้าใช้งานระบบ' },
} as const

export type AuditKind = keyof typeof auditKinds

export interface AuditedCall {
  kind: AuditKind
  label: string
}

/** The calls declared by `crud()`. */
const crudCalls = Object.fromEntries(
  entityList.flatMap(([, { apiPath, label }]): [string, AuditedCall][] =>
    apiPath === undefined
      ? []
      : [
          [`POST ${apiPath}/create`, { kind: 'create', label: `${actionWords.add}${label}` }],
          [`PUT ${apiPath}/update`, { kind: 'update', label: `${actionWords.edit}${label}` }],
          [`DELETE ${apiPath}/delete`, { kind: 'delete', label: `${actionWords.delete}${label}` }],
        ],
  ),
)

/** The calls that `applicationEndpoints` declares below `path`. @param label of the create call */
const applicationCalls = (path: string, label: string): Record<string, AuditedCall> => ({
  [`POST ${path}/create`]: { kind: 'create', label },
  [`POST ${path}/paybalance`]: { kind: 'money', label: actionWords.payBalance },
  [`POST ${path}/refund`]: { kind: 'money', label: actionWords.refund },
  [`POST ${path}/end`]: { kind: 'money', label: actionWords.endWithoutRefund },
  [`POST ${path}/amend`]: { kind: 'update', label: actionWords.amend },
  [`PUT ${path}/update`]: { kind: 'update', label: actionWords.editNote },
  [`POST ${path}/delete`]: { kind: 'delete', label: actionWords.cancelApplication },
  [`POST ${path}/pdf`]: { kind: 'print', label: actionWords.printApplication },
  [`POST ${path}/pdfpayment`]: { kind: 'print', label: actionWords.printReceipt },
  [`POST ${path}/export`]: { kind: 'export', label: actionWords.exportExcel },
})

const importCalls = Object.fromEntries(
  Object.entries(importKinds).map(([kind, { label }]): [string, AuditedCall] => [
    `POST import/${kind}/confirm`,
    { kind: 'create', label: `${actionWords.import}${label}` },
  ]),
)

const licence = entities.user_licence.label
const standing = entities.payroll_standing.label
const workRate = entities.payroll_work_rate.label
const opening = entities.payroll_opening.label
const loan = entities.payroll_loan.label
const payMonth = entities.payroll_month.label
const payrollStep = (step: PayrollStep) => `${payrollSteps[step].label}: ${payMonth}`

/** Kind and Thai label of each call; the keys are method and path. */
export const auditedCalls: Readonly<Record<string, AuditedCall>> = {
  'POST user/login': { kind: 'access', label: actionWords.signIn },
  'POST user/refresh': { kind: 'access', label: 'ต่ออายุการเข้าสู่ระบบ' },
  'POST jwt/refresh-token': { kind: 'access', label: 'ต่ออายุการเข้าสู่ระบบ' },
  'POST user/logout': { kind: 'access', label: actionWords.signOut },
  'PUT user/password': { kind: 'access', label: 'เปลี่ยนรหัสผ่าน' },
  'PUT user/photo': { kind: 'update', label: 'แก้ไขรูปของตนเอง' },
  'POST user/sessions/end': { kind: 'access', label: 'สิ้นสุดการเข้าสู่ระบบของตนเอง' },
  'POST user/endsessions': { kind: 'access', label: 'สิ้นสุดการเข้าสู่ระบบของพนักงาน' },
  'POST user/resetpassword': { kind: 'access', label: 'ตั้งรหัสผ่านใหม่ให้พนักงาน' },
  'POST user/setup': { kind: 'create', label: 'ตั้งค่าครั้งแรก' },
  'POST user/register': { kind: 'create', label: 'เพิ่มพนักงาน' },
  'PUT user/update': { kind: 'update', label: 'แก้ไขพนักงาน' },
  'DELETE user/delete': { kind: 'delete', label: 'ลบพนักงาน' },
  'POST user/export': { kind: 'export', label: actionWords.exportExcel },
  'POST user/reveal': { kind: 'reveal', label: actionWords.reveal },
  'POST user/licence/create': { kind: 'create', label: `${actionWords.add}${licence}` },
  'PUT user/licence/update': { kind: 'update', label: `${actionWords.edit}${licence}` },
  'DELETE user/licence/delete': { kind: 'delete', label: `${actionWords.delete}${licence}` },
  'POST list-payrollListUser/create': { kind: 'create', label: `${actionWords.add}${standing}` },
  'PUT list-payrollListUser/update': { kind: 'update', label: `${actionWords.edit}${standing}` },
  'DELETE list-payrollListUser/delete': {
    kind: 'delete',
    label: `${actionWords.delete}${standing}`,
  },
  'POST payroll/build': { kind: 'create', label: actionWords.buildPayroll },
  'PUT list-payrollList/update': { kind: 'update', label: `${actionWords.edit}${payMonth}` },
  'PUT list-payrollReport/update': { kind: 'update', label: `${actionWords.edit}${payMonth}` },
  'POST payroll/submit': { kind: 'update', label: payrollStep('submit') },
  'POST payroll/confirm': { kind: 'decide', label: payrollStep('confirm') },
  'POST payroll/approve': { kind: 'decide', label: payrollStep('approve') },
  'POST payroll/return': { kind: 'decide', label: payrollStep('return_submitted') },
  'POST payroll/reopen': { kind: 'decide', label: payrollStep('reopen') },
  'POST payroll/void': { kind: 'decide', label: payrollStep('void') },
  'POST payroll/pay': { kind: 'money', label: payrollStep('pay') },
  'PUT payroll/setting/update': {
    kind: 'update',
    label: `${actionWords.edit}การ${entities.payroll_setting.label}`,
  },
  'POST payroll/loan/create': { kind: 'money', label: `จ่าย${loan}` },
  'POST payroll/loan/repay': { kind: 'money', label: `${actionWords.receiveRepayment}${loan}` },
  'POST payroll/loan/cancel': { kind: 'money', label: `${actionWords.cancel}${loan}` },
  'POST payroll/opening/create': { kind: 'create', label: `${actionWords.add}${opening}` },
  'PUT payroll/opening/update': { kind: 'update', label: `${actionWords.edit}${opening}` },
  'DELETE payroll/opening/delete': { kind: 'delete', label: `${actionWords.delete}${opening}` },
  'POST payroll/work-rate/create': { kind: 'create', label: `${actionWords.add}${workRate}` },
  'PUT payroll/work-rate/update': { kind: 'update', label: `${actionWords.edit}${workRate}` },
  'DELETE payroll/work-rate/delete': { kind: 'delete', label: `${actionWords.delete}${workRate}` },
  'POST payroll/payslip/pdf': { kind: 'print', label: `${actionWords.print}${payslipTitle}` },
  'POST payroll/payslip/pdf-many': {
    kind: 'print',
    label: `${actionWords.print}${payslipTitle}ทั้งงวด`,
  },
  'POST payroll/own/pdf': { kind: 'print', label: `${actionWords.print}${ownPayslipsTitle}` },
  'POST payroll/file/create': {
    kind: 'export',
    label: `${actionWords.prepare}${entities.payroll_file.label}`,
  },
  'POST payroll/certificate/issue': {
    kind: 'create',
    label: `${actionWords.issue}${shortCertificateTitle}`,
  },
  'POST payroll/certificate/cancel': {
    kind: 'delete',
    label: `${actionWords.cancel}${shortCertificateTitle}`,
  },
  'POST payroll/certificate/pdf': {
    kind: 'print',
    label: `${actionWords.print}${shortCertificateTitle}`,
  },
  'POST payroll/certificate/own/pdf': {
    kind: 'print',
    label: `${actionWords.print}${shortCertificateTitle}ของตนเอง`,
  },
  'POST payroll/certificate/export': { kind: 'export', label: actionWords.exportExcel },
  'POST payroll/leaver-link/issue': { kind: 'create', label: `สร้าง${leaverLinkTitle}` },
  'POST payroll/leaver-link/revoke': {
    kind: 'delete',
    label: `${actionWords.cancel}${leaverLinkTitle}`,
  },
  'POST leaver/open': { kind: 'reveal', label: `${actionWords.open}${leaverLinkTitle}` },
  'POST user/leave/create': { kind: 'create', label: actionWords.addLeave },
  'DELETE user/leave/delete': { kind: 'delete', label: 'ลบวันลา' },
  'PUT school/update': { kind: 'update', label: 'แก้ไขการตั้งค่าโรงเรียน' },
  'POST backup/start': { kind: 'create', label: 'สำรองข้อมูล' },
  'POST backup/open': { kind: 'export', label: 'ดาวน์โหลดข้อมูลสำรอง' },
  'POST card-reader/connect': { kind: 'create', label: 'เพิ่มเครื่องอ่านบัตร' },
  'POST card-reader/revoke': { kind: 'delete', label: 'ยกเลิกเครื่องอ่านบัตร' },
  'PUT setup/update': { kind: 'update', label: 'ข้ามหรือซ่อนการตั้งค่าเริ่มต้น' },
  'POST setup/receipt': { kind: 'print', label: 'พิมพ์ตัวอย่างใบเสร็จ' },
  ...crudCalls,
  'GET customer/check': { kind: 'reveal', label: 'ดูข้อมูลผู้สมัครของสาขาอื่น' },
  'POST otherfee/grant-rights': { kind: 'update', label: actionWords.grantRights },
  'PUT customer/updateprofile': { kind: 'update', label: 'แก้ไขข้อมูลผู้สมัคร' },
  'POST customer/reveal': { kind: 'reveal', label: actionWords.reveal },
  'POST customer/export': { kind: 'export', label: actionWords.exportExcel },
  'POST customer/privacynotice': { kind: 'update', label: 'บันทึกการรับทราบประกาศความเป็นส่วนตัว' },
  'POST customer/mergewalkin': { kind: 'update', label: 'รวมลูกค้าทั่วไปเข้ากับผู้สมัครเดิม' },
  'POST customer/merge': { kind: 'update', label: actionWords.mergeCustomers },
  ...applicationCalls('application', actionWords.register),
  ...applicationCalls('applicationfee', applicationKinds.other_fee.label),
  ...applicationCalls('request', 'รับคำขอ'),
  'POST request/refund/pdf': { kind: 'print', label: actionWords.printRefund },
  'POST application/refund/request': { kind: 'update', label: actionWords.requestRefund },
  'POST application/refund/decide': { kind: 'decide', label: 'พิจารณาคำขอคืนเงิน' },
  'POST application/refund/revoke': { kind: 'decide', label: actionWords.revokeApproval },
  'POST application/refund/payout': { kind: 'money', label: actionWords.payOut },
  'POST request/approve': { kind: 'decide', label: 'พิจารณาค่าคำขอ' },
  'POST application/document/tick': { kind: 'update', label: actionWords.receiveDocument },
  'POST application/document/copy': { kind: 'update', label: 'ใช้เอกสารเดิม' },
  'POST application/document/untick': { kind: 'update', label: 'ยกเลิกการรับเอกสาร' },
  'POST application/follow-up': { kind: 'create', label: actionWords.followUp },
  'PUT list-view/save': { kind: 'update', label: `${actionWords.save}${entities.list_view.label}` },
  'DELETE list-view/delete': {
    kind: 'delete',
    label: `${actionWords.delete}${entities.list_view.label}`,
  },
  'POST held-form/create': { kind: 'create', label: actionWords.hold },
  'POST held-form/discard': { kind: 'delete', label: 'ลบหรือเรียกคืนรายการที่พักไว้' },
  'PUT payment/edit-paytype': { kind: 'update', label: actionWords.editPayType },
  'PUT payment/slip': { kind: 'update', label: 'บันทึกสลิปการโอน' },
  'POST payment/request-delete': { kind: 'update', label: actionWords.requestVoid },
  'POST approval/withdraw': { kind: 'update', label: actionWords.withdraw },
  'POST payment/decide-delete': { kind: 'decide', label: 'พิจารณาคำขอลบรายการชำระเงิน' },
  'POST payment/pdf': { kind: 'print', label: actionWords.printReceipt },
  'POST payment/export': { kind: 'export', label: actionWords.exportExcel },
  'POST payment/paybalance/export': { kind: 'export', label: actionWords.exportExcel },
  'POST payment/overdue/export': { kind: 'export', label: actionWords.exportExcel },
  'POST exam/extend': { kind: 'update', label: actionWords.extendRight },
  'POST exam/grant': { kind: 'create', label: actionWords.grantRights },
  'POST exam/disable': { kind: 'update', label: actionWords.disableRight },
  'POST exam/enable': { kind: 'update', label: actionWords.enableRight },
  'POST exam/book': { kind: 'create', label: actionWords.bookExam },
  'POST exam/retake': { kind: 'create', label: actionWords.retakeExam },
  'POST exam/changedate': { kind: 'update', label: actionWords.changeExamDate },
  'POST exam/cancel': { kind: 'delete', label: actionWords.cancelBooking },
  'POST exam/checkin': { kind: 'update', label: actionWords.checkIn },
  'POST exam/theory': { kind: 'update', label: actionWords.correctTheory },
  'POST exam/undo-checkin': { kind: 'update', label: actionWords.undoCheckIn },
  'POST exam/call': { kind: 'update', label: actionWords.callCandidate },
  'POST exam-screen/renew': { kind: 'update', label: 'สร้างลิงก์จอแสดงคิว' },
  'POST exam-screen/revoke': { kind: 'delete', label: 'ยกเลิกลิงก์จอแสดงคิว' },
  'POST exam/enter': { kind: 'update', label: actionWords.enterExam },
  'POST exam/result': { kind: 'update', label: actionWords.recordResult },
  'POST exam/results': { kind: 'update', label: actionWords.recordResult },
  'POST exam/export': { kind: 'export', label: actionWords.exportExcel },
  'POST evaluate/results/export': { kind: 'export', label: actionWords.exportExcel },
  'POST evaluate/comments/export': { kind: 'export', label: actionWords.exportExcel },
  'POST exam/slip': { kind: 'print', label: printLabel(examDocuments.slip) },
  'POST exam-session/roster': { kind: 'print', label: printLabel(examDocuments.roster) },
  'POST exam-session/roster/export': { kind: 'export', label: actionWords.exportExcel },
  'POST exam-session/results': { kind: 'print', label: printLabel(examDocuments.results) },
  'POST exam-waiting/join': { kind: 'create', label: actionWords.joinWaiting },
  'POST exam-waiting/offer': { kind: 'update', label: actionWords.offerSeat },
  'POST exam-waiting/accept': { kind: 'create', label: actionWords.acceptSeat },
  'POST exam-waiting/decline': { kind: 'update', label: actionWords.declineSeat },
  'POST exam-waiting/leave': { kind: 'delete', label: actionWords.leaveWaiting },
  'POST exam-session/create': {
    kind: 'create',
    label: `${actionWords.add}${entities.exam_session.label}`,
  },
  'PUT exam-session/update': {
    kind: 'update',
    label: `${actionWords.edit}${entities.exam_session.label}`,
  },
  'POST exam-session/cancel': {
    kind: 'delete',
    label: `${actionWords.cancel}${entities.exam_session.label}`,
  },
  'POST exam-session/admit': { kind: 'update', label: actionWords.admit },
  'POST exam/dismiss': { kind: 'update', label: actionWords.dismiss },
  'POST exam-session/keep': { kind: 'update', label: actionWords.keepSession },
  'POST exam-session/replace': { kind: 'update', label: 'เปลี่ยนกรรมการ รถ หรือสถานที่สอบ' },
  'POST exam-session/close': { kind: 'update', label: actionWords.closeSession },
  'POST satisfaction/answer': { kind: 'create', label: 'ตอบแบบประเมินความพึงพอใจ' },
  'POST exam/permission/export': { kind: 'export', label: actionWords.exportExcel },
  'POST certificate/issue': { kind: 'create', label: examRightEvents.certified.label },
  'POST certificate/pdf': { kind: 'print', label: printCertificateLabel },
  'POST certificate/cancel': { kind: 'delete', label: examRightEvents.uncertified.label },
  'POST calendar-event/create': {
    kind: 'create',
    label: `${actionWords.add}${entities.calendar_event.label}`,
  },
  'PUT calendar-event/update': {
    kind: 'update',
    label: `${actionWords.edit}${entities.calendar_event.label}`,
  },
  'DELETE calendar-event/delete': {
    kind: 'delete',
    label: `${actionWords.delete}${entities.calendar_event.label}`,
  },
  'POST calendar-feed/renew': { kind: 'update', label: 'สร้างลิงก์ปฏิทิน' },
  'POST calendar-feed/revoke': { kind: 'delete', label: 'ยกเลิกลิงก์ปฏิทิน' },
  'POST closing/close': { kind: 'money', label: entities.closing.label },
  'POST closing/pdf': { kind: 'print', label: 'พิมพ์รายงานปิดยอด' },
  'POST drawer/move': { kind: 'money', label: 'บันทึกรายการลิ้นชักเงินสด' },
  'POST pettycash/create': {
    kind: 'create',
    label: `${actionWords.add}${entities.petty_cash.label}`,
  },
  'PUT pettycash/update': {
    kind: 'update',
    label: `${actionWords.edit}${entities.petty_cash.label}`,
  },
  'POST pettycash/opening': { kind: 'money', label: 'บันทึกยอดยกมาของเงินสดย่อย' },
  'POST pettycash/advance': { kind: 'money', label: 'จ่ายเงินสดย่อย' },
  'POST pettycash/spend': { kind: 'money', label: 'ใช้จ่ายเงินสดย่อย' },
  'POST pettycash/count': { kind: 'money', label: 'นับเงินสดย่อย' },
  'POST pettycash/replenish': { kind: 'money', label: 'เบิกชดเชยเงินสดย่อย' },
  'POST pettycash/return': { kind: 'money', label: 'คืนเงินสดย่อยเข้าลิ้นชัก' },
  'POST wht/remit': { kind: 'money', label: `${actionWords.remit}${withheldTaxTitle}` },
  'POST wht/certificate': { kind: 'print', label: `${actionWords.print}${taxCertificateTitle}` },
  'POST wht/export': { kind: 'export', label: actionWords.exportExcel },
  'POST income/create': { kind: 'money', label: `${actionWords.add}${accountSides.income.label}` },
  'PUT income/update': { kind: 'update', label: `${actionWords.edit}${accountSides.income.label}` },
  'DELETE income/delete': {
    kind: 'delete',
    label: `${actionWords.cancel}${accountSides.income.label}`,
  },
  'POST expenses/create': {
    kind: 'money',
    label: `${actionWords.add}${accountSides.expenses.label}`,
  },
  'PUT expenses/update': {
    kind: 'update',
    label: `${actionWords.edit}${accountSides.expenses.label}`,
  },
  'DELETE expenses/delete': {
    kind: 'delete',
    label: `${actionWords.cancel}${accountSides.expenses.label}`,
  },
  'POST Account/create': {
    kind: 'money',
    label: `${actionWords.add}${entities.account_entry.label}`,
  },
  'PUT Account/update': {
    kind: 'update',
    label: `${actionWords.edit}${entities.account_entry.label}`,
  },
  'POST accounting/lock': { kind: 'update', label: lockWords.lock },
  'POST accounting/unlock': { kind: 'update', label: lockWords.unlock },
  'POST statement/commit': {
    kind: 'create',
    label: `${actionWords.import}${entities.statement_line.label}`,
  },
  'POST statement/match': { kind: 'update', label: actionWords.match },
  'POST statement/match-proposed': { kind: 'update', label: actionWords.match },
  'POST statement/unmatch': { kind: 'update', label: actionWords.unmatch },
  'POST statement/ignore': { kind: 'update', label: statementStates.ignored.label },
  'POST statement/unignore': { kind: 'update', label: statementStates.unmatched.label },
  'POST statement/export': { kind: 'export', label: actionWords.exportExcel },
  'POST income/export': { kind: 'export', label: actionWords.exportExcel },
  'POST expenses/export': { kind: 'export', label: actionWords.exportExcel },
  'POST income/pdf': { kind: 'print', label: `${actionWords.print}${voucherTitles.income}` },
  'POST expenses/pdf': { kind: 'print', label: `${actionWords.print}${voucherTitles.expenses}` },
  'POST Account/pdf': { kind: 'print', label: 'พิมพ์ใบสำคัญ' },
  'POST accounting/printpdf': { kind: 'print', label: 'พิมพ์รายงานบัญชี' },
  'POST report/pdf': { kind: 'print', label: actionWords.printReport },
  'POST report/export': { kind: 'export', label: actionWords.exportExcel },
  'POST Account/export': { kind: 'export', label: actionWords.exportExcel },
  'POST closing/export': { kind: 'export', label: actionWords.exportExcel },
  'POST holiday/open': { kind: 'update', label: 'กำหนดสาขาที่เปิดทำการในวันหยุด' },
  'POST vehicle/export': { kind: 'export', label: actionWords.exportExcel },
  ...importCalls,
  'POST audit/export': { kind: 'export', label: actionWords.exportExcel },
  'POST file/upload': { kind: 'create', label: 'อัปโหลดไฟล์' },
}

/** The entry of the programs of the operator that skip document numbers. */
export const skipNumbersCall = 'npm run after-restore'

/** The entries of programs of the operator, which are not calls of the server. */
export const operatorCalls: Readonly<Record<string, AuditedCall>> = {
  [skipNumbersCall]: { kind: 'update', label: 'ข้ามเลขที่เอกสารหลังกู้คืนข้อมูล' },
}

/** The calls of a kind, as keys of `auditedCalls` and `operatorCalls`; empty for an unknown kind. */
export const callsOf = (kind: string): string[] =>
  Object.entries({ ...auditedCalls, ...operatorCalls }).flatMap(([call, audited]) =>
    audited.kind === kind ? [call] : [],
  )
