/** Reads one application for its screen. */
import { linesToWire } from '@khapdee/contract/entities/application-lines'
import {
  bindsRequester,
  isOpenRefund,
  isRevocable,
  isWithdrawable,
} from '@khapdee/domain/application/approval-request'
import { mayAmend } from '@khapdee/domain/application/amendment'
import { statusAllows, isOpen, mayPay } from '@khapdee/domain/application/status'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { examRightStatus } from '@khapdee/domain/exam-right'
import { satang } from '@khapdee/domain/money'
import type { RowOf } from '../../db/columns.ts'
import { createStatements } from '../../db/statements.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { actsAlone, mayDecideFor, mayRefundOrCancel } from '../four-eyes.ts'
import { mayStillVoid } from '../over-cap.ts'
import { aliasesOf } from './aliases.ts'
import { toCustomerRow } from '../customer/stored-customer.ts'
import { uploadLink } from '../file/upload-link.ts'
import {
  type StoredDocument,
  type StoredPayment,
  type StoredRequest,
  applicationDetail,
} from './get-application.queries.ts'

type Row = RowOf<typeof applicationDetail.columns>

const statements = createStatements<Row>()
const idPlaceholder = Symbol('id')
const todayPlaceholder = Symbol('today')

async function readApplication(ctx: UserContext, id: number): Promise<Row> {
  const { rows } = await ctx.tx.executeQuery(
    await statements(
      ctx.scope.branchIds.join(' '),
      () => applicationDetail.compile(ctx.tx, ctx, idPlaceholder, todayPlaceholder),
      new Map<symbol, unknown>([
        [idPlaceholder, id],
        [todayPlaceholder, ctx.clock.today()],
      ]),
    ),
  )
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** A payment in the wire format, with the actions that are possible on it. */
function toPayment(ctx: UserContext, row: Row, { lines, ...payment }: StoredPayment) {
  const isNormal = payment.status === 'normal'
  // The amount that a receipt paid on a line is now on the line that replaced it.
  const openLines = new Map(
    row.lines
      .filter(isOpenLine)
      .flatMap((line) => [line.line_id, ...line.replaced_lines].map((id) => [id, line] as const)),
  )
  const isOnOpenLines =
    statusAllows(row.status, 'request_delete') &&
    lines.every(({ line_id }) => openLines.has(line_id)) &&
    !row.lines.some(
      (line) =>
        !isOpenLine(line) &&
        lines.some(
          ({ line_id }) =>
            line.line_id >= line_id &&
            [line_id, ...(openLines.get(line_id)?.replaced_lines ?? [])].includes(line.line_id),
        ),
    )
  const isRefundPending = lines.some(({ line_id }) => openLines.get(line_id)?.refund_pending)
  const isChangeable = isOnOpenLines && !isRefundPending
  const mayDecide =
    payment.status === 'delete_requested' &&
    isOnOpenLines &&
    ctx.may('payment.void') &&
    row.requests.every(
      ({ payment_id, state, requested_by }) =>
        payment_id !== payment.payment_id || state !== 'waiting' || mayDecideFor(ctx, requested_by),
    ) &&
    (actsAlone(ctx, row) || mayDecideFor(ctx, payment.created_by))
  return {
    ...payment,
    lines,
    closed: payment.closing_id !== null,
    slip: payment.slip_file_id === null ? null : uploadLink(ctx, payment.slip_file_id),
    can: {
      edit_pay_type:
        isChangeable && payment.closing_id === null && isNormal && ctx.may('payment.edit-pay-type'),
      save_slip:
        payment.pay_type === 'transfer' &&
        payment.status !== 'deleted' &&
        (ctx.may('application.create') || ctx.may('application.pay')),
      request_delete:
        isChangeable && mayStillVoid(ctx, payment) && isNormal && ctx.may('payment.request-void'),
      decide_delete: mayDecide,
      approve_delete: mayDecide && !isRefundPending,
      print: true,
    },
  }
}

/** The users who may not decide a refund; see `usersBarredFromRefund`. */
const usersBarredFromRefundOf = ({ payments }: Row): number[] =>
  payments.flatMap(({ kind, status, created_by }) =>
    kind === 'receipt' && status !== 'deleted' ? [created_by] : [],
  )

/** A request in the wire format. */
const toRequest = (ctx: UserContext, row: Row, { requested_by, ...request }: StoredRequest) => ({
  ...request,
  can: {
    withdraw: requested_by === ctx.actor.user_id && isWithdrawable(request.kind, request.state),
    decide:
      request.kind === 'refund' &&
      request.state === 'waiting' &&
      ctx.may('application.refund') &&
      (actsAlone(ctx, row) ||
        [requested_by, ...usersBarredFromRefundOf(row)].every((user) => mayDecideFor(ctx, user))),
    pay_out:
      request.kind === 'refund' && request.state === 'approved' && ctx.may('application.pay'),
    revoke:
      isRevocable(request.kind, request.state) &&
      ctx.may('application.refund') &&
      requested_by !== ctx.actor.user_id,
  },
})

/** The users who may not refund or cancel alone; see `boundUsers`. */
function boundUsersOf(ctx: UserContext, row: Row): number[] {
  if (actsAlone(ctx, row)) return []
  const { requests, payments } = row
  const voided = new Set(
    payments.flatMap(({ status, payment_id }) => (status === 'deleted' ? [payment_id] : [])),
  )
  const requesters = requests.flatMap(({ kind, state, payment_id, requested_by }) =>
    bindsRequester(kind, state) && !voided.has(payment_id ?? 0) ? [requested_by] : [],
  )
  const receivers = payments.flatMap(({ kind, payment_id, created_by }) =>
    kind === 'receipt' && !voided.has(payment_id) ? [created_by] : [],
  )
  return [...requesters, ...receivers]
}

/** The actions that the state of the application and the caller's permissions allow. */
function abilities(ctx: UserContext, row: Row) {
  const { status, decision, requests } = row
  const notVoided = row.payments.filter((payment) => payment.status !== 'deleted')
  const mayEnd = mayRefundOrCancel(ctx, boundUsersOf(ctx, row))
  const isVoidable = notVoided.every((payment) => mayStillVoid(ctx, payment))
  const hasNoEndedMoney = row.lines.every(
    (line) => isOpenLine(line) || (line.status === 'ended' && line.paid === 0),
  )
  const isRefundable = statusAllows(status, 'refund') && row.paid > 0 && !row.over_cap
  const hasOpenRefund = requests.some(({ kind, state }) => isOpenRefund(kind, state))
  const changeable = row.lines.filter((line) => isOpenLine(line) && !line.refund_pending)
  return {
    pay:
      mayPay(status, decision) &&
      !row.over_cap &&
      ctx.may('application.pay') &&
      changeable.some(({ balance }) => balance > 0),
    refund: isRefundable && ctx.may('application.refund') && mayEnd,
    request_refund: isRefundable && ctx.may('application.request-refund') && !hasOpenRefund,
    end:
      !row.over_cap &&
      ctx.may('application.refund') &&
      (row.refund_due ? !hasOpenRefund : statusAllows(status, 'end') && changeable.length > 0),
    delete:
      statusAllows(status, 'delete') &&
      hasNoEndedMoney &&
      !hasOpenRefund &&
      ctx.may('application.cancel') &&
      (notVoided.length === 0 || (isVoidable && mayEnd && ctx.may('payment.void'))),
    approve:
      decision === 'pending' &&
      statusAllows(status, 'decide') &&
      ctx.may('application.approve') &&
      [row.created_by, ...row.amendments.map(({ created_by }) => created_by)].every((requester) =>
        mayDecideFor(ctx, requester),
      ),
    amend: mayAmend(row, row.lines) && !row.over_cap && ctx.may('application.update'),
    update: isOpen(status) && ctx.may('application.update'),
    documents: isOpen(status) && ctx.may('application.documents'),
    follow_up: row.balance > 0 && ctx.may('application.follow-up'),
    print: statusAllows(status, 'print'),
  }
}

function toDocument(ctx: UserContext, { file_id, proposal, ...document }: StoredDocument) {
  const isValid = proposal?.valid_until == null || proposal.valid_until >= ctx.clock.today()
  return {
    ...document,
    file_link: file_id === null ? null : uploadLink(ctx, file_id),
    proposal: isValid ? proposal : null,
  }
}

/** Reads an application in the wire format. @throws NOT_FOUND */
export async function getApplication(ctx: UserContext, id: number) {
  const row = await readApplication(ctx, id)
  const { customer, payments, requests, promptpay_id, ...shown } = row
  const feeRequest = requests.find(({ kind }) => kind === 'request_fee')
  const lines = row.lines.map((line) => ({
    ...line,
    item_id: line.course_id ?? line.other_fee_id ?? line.request_fee_id ?? 0,
  }))
  const promotedLine = lines.find((line) => line.promotion_id !== null)
  return {
    data: {
      ...shown,
      ...aliasesOf(row),
      customer: toCustomerRow(ctx, customer),
      course_id: lines.find(({ kind }) => kind === 'course')?.course_id ?? null,
      promotion: promotedLine?.promotion_code ?? '',
      promotion_id: promotedLine?.promotion_id ?? null,
      ...linesToWire(lines),
      documents: row.documents.map((document) => toDocument(ctx, document)),
      payments: payments
        .filter(({ kind }) => kind === 'receipt')
        .map((payment) => toPayment(ctx, row, payment)),
      refunds: payments
        .filter(({ kind }) => kind === 'refund')
        .map(({ paid, lines: refundedLines, ...refund }) => ({
          ...refund,
          value: satang(-paid),
          lines: refundedLines.map((refunded) => ({
            line_id: refunded.line_id,
            name: lines.find(({ line_id }) => line_id === refunded.line_id)?.name ?? '',
            value: satang(-refunded.paid),
          })),
        })),
      requests: requests.map((request) => toRequest(ctx, row, request)),
      decided_by: feeRequest?.decided_by ?? '',
      decided_at: feeRequest?.decided_at ?? null,
      decision_note: feeRequest?.decision_note ?? '',
      exam_rights: row.exam_rights.map((right) => ({
        ...right,
        status: examRightStatus(right, ctx.clock.today()),
      })),
      promptpay: promptpay_id !== '' && mayPay(row.status, row.decision),
      can: abilities(ctx, row),
    },
  }
}
