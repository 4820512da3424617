/** Pays a refund: issues its document, records the payment with today's date, and ends the lines. */
import type { payeeInput } from '@khapdee/contract/entities/application-shapes'
import { type PayType, isOpen } from '@khapdee/domain/application/status'
import { type Satang, satang } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { writeTogether } from '../../db/write-together.ts'
import type { UserContext } from '../../kernel/context.ts'
import { reserve } from '../../kernel/numbering.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { settleRefund } from '../approval-requests.ts'
import { documentLink } from '../document/document-link.ts'
import { issueDocuments } from '../document/issue-documents.ts'
import { endRightsOfLines } from '../booking/bookings.ts'
import { bookPaidExams, wishedSessions } from '../booking/register-exams.ts'
import { applyPayments } from './apply-payments.ts'
import type { BranchHeader } from '../branch-header.ts'
import { refundView } from './document-views.ts'
import { auditedChange, lapseOfLines, leavesNoBalance } from './end-application.ts'
import type { lockPayments } from './end-application.queries.ts'
import type { OpenApplication } from './open-application.ts'
import type { RefundLine } from './refund-lines.ts'

/** How a refund is paid; the fields of the account are empty for cash. */
export type RefundPayment = {
  value: Satang
  pay_type: PayType
  /** The chosen account that a transfer is paid from. */
  bank_account_id?: number | null | undefined
  note: string
} & Record<keyof typeof payeeInput, string>

interface Refund extends RefundPayment {
  lines: readonly RefundLine[]
  /** Name of the user who approved the refund. */
  approver: string
  /** The approved request that is paid out; absent for a direct refund. */
  request_id?: number
}

/** A locked application with its document header and its payments. */
interface RefundedApplication {
  app: OpenApplication
  header: BranchHeader
  /** Its locked payments. */
  payments: Awaited<ReturnType<typeof lockPayments.rows>>
}

/** The ids of the lines, and of the lines from which changes of course moved money to them, also in several steps. */
function withSources(
  lineIds: readonly number[],
  payments: readonly { kind: string; lines: readonly number[] }[],
): ReadonlySet<number> {
  const found = new Set(lineIds)
  // Newest first: money is moved to a line before it is moved on to the next one.
  for (const { kind, lines } of payments.toReversed()) {
    if (kind === 'moved' && lines.some((line_id) => found.has(line_id))) {
      for (const line_id of lines) found.add(line_id)
    }
  }
  return found
}

/**
 * Pays a refund whose lines and amounts were checked. Its open lines end. It may include ended
 * lines, whose money the school had kept. Promotion uses stay counted. If nothing is owed any more
 * for the lines that stay open, their exams are booked and their extensions take effect; the caller
 * has locked the rights of these lines for that.
 * @returns the number of the refund document and a link to it, and the outcome of those bookings
 * and extensions, in Thai
 */
export async function payRefund(
  ctx: UserContext,
  { app, header, payments }: RefundedApplication,
  { lines, value, pay_type, note, approver, request_id, ...account }: Refund,
) {
  const asked = account.bank_account_id
  const bank_account_id = await chosenAccount(ctx, app.branch_id, asked, [{ pay_type }])
  const refunded = withSources(
    lines.flatMap((line) => (line.value > 0 ? [line.line_id] : [])),
    payments,
  )
  const receipts = payments.filter(
    ({ kind, lines: paidLineIds }) =>
      kind === 'receipt' && paidLineIds.some((line_id) => refunded.has(line_id)),
  )
  const day = ctx.clock.today()
  const at = ctx.clock.now().toISOString()
  const stamp = { user_id: ctx.actor.user_id, at }
  const { application_id: id, application_code, customer, branch_id } = app
  const lineIds = lines.map(({ line_id }) => line_id)

  const settles = leavesNoBalance(app, lineIds)
  const isPayout = request_id !== undefined
  const rest = { application_id: id }
  const laterSessions = settles ? await wishedSessions(ctx, rest) : []
  await endRightsOfLines(ctx, lineIds, note, stamp, laterSessions)
  const { nextId, numbers } = await reserve(ctx.tx, {
    branchId: branch_id,
    day,
    numbers: { RF: 1 },
    ids: { payment: 1, issued_document: 1 },
  })
  const [number = ''] = numbers('RF', header.code)
  const [payment_id, document_id] = [nextId('payment'), nextId('issued_document')]
  const payee =
    pay_type === 'transfer'
      ? { bank: account.payee_bank, account: account.payee_account, name: account.payee_name }
      : undefined
  const { writes, money } = applyPayments(
    ctx,
    app,
    {
      payments: [
        {
          payment_id,
          payment_code: number,
          kind: 'refund',
          pay_type,
          paid: satang(-value),
          bank_reference: '',
          bank_account_id,
          note,
          ...(payee === undefined ? {} : { payee }),
          lines: lines.flatMap((line) =>
            line.value > 0 ? [{ line_id: line.line_id, paid: satang(-line.value) }] : [],
          ),
        },
      ],
      lines: lines.map((line) => ({
        line_id: line.line_id,
        paid: satang(-line.value),
        pay_type: line.pay_type,
        status: line.value > 0 ? 'refunded' : 'ended',
      })),
      end_note: note,
    },
    at,
  )
  const clerk = ctx.actor.name
  const issue = { header, customer, day, issuedAt: at, clerk, code: application_code }
  const snapshot = refundView(issue, lines, {
    number,
    pay_type,
    value,
    note,
    payee,
    receipts: receipts.map(({ payment_code }) => payment_code),
    approver,
  })
  const document = { document_id, kind: 'refund' as const, number, application_id: id, payment_id }
  const allWrites = [
    ...writes,
    ...(isPayout ? [settleRefund(request_id, payment_id, stamp)] : []),
    ...lapseOfLines(
      app,
      { lineIds, isOver: !isOpen(money.status), keepsRefund: isPayout },
      `${actionWords.refund} ${number}`,
      stamp,
    ),
    issueDocuments([{ ...document, snapshot, printed: true }], { branch_id, at }),
  ]
  let outcomes: string[] = []
  if (settles) {
    await writeTogether(ctx.tx, allWrites)
    const exam = await bookPaidExams(ctx, rest)
    outcomes = exam === null ? [] : [exam.message]
  } else await ctx.deferWrite(allWrites)
  const { before, after } = auditedChange(app, money, note)
  ctx.audit({
    entity: 'application',
    id,
    before: { ...before, ...(isPayout && { refund_request: 'approved' }) },
    after: { ...after, ...(isPayout && { refund_request: 'paid_out' }) },
  })
  const link = { documents: [document_id], mark: 'original' as const, printedAt: at }
  return { paid: { refund_code: number, pdf: documentLink(ctx, link, number) }, outcomes }
}
