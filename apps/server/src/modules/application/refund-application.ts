/** Refunds money of lines, which end by it. Source: product specification, sections 4, 4b and 4c. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { missingPayee } from '@khapdee/contract/entities/application-shapes'
import { messages } from '@khapdee/contract/messages'
import { type RefundedLine, refundOfAll } from '@khapdee/domain/application/refund'
import { can, isOpen } from '@khapdee/domain/application/status'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { type Satang, bahtWithUnit, satang, sumSatang } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { documentLink } from '../document/document-link.ts'
import { issueDocuments } from '../document/issue-documents.ts'
import { assertMayRefundOrCancel, boundRequesters } from '../four-eyes.ts'
import { applyPayments } from './apply-payments.ts'
import { refundView } from './document-views.ts'
import { auditedChange, lapseOfLines } from './end-application.ts'
import { disableRights, lockPayments } from './end-application.queries.ts'
import { type OpenApplication, lockWithHeader, stateError } from './open-application.ts'
import type { OpenLine } from './open-application.queries.ts'

type Input = InputOf<typeof application.refund>

/** A line of the application with the part of the refund that is taken from it. */
type RefundLine = OpenLine & RefundedLine

function refundMax(path: string, max: Satang): AppError {
  const message = messages.refundMax(bahtWithUnit(max))
  return new AppError('REFUND_MAX', message, 400, { errors: [{ path, message }] })
}

/** Checks the lines of the call. @throws VALIDATION, NOT_FOUND, REFUND_MAX */
function chosenLines(
  { lines }: OpenApplication,
  chosen: NonNullable<Input['lines']>,
  value: Satang,
): RefundLine[] {
  const byId = new Map(lines.map((line) => [line.line_id, line]))
  const seen = new Set<number>()
  const refunded = chosen.map((part, i) => {
    const line = byId.get(part.line_id)
    if (line === undefined) throw notFound()
    if (seen.has(part.line_id)) {
      throw invalid([{ path: `lines.${i}.line_id`, message: 'รายการนี้ซ้ำกัน' }])
    }
    seen.add(part.line_id)
    if (part.value > line.paid) throw refundMax(`lines.${i}.value`, line.paid)
    if (part.value === 0 && !isOpenLine(line)) {
      throw invalid([{ path: `lines.${i}.value`, message: messages.positive }])
    }
    return { ...line, ...part }
  })
  if (sumSatang(chosen.map((part) => part.value)) !== value) {
    throw invalid([{ path: 'value', message: messages.refundSum }])
  }
  return refunded
}

/** The lines that end or give money back, in the order of the application. */
function refundedLines(app: OpenApplication, { lines, value }: Input): RefundLine[] {
  if (lines !== undefined) {
    const chosen = new Map(chosenLines(app, lines, value).map((line) => [line.line_id, line]))
    return app.lines.flatMap(({ line_id }) => chosen.get(line_id) ?? [])
  }
  if (value > app.paid) throw refundMax('value', app.paid)
  const parts = new Map(refundOfAll(value, app.lines).map((part) => [part.line_id, part]))
  return app.lines.flatMap((line) => {
    const part = parts.get(line.line_id)
    return part === undefined ? [] : [{ ...line, ...part }]
  })
}

/** The lines, and those from which money was moved to them, directly or in several changes of course. */
function withSources(
  lineIds: readonly number[],
  payments: readonly { kind: string; lines: readonly number[] }[],
): ReadonlySet<number> {
  const found = new Set(lineIds)
  // Newest first: the money of a line was moved there before it was moved on.
  for (const { kind, lines } of payments.toReversed()) {
    if (kind === 'moved' && lines.some((line_id) => found.has(line_id))) {
      for (const line_id of lines) found.add(line_id)
    }
  }
  return found
}

/**
 * Refunds money of the given lines, or of all. Open lines among them end; the application goes on with the other
 * lines. Money that was kept on ended lines may be refunded, too. Promotion uses stay counted.
 * @throws NOT_FOUND, STATE, REFUND_MAX, VALIDATION; SAME_USER when the caller has requested the void of a receipt
 */
export async function refundApplication(
  ctx: UserContext,
  input: Input,
): Promise<Answer<typeof application.refund>> {
  const { value, pay_type, note } = input
  const { app, header } = await lockWithHeader(ctx, input.application_id)
  if (!can(app.status, 'refund')) throw stateError('ใบสมัครนี้คืนเงินหรือยกเลิกแล้ว')
  const payments = await lockPayments.rows(ctx.tx, app.application_id)
  assertMayRefundOrCancel(ctx, await boundRequesters(ctx, app.application_id))
  const missing = missingPayee(input)
  if (missing.length > 0) throw invalid(missing)
  const lines = refundedLines(app, input)
  const refunded = withSources(
    lines.flatMap((line) => (line.value > 0 ? [line.line_id] : [])),
    payments,
  )
  const receipts = payments.filter(
    (one) => one.kind === 'receipt' && one.lines.some((line_id) => refunded.has(line_id)),
  )
  const day = ctx.clock.today()
  const at = ctx.clock.now().toISOString()
  const { application_id: id, application_code, customer, branch_id } = app
  const lineIds = lines.map(({ line_id }) => line_id)

  await disableRights.rows(ctx.tx, lineIds, { at, user_id: ctx.actor.user_id })
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
      ? { bank: input.payee_bank, account: input.payee_account, name: input.payee_name }
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
    approver: clerk,
  })
  const document = { document_id, kind: 'refund' as const, number, application_id: id, payment_id }
  const lapsed = `${actionWords.refund} ${number}`
  await ctx.deferWrite([
    ...writes,
    ...lapseOfLines(id, { lineIds, isOver: !isOpen(money.status) }, lapsed, {
      user_id: ctx.actor.user_id,
      at,
    }),
    issueDocuments([{ ...document, snapshot, printed: true }], { branch_id, at }),
  ])
  ctx.audit({ entity: 'application', id, ...auditedChange(app, money, note) })
  const link = { documents: [document_id], mark: 'original' as const, printedAt: at }
  return {
    message: 'บันทึกการคืนเงินเรียบร้อยแล้ว',
    data: { application_id: id, refund_code: number, pdf: documentLink(ctx, link, number) },
  }
}
