/**
 * Records payments for lines with a balance, in cash, by transfer or both. Source: product
 * specification, section 4.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { messages } from '@khapdee/contract/messages'
import {
  type LinePayment,
  payTypeOrder,
  paymentsOf,
} from '@khapdee/domain/application/line-payments'
import { type PayType, mayPay, statusSentence } from '@khapdee/domain/application/status'
import { lineBalance, lineNet } from '@khapdee/domain/application/totals'
import { type Satang, bahtWithUnit, satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, invalid, notFound, stateError } from '../../kernel/errors.ts'
import { type Wanted, reserve } from '../../kernel/numbering.ts'
import { chosenAccount } from '../bank-account/chosen-account.ts'
import { chosenSlip, insertSlip } from './new-slips.ts'
import { lockRightsOfLines } from '../booking/named-rights.ts'
import { hasUnservedLines, bookPaidExams } from '../booking/register-exams.ts'
import { issueDocuments } from '../document/issue-documents.ts'
import { assertNotBeingRefunded } from '../refund-requests.ts'
import { applyPayments } from './apply-payments.ts'
import { assertReferenceHasTransfer, mapDuplicateReference } from './bank-reference.ts'
import { assertCashReceived } from './cash-received.ts'
import { assertAgreedDay, insertFollowUp } from './follow-ups.ts'
import { groupByPayType } from './group-by-pay-type.ts'
import {
  type OpenApplication,
  assertHasLines,
  assertWithinCap,
  lockWithHeader,
  lockWithNumbers,
} from './open-application.ts'
import type { OpenLine } from './open-application.queries.ts'
import { linkReceipts, makeReceipts } from './receipts.ts'

type Input = InputOf<typeof application.paybalance>
/**
 * A stored line with one amount of the call. `paid` is this amount, not what is stored, because `groupByPayType` sums it;
 * `paid_now` is the same for the receipt. `paid_before` includes earlier amounts of the same call.
 */
type PaidLine = Omit<OpenLine, 'paid' | 'pay_type'> &
  LinePayment & { paid_before: Satang; paid_now: Satang }

/** An amount of the call. */
interface RequestedAmount extends LinePayment {
  line_id: number
  /** The position of its line in `lines` of the call. */
  index: number
  /** The field of the call with the amount: `paid`, or `payments` when the line is split. */
  field: 'paid' | 'payments'
}

/** The amounts of the call, cash first, in the order of the receipt numbers. */
const requestedAmounts = ({ lines }: Input): RequestedAmount[] =>
  lines
    .flatMap(({ line_id, ...given }, index) =>
      paymentsOf(given).map((payment) => ({
        ...payment,
        line_id,
        index,
        field: given.payments === undefined ? ('paid' as const) : ('payments' as const),
      })),
    )
    .toSorted((a, b) => payTypeOrder.indexOf(a.pay_type) - payTypeOrder.indexOf(b.pay_type))

/** Refuses a line that occurs twice with the same pay type: a receipt has one amount per line. @throws VALIDATION */
function assertUniqueLines(amounts: readonly RequestedAmount[]): void {
  const keys = new Set<string>()
  for (const { line_id, pay_type, index } of amounts) {
    const key = `${line_id} ${pay_type}`
    if (keys.has(key)) {
      throw invalid([{ path: `lines.${index}.line_id`, message: messages.repeatedLine }])
    }
    keys.add(key)
  }
}

/**
 * The paid amounts with their stored lines. A line may occur once with each pay type.
 * @throws VALIDATION, NOT_FOUND, OVERPAY
 */
function paidLines(app: OpenApplication, amounts: readonly RequestedAmount[]): PaidLine[] {
  assertUniqueLines(amounts)
  const byId = new Map(app.lines.map((line) => [line.line_id, line]))
  const remaining = new Map(app.lines.map((line) => [line.line_id, lineBalance(line)]))
  return amounts.map(({ line_id, paid, pay_type, index, field }) => {
    const line = byId.get(line_id)
    if (line === undefined) throw notFound()
    const owed = remaining.get(line_id) ?? zeroSatang
    if (paid > owed) {
      const message = `${messages.overpay} (${bahtWithUnit(owed)})`
      throw new AppError('OVERPAY', message, 400, {
        errors: [{ path: `lines.${index}.${field}`, message }],
      })
    }
    remaining.set(line_id, satang(owed - paid))
    return { ...line, paid, pay_type, paid_before: satang(lineNet(line) - owed), paid_now: paid }
  })
}

function assertPayable(app: OpenApplication): void {
  assertWithinCap(app)
  if (mayPay(app.status, app.decision)) return
  if (app.decision === 'rejected') throw stateError('คำขอนี้ไม่อนุมัติ รับชำระเงินไม่ได้')
  throw stateError(statusSentence(app.status))
}

/**
 * Refuses a payment of an application that was changed after the caller saw it, with what is owed now.
 * @param seen the version that the caller saw; absent in calls of clients that do not know it
 * @throws CONFLICT
 */
function assertSeenBalance({ version, balance }: OpenApplication, seen: number | undefined): void {
  if (seen === undefined || seen === version) return
  throw conflict(
    `ใบสมัครนี้มีการเปลี่ยนแปลง ยอดค้างชำระล่าสุด ${bahtWithUnit(balance)} กรุณาตรวจสอบก่อนรับชำระ`,
  )
}

/**
 * Records payments and issues a receipt for each pay type. Returns the new balance in satang and links to
 * the receipts.
 * @throws NOT_FOUND, CONFLICT, STATE, OVERPAY, VALIDATION, REFUND_PENDING; the commit throws DUPLICATE for a repeated bank reference
 */
export async function payBalance(
  ctx: UserContext,
  input: Input,
): Promise<Answer<typeof application.paybalance>> {
  const day = ctx.clock.today()
  const amounts = requestedAmounts(input)
  const receiptCount = groupByPayType(amounts).length
  const hasWishes = await hasUnservedLines(ctx, input.application_id)
  if (hasWishes) await lockRightsOfLines(ctx, input.application_id)
  const { app, header, nextId, numbers, exam } = await lockForPayment(ctx, input, hasWishes, {
    day,
    numbers: { RE: receiptCount },
    ids: { payment: receiptCount, issued_document: receiptCount },
  })
  assertPayable(app)
  assertSeenBalance(app, input.version)
  await assertHasLines(
    ctx,
    app,
    amounts.map(({ line_id }) => line_id),
  )
  const lines = paidLines(app, amounts)
  assertNotBeingRefunded(
    app,
    lines.map(({ line_id }) => line_id),
  )
  assertReferenceHasTransfer(input.bank_reference, lines)
  const { bank_account_id: asked } = input
  const bank_account_id = await chosenAccount(ctx, app.branch_id, asked, lines)
  const slip = await chosenSlip(ctx, input.slip_file_id, lines)
  const groups = groupByPayType(lines)
  assertCashReceived(input.cash_received, groups)
  const at = ctx.clock.now().toISOString()
  const receiptNumbers = numbers('RE', header.code)
  const { application_id: id, application_code: code, customer, vehicle, branch_id } = app
  const issue = { header, customer, vehicle, day, issuedAt: at, clerk: ctx.actor.name, code }
  const receipts = makeReceipts(issue, groups, {
    application_id: id,
    numbers: receiptNumbers,
    nextId,
    bank_reference: input.bank_reference,
    bank_account_id,
    cash_received: input.cash_received,
    note: input.note,
  })
  const payments = receipts.map(({ payment }) => payment)
  const { due_date } = input
  const change = { payments, lines: paidByLine(lines), due_date }
  const { writes, money } = applyPayments(ctx, app, change, at)
  await assertAgreedDay(ctx, due_date, money.balance)
  const documents = receipts.map(({ document }) => document)
  await ctx.deferWrite(
    [
      ...writes,
      ...insertSlip(payments, slip, { user_id: ctx.actor.user_id, at }),
      ...(due_date === null
        ? []
        : [
            insertFollowUp(
              { application_id: id, source: 'payment', next_date: due_date },
              { user_id: ctx.actor.user_id, at },
            ),
          ]),
      issueDocuments(documents, { branch_id, at }),
    ],
    mapDuplicateReference,
  )
  ctx.audit({
    entity: 'application',
    id,
    branch: branch_id,
    before: { paid: app.paid, balance: app.balance },
    after: {
      paid: money.paid,
      balance: money.balance,
      ...(due_date !== null && { due_date }),
      payments: receipts.map(({ document: { document_id }, payment }) => ({
        payment_id: payment.payment_id,
        payment_code: payment.payment_code,
        document_id,
      })),
    },
  })
  return {
    message: [
      `รับชำระเงินเรียบร้อยแล้ว เลขที่ใบเสร็จ ${receiptNumbers.join(', ')}`,
      ...(exam === null ? [] : [exam.message]),
    ].join(' · '),
    data: {
      application_id: id,
      balance: money.balance,
      ...linkReceipts(ctx, receipts, at),
      ...(exam !== null && { exam }),
    },
  }
}

/**
 * Locks the application and reserves numbers. The exam days that the payment completes are booked
 * in between, because the counters of the numbers must be locked last.
 * @throws NOT_FOUND
 */
async function lockForPayment(
  ctx: UserContext,
  input: Input,
  hasWishes: boolean,
  wanted: Omit<Wanted<'payment' | 'issued_document'>, 'branchId'>,
) {
  if (!hasWishes) {
    return { ...(await lockWithNumbers(ctx, input.application_id, wanted)), exam: null }
  }
  const locked = await lockWithHeader(ctx, input.application_id)
  const { app } = locked
  const paid = sumSatang(requestedAmounts(input).map((amount) => amount.paid))
  const settles = mayPay(app.status, app.decision) && paid === app.balance
  const exam = settles ? await bookPaidExams(ctx, app) : null
  return { ...locked, ...(await reserve(ctx.tx, { ...wanted, branchId: app.branch_id })), exam }
}

/** The paid amounts summed by line, each with the pay type of the line's last receipt. */
function paidByLine(lines: readonly PaidLine[]) {
  const byLine = new Map<number, { line_id: number; paid: Satang; pay_type: PayType }>()
  for (const { line_id, paid_now, pay_type } of lines) {
    const paid = satang((byLine.get(line_id)?.paid ?? 0) + paid_now)
    byLine.set(line_id, { line_id, paid, pay_type })
  }
  return [...byLine.values()]
}
