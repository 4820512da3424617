/**
 * Taking money for what is owed, line by line, cash and transfer at once. Source: product
 * specification, section 4.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { messages } from '@khapdee/contract/messages'
import { type ApplicationStatus, mayPay } from '@khapdee/domain/application/status'
import { lineBalance, lineNet } from '@khapdee/domain/application/totals'
import { type Satang, formatBaht, satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { takeNumbers } from '../../kernel/numbering.ts'
import { documentLink } from '../document/document-link.ts'
import { assertTransferred, unlessReferenceTaken } from './bank-reference.ts'
import { logoOf, readBranchHeader } from './branch-header.ts'
import { receiptView } from './document-views.ts'
import { groupByPayType, payOrder } from './group-by-pay-type.ts'
import { type OpenApplication, type OpenLine, ended, lockApplication } from './open-application.ts'

type Input = InputOf<typeof application.paybalance>
type PaidLine = OpenLine & Input['lines'][number] & { paid_before: Satang; paid_now: Satang }

/** A line is paid at most once in each way, since one receipt holds all that is paid in that way. */
function assertNamedOnce({ lines }: Input): void {
  const named = new Set<string>()
  for (const [i, { line_id, pay_type }] of lines.entries()) {
    const way = `${line_id} ${pay_type}`
    if (named.has(way)) {
      throw invalid([{ path: `lines.${i}.line_id`, message: 'รายการนี้ซ้ำกัน' }])
    }
    named.add(way)
  }
}

/**
 * The lines that are paid; one may be paid in both ways, first in cash, as the receipts are
 * numbered.
 */
function paidLines(app: OpenApplication, input: Input): PaidLine[] {
  assertNamedOnce(input)
  const byId = new Map(app.lines.map((line) => [line.line_id, line]))
  const left = new Map(app.lines.map((line) => [line.line_id, lineBalance(line)]))
  const cashFirst = [...input.lines.entries()].toSorted(
    ([, a], [, b]) => payOrder.indexOf(a.pay_type) - payOrder.indexOf(b.pay_type),
  )
  return cashFirst.map(([i, { line_id, paid, pay_type }]) => {
    const line = byId.get(line_id)
    if (line === undefined) throw notFound()
    const owed = left.get(line_id) ?? zeroSatang
    if (paid > owed) {
      const message = `${messages.overpay} (${formatBaht(owed)} บาท)`
      throw new AppError('OVERPAY', message, 400, {
        errors: [{ path: `lines.${i}.paid`, message }],
      })
    }
    left.set(line_id, satang(owed - paid))
    return { ...line, paid, pay_type, paid_before: satang(lineNet(line) - owed), paid_now: paid }
  })
}

function assertPayable(app: OpenApplication): void {
  if (mayPay(app.status, app.decision)) return
  if (app.decision === 'rejected') throw ended('คำขอนี้ไม่อนุมัติ รับชำระเงินไม่ได้')
  if (app.status === 'paid') throw ended('ใบสมัครนี้ชำระครบแล้ว')
  throw ended('ใบสมัครนี้คืนเงินหรือยกเลิกแล้ว รับชำระเงินไม่ได้')
}

/** @throws NOT_FOUND, STATE, OVERPAY, VALIDATION, DUPLICATE */
export async function payBalance(
  ctx: UserContext,
  input: Input,
): Promise<Answer<typeof application.paybalance>> {
  const app = await lockApplication(ctx, input.application_id)
  assertPayable(app)
  const lines = paidLines(app, input)
  assertTransferred(input.bank_reference, lines)
  const header = await readBranchHeader(ctx, app.branch_id)
  const groups = groupByPayType(lines)
  const today = ctx.clock.today()
  const at = ctx.clock.now().toISOString()
  const numbers = (await takeNumbers(ctx.tx, header, today, { RE: groups.length }))('RE')
  const payments = groups.map((group, i) => ({
    ...group,
    payment_code: numbers[i] ?? '',
    bank_reference: group.pay_type === 'transfer' ? input.bank_reference : '',
  }))
  const issue = {
    header,
    customer: app.customer,
    day: today,
    issuedAt: at,
    clerk: ctx.actor.name,
    code: app.application_code,
  }
  const paidNow = sumSatang(payments.map((payment) => payment.paid))
  const balance = satang(app.balance - paidNow)
  const record = payments.map(({ payment_code, pay_type, paid, bank_reference, lines: own }) => ({
    payment_code,
    pay_type,
    paid,
    bank_reference,
    snapshot: receiptView(issue, { number: payment_code, pay_type, lines: own }),
    lines: own.map((line) => ({ line_id: line.line_id, paid: line.paid })),
  }))
  const inserted = await unlessReferenceTaken(
    insertPayments(ctx, app, record, balance, input.note, at),
  )
  ctx.audit({
    entity: 'application',
    id: app.application_id,
    before: { paid: app.paid, balance: app.balance },
    after: { paid: satang(app.paid + paidNow), balance, payments: inserted },
  })
  const idOf = new Map(inserted.map((payment) => [payment.payment_code, payment]))
  const link = (codes: readonly string[]) =>
    documentLink(
      ctx,
      {
        documents: codes.map((code) => idOf.get(code)?.document_id ?? 0),
        mark: 'original',
        printedAt: at,
      },
      codes[0] ?? '',
    )
  return {
    message: `รับชำระเงินเรียบร้อยแล้ว เลขที่ใบเสร็จ ${numbers.join(', ')}`,
    data: {
      application_id: app.application_id,
      balance,
      pdf: link(numbers),
      payments: payments.map(({ payment_code, pay_type, paid }) => ({
        payment_id: idOf.get(payment_code)?.payment_id ?? 0,
        payment_code,
        pay_type,
        paid,
        pdf: link([payment_code]),
      })),
    },
  }
}

interface Inserted {
  payment_id: number
  payment_code: string
  document_id: number
}

async function insertPayments(
  ctx: UserContext,
  app: OpenApplication,
  payments: readonly { pay_type: 'cash' | 'transfer'; paid: Satang }[],
  balance: Satang,
  note: string,
  at: string,
): Promise<Inserted[]> {
  const paidBy = (way: 'cash' | 'transfer') =>
    sumSatang(payments.filter(({ pay_type }) => pay_type === way).map(({ paid }) => paid))
  const status: ApplicationStatus = balance > 0 ? 'outstanding' : 'paid'
  const { rows } = await sql<Inserted>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as p (payment_code text,
        pay_type text, paid bigint, bank_reference text, snapshot jsonb, lines jsonb)
    ), pay as (
      insert into payment (payment_code, application_id, branch_id, type, pay_type, paid, bank_reference,
        note, created_by, "createdAt")
      select payment_code, ${app.application_id}, ${app.branch_id}, ${app.type}, pay_type, paid,
        bank_reference, ${note}, ${ctx.actor.user_id}, ${at} from given
      returning payment_id, payment_code
    ), allocation as (
      select pay.payment_id, l.line_id, l.paid, given.pay_type
      from given join pay using (payment_code), jsonb_to_recordset(given.lines) as l (line_id int, paid bigint)
    ), allocated as (
      insert into payment_line (payment_id, line_id, paid) select payment_id, line_id, paid from allocation
    ), line as (
      update application_line l set paid = l.paid + a.paid, pay_type = a.pay_type
      from (select line_id, sum(paid) as paid, max(pay_type) as pay_type from allocation group by line_id) a
      where l.line_id = a.line_id
    ), app as (
      update application set paid = paid + ${sumSatang(payments.map(({ paid }) => paid))},
        paid_cash = paid_cash + ${paidBy('cash')}, paid_transfer = paid_transfer + ${paidBy('transfer')},
        balance = ${balance}, status = ${status}, updated_by = ${ctx.actor.user_id}, "updatedAt" = ${at},
        version = version + 1
      where application_id = ${app.application_id}
    )
    insert into issued_document (kind, number, application_id, payment_id, branch_id, snapshot, logo_file_id,
      prints, first_printed_at, "createdAt")
    select 'receipt', payment_code, ${app.application_id}, pay.payment_id, ${app.branch_id},
      given.snapshot, ${logoOf(app.branch_id)}, 1, ${at}, ${at}
    from given join pay using (payment_code)
    returning payment_id, number as payment_code, document_id`.execute(ctx.tx)
  return rows
}
