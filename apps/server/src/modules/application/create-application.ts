/**
 * Registering a customer for something: find or create him, price and discount the lines, number
 * and receipt what is paid now. All or nothing. Source: product specification, section 4.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import {
  type ApplicationKind,
  applicationKinds,
  statusFor,
} from '@khapdee/domain/application/status'
import { applicationTotals } from '@khapdee/domain/application/totals'
import { zeroSatang } from '@khapdee/domain/money'
import { addDays, ageOn, day } from '@khapdee/domain/thai-date'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { takeNumbers } from '../../kernel/numbering.ts'
import type { StoredCustomer } from '../customer/customer.queries.ts'
import { findOrCreateCustomer } from '../customer/save-customer.ts'
import { documentLink } from '../document/document-link.ts'
import { assertTransferred, unlessReferenceTaken } from './bank-reference.ts'
import { readBranchHeader } from './branch-header.ts'
import { applicationFormView, receiptView } from './document-views.ts'
import { groupByPayType } from './group-by-pay-type.ts'
import { insertApplication } from './insert-application.ts'
import { type PricedLine, priceLines } from './price-lines.ts'

function assertOldEnough(ctx: UserContext, customer: StoredCustomer, lines: readonly PricedLine[]) {
  const minAge = Math.max(0, ...lines.map((line) => line.min_age ?? 0))
  if (minAge === 0) return
  if (customer.birthday === null) {
    throw invalid([{ path: 'customer.birthday', message: 'กรุณากรอกวันเกิด' }])
  }
  if (ageOn(day(customer.birthday), ctx.clock.today()) < minAge) {
    const message = `ผู้สมัครต้องมีอายุไม่ต่ำกว่า ${minAge} ปีบริบูรณ์`
    throw invalid([{ path: 'customer.birthday', message }])
  }
}

/** What a form of any kind registers; only the kinds of lines differ. */
export type NewApplicationInput = Omit<InputOf<typeof application.create>, 'type'> & {
  type: ApplicationKind
}

/** @throws VALIDATION, PRICE_CHANGED, OVERPAY, PROMO_…, CONFLICT, DUPLICATE, NOT_FOUND */
export async function createApplication(
  ctx: UserContext,
  input: NewApplicationInput,
): Promise<Answer<typeof application.create>> {
  const branchId = input.branch_id ?? ctx.actor.branch_id
  ctx.scope.assertWritable(branchId)
  const header = await readBranchHeader(ctx, branchId)
  const lines = await priceLines(ctx, input, branchId)
  const customer = await findOrCreateCustomer(ctx, input.customer, branchId)
  assertOldEnough(ctx, customer, lines)

  const totals = applicationTotals(lines, { open: true })
  const groups = groupByPayType(lines)
  assertTransferred(input.bank_reference, groups)
  const today = ctx.clock.today()
  const at = ctx.clock.now().toISOString()
  const { documentType } = applicationKinds[input.type]
  const numbers = await takeNumbers(ctx.tx, header, today, { [documentType]: 1, RE: groups.length })
  const [code = ''] = numbers(documentType)
  const receiptNumbers = numbers('RE')
  const payments = groups.map((group, i) => ({ ...group, payment_code: receiptNumbers[i] ?? '' }))

  const issue = { header, customer, day: today, issuedAt: at, clerk: ctx.actor.name, code }
  const form = applicationFormView(issue, input.type, lines, totals, input.note)
  const receipts = payments.map((payment) => ({
    kind: 'receipt' as const,
    number: payment.payment_code,
    snapshot: receiptView(issue, {
      number: payment.payment_code,
      pay_type: payment.pay_type,
      lines: payment.lines.map((line) => ({
        ...line,
        paid_before: zeroSatang,
        paid_now: line.paid,
      })),
    }),
    printed: true,
  }))
  const inserted = await unlessReferenceTaken(
    insertApplication(ctx.tx, {
      code,
      type: input.type,
      branchId,
      customer,
      status: statusFor(totals),
      decision: input.type === 'request_fee' ? 'pending' : null,
      totals,
      lines,
      payments: payments.map(({ payment_code, pay_type, paid, lines: paidLines }) => ({
        payment_code,
        pay_type,
        paid,
        bank_reference: pay_type === 'transfer' ? input.bank_reference : '',
        lines: paidLines.map((line) => ({ position: lines.indexOf(line), paid: line.paid })),
      })),
      rights: {
        valid_from: today,
        permission_date: addDays(today, header.settings.exam_right_days),
      },
      documents: [
        { kind: 'application_form', number: code, snapshot: form, printed: receipts.length === 0 },
        ...receipts,
      ],
      note: input.note,
      userId: ctx.actor.user_id,
      at,
    }),
  )
  const { application_id } = inserted
  ctx.audit({
    entity: 'application',
    id: application_id,
    after: {
      application_code: code,
      customer_id: customer.customer_id,
      ...totals,
      payments: inserted.payments,
    },
  })

  const idOf = (number: string) =>
    inserted.documents.filter((document) => document.number === number).map((d) => d.document_id)
  const link = (documents: number[], name: string) =>
    documentLink(ctx, { documents, mark: 'original', printedAt: at }, name)
  const paymentId = new Map(inserted.payments.map((p) => [p.payment_code, p.payment_id]))
  const receiptIds = payments.flatMap((payment) => idOf(payment.payment_code))
  return {
    message: `ลงทะเบียนเรียบร้อยแล้ว เลขที่ ${code}`,
    data: {
      application_id,
      application_code: code,
      pdf: link(receiptIds.length > 0 ? receiptIds : idOf(code), payments[0]?.payment_code ?? code),
      payments: payments.map(({ payment_code, pay_type, paid }) => ({
        payment_id: paymentId.get(payment_code) ?? 0,
        payment_code,
        pay_type,
        paid,
        pdf: link(idOf(payment_code), payment_code),
      })),
    },
  }
}
