/** The inbox of requests that another user decides, waiting or decided. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { stateWords } from '@khapdee/domain/words'
import { refundDueStates } from '@khapdee/domain/application/status'
import { payrollDecisions } from '@khapdee/domain/payroll/steps'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { branchName, dataOf, id, listOf, listQuery, oneOf, shownText, version } from '../wire.ts'
import { monthTitle, payTotals } from './payroll-shapes.ts'
import {
  amount,
  applicationCode,
  approvalRequest,
  customerName,
  kind,
  applicationRow,
  paymentCode,
} from './application-shapes.ts'

/** The tabs of the inbox, by the value of the filter `status`. */
export const approvalTabs = {
  waiting: stateWords.waitingForApproval,
  due: refundDueStates.refund_due.label,
  decided: 'พิจารณาแล้ว',
} as const
export type ApprovalTab = keyof typeof approvalTabs

/** Number of days for which the inbox lists decided requests. */
export const decidedDays = 90

export const approvalRow = approvalRequest.extend({
  /** The receipt to be voided. */
  payment_id: id.nullable(),
  application_id: id,
  /** Kind of the application. */
  type: kind,
  code: paymentCode,
  application_code: applicationCode,
  /** The version of the application, to be sent with the decision on a request fee. */
  version,
  customer: customerName,
  /**
   * The names of the items of the request: of its receipt, of its refund, or of the request fee.
   */
  lines: applicationRow.shape.course_name,
  amount,
  branch_id: id,
  branch: branchName,
  /**
   * False if it is decided, or the caller lacks the permission, made the request, or took the
   * receipt in question.
   */
  can_decide: z.boolean(),
  /**
   * False also if it can only be rejected: the void of a receipt with a line in an open refund
   * request.
   */
  can_approve: z.boolean(),
  /** Whether the caller made the request and may still withdraw it. */
  can_withdraw: z.boolean(),
  /** Whether the caller may pay out the approved refund. */
  can_pay_out: z.boolean(),
  /** Whether the caller may revoke the approval of another user's refund request. */
  can_revoke: z.boolean(),
  /** Whether the caller made the request. */
  is_own: z.boolean(),
})
export type ApprovalRow = z.output<typeof approvalRow>

/** The months of a branch that wait for the next step of the caller. */
const waitingPayroll = z.object({
  branch_id: id,
  branch: branchName,
  month: shownText(monthTitle),
  step: oneOf(fieldTitles.step, payrollDecisions),
  count: labelled(z.number(), 'จำนวนคน'),
  net: payTotals.net,
  /** The user who submitted them. */
  user: shownText('ผู้ส่งตรวจสอบ'),
})
export type WaitingPayroll = z.output<typeof waitingPayroll>

export const approval = {
  gettable: endpoint({
    method: 'GET',
    path: 'approval/gettable',
    access: 'signed-in',
    summary:
      'Requests that the caller may decide or pay out, or has made; `status` selects those that wait (default), those with money to pay back, or those decided in the last 90 days. `type` is the kind of request',
    input: listQuery,
    output: listOf(approvalRow),
  }),
  payrollRow: waitingPayroll,
  payroll: endpoint({
    method: 'GET',
    path: 'approval/payroll',
    access: 'signed-in',
    summary:
      'Months of payroll that the caller may confirm or approve, by branch, month and step, earliest first; of one branch or all',
    input: listQuery.pick({ branch: true }),
    output: dataOf(z.array(waitingPayroll)),
  }),
  count: endpoint({
    method: 'GET',
    path: 'approval/count',
    access: 'signed-in',
    summary:
      'The number of requests that the caller may decide, and of months of payroll by branch that wait for their step, in one branch or all',
    input: listQuery.pick({ branch: true }),
    output: dataOf(z.object({ waiting: z.number() })),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: 'approval/withdraw',
    access: 'signed-in',
    summary: 'Withdraw the caller’s own request while it waits; a refund also until it is paid out',
    input: z.strictObject({ request_id: id }),
    output: dataOf(z.null()),
  }),
}
