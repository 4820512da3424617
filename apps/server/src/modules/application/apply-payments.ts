/**
 * The only writers of payments and of the money columns of applications and their lines. Amounts are
 * signed: received is positive, refunded or voided negative.
 */
import {
  type ApplicationKind,
  type ApplicationStatus,
  type LineStatus,
  type PayType,
  isOpen,
} from '@khapdee/domain/application/status'
import { type PaidChange, applyPaidChanges } from '@khapdee/domain/application/paid-by-type'
import {
  type ApplicationTotals,
  applicationMoney,
  isOpenLine,
} from '@khapdee/domain/application/totals'
import { type Satang, satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { type NewLine, insertLines } from './insert-lines.ts'
import type { OpenApplication } from './open-application.ts'
import { deleteUnrequiredDocuments } from '../required-documents.ts'
import { itemOf, registrationOf } from './required-documents.ts'

/** A receipt, a refund, or a change of course that moves money between lines, to be inserted. */
export interface NewPayment extends PaidChange {
  payment_id: number
  payment_code: string
  /** `moved`: money that a change of course moves between two lines; its amount is 0. */
  kind: 'receipt' | 'refund' | 'moved'
  bank_reference: string
  note: string
  /** The chosen account of a transfer; without one, the database names that of the branch. */
  bank_account_id?: number | null
  /** The account that a refund is transferred to. */
  payee?: { bank: string; account: string; name: string }
  /** The amounts by line; none is 0. */
  lines: readonly { line_id: number; paid: Satang }[]
}

/** The application that payments belong to. */
export interface PaymentOwner {
  application_id: number
  branch_id: number
  type: ApplicationKind
  customer_name: string
  /** The application's search text, or an SQL expression for it. */
  search: string | RawBuilder<string>
}

interface Stamp {
  user_id: number
  /** ISO 8601. */
  at: string
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** Builds the statements that insert payments and their amounts by line; empty without payments. */
export function insertPayments(
  owner: PaymentOwner,
  payments: readonly NewPayment[],
  { user_id, at }: Stamp,
): RawBuilder<unknown>[] {
  if (payments.length === 0) return []
  // Only refunds by transfer have a payee; the statement of receipts is shorter.
  const payee = payments.some((payment) => payment.payee !== undefined)
    ? {
        into: sql`, payee_bank, payee_account, payee_name`,
        values: sql`, coalesce(payee ->> 'bank', ''), coalesce(payee ->> 'account', ''), coalesce(payee ->> 'name', '')`,
        column: sql`, payee jsonb`,
      }
    : { into: sql``, values: sql``, column: sql`` }
  const account = payments.some(({ bank_account_id }) => bank_account_id != null)
    ? { name: sql`, bank_account_id`, column: sql`, bank_account_id int` }
    : { name: sql``, column: sql`` }
  const amounts = payments.flatMap(({ payment_id, lines }) =>
    lines.map(({ line_id, paid }) => ({ payment_id, line_id, paid })),
  )
  return [
    sql`
      insert into payment (payment_id, payment_code, application_id, branch_id, type, kind, pay_type, paid,
        bank_reference, note, customer_name, search, created_by, "createdAt"${payee.into}${account.name})
      overriding system value
      select payment_id, payment_code, ${owner.application_id}, ${owner.branch_id}, ${owner.type}, kind, pay_type,
        paid, bank_reference, note, ${owner.customer_name}, payment_search(payment_code, ${owner.search}),
        ${user_id}, ${at}${payee.values}${account.name}
      from jsonb_to_recordset(${json(payments)}) as p (payment_id int, payment_code text, kind text, pay_type text,
        paid bigint, bank_reference text, note text${payee.column}${account.column})`,
    ...(amounts.length === 0
      ? []
      : [
          sql`
            insert into payment_line (payment_id, line_id, paid)
            select payment_id, line_id, paid
            from jsonb_to_recordset(${json(amounts)}) as p (payment_id int, line_id int, paid bigint)`,
        ]),
  ]
}

/** The money of an application after a change. */
export type ChangedMoney = ApplicationTotals & { status: ApplicationStatus }

/** The change of one line: its signed amount, its new pay type, and its new status if it ends or is removed. */
interface LineChange {
  line_id: number
  paid: Satang
  pay_type: PayType | null
  status?: Exclude<LineStatus, 'open'>
}

/** A change of the money of a locked application. */
interface PaymentChange {
  /** Receipts and refunds to be inserted. */
  payments?: readonly NewPayment[]
  /** Changes of the paid amounts by pay type; by default those of `payments`. */
  movements?: readonly PaidChange[]
  lines: readonly LineChange[]
  /** The day agreed for the rest; null or absent keeps the day agreed before. */
  due_date?: Day | null
  /** The reason why lines end; also that of the application if no line stays open. */
  end_note?: string
  /** True when a request fee is rejected: what was paid is then to be paid back. */
  rejected?: boolean
  /** True when the change cancels the application. */
  cancelled?: boolean
  /** The lines that an amendment adds; those that it removes are among `lines`. */
  amendment?: { revision: number; added: readonly NewLine[] }
}

/** The column `mode` of an application without open lines: how it ended. */
const modes = {
  partial_refund: 'refund',
  refunded: 'refund',
  ended: 'end',
  cancelled: 'delete',
} as const

/**
 * Builds the statements that change the money of an application, and computes its amounts afterwards. When lines end
 * or an amendment takes them away, the documents that only these required are deleted, unless they were received.
 * @param at time of the change, ISO 8601
 */
export function applyPayments(
  ctx: UserContext,
  app: OpenApplication,
  change: PaymentChange,
  at: string,
): { writes: RawBuilder<unknown>[]; money: ChangedMoney } {
  const { payments = [], movements = payments, lines, due_date = null } = change
  const { end_note = '', cancelled = false, rejected = false, amendment } = change
  const added = amendment?.added ?? []
  const changes = new Map(lines.map((line) => [line.line_id, line]))
  const changed = app.lines.map((line) => {
    const { paid = 0, status = line.status } = changes.get(line.line_id) ?? {}
    return { ...line, paid: satang(line.paid + paid), status }
  })
  const money = applicationMoney([...changed, ...added], { cancelled })
  const { paid_cash, paid_transfer } = applyPaidChanges(app, movements)
  const stamp = { user_id: ctx.actor.user_id, at }
  // When the balance becomes 0, a trigger clears the day.
  const agreed = due_date === null ? sql`` : sql`due_date = ${due_date},`
  const removed = lines.filter(({ status }) => status === 'removed')
  const ending = lines.filter(({ status }) => status !== undefined && status !== 'removed')
  const staying = lines.filter(({ status }) => status === undefined)
  const mode = isOpen(money.status)
    ? sql``
    : sql`mode = ${modes[money.status]}, end_note = ${end_note},`
  // After a partial refund of a rejected request fee, the rest of its money is still to be paid back.
  const isDue = rejected || app.refund_due
  const decision = rejected ? sql`decision = 'rejected',` : sql``
  const endColumns =
    ending.length === 0
      ? sql``
      : sql`written_off = ${money.written_off}, refund_due = ${isDue && money.paid > 0}, ${decision} ${mode}`
  const amended =
    amendment === undefined
      ? sql``
      : sql`total = ${money.total}, discount = ${money.discount}, net = ${money.net}, mode = '', end_note = '',
          written_off = ${money.written_off}, revision = ${amendment.revision}, course_name = ${[...changed.filter(({ status }) => status !== 'removed'), ...added].map(({ name }) => name).join(', ')},`
  const writes = [
    ...insertPayments(app, payments, stamp),
    ...(staying.length === 0 ? [] : [updateLines(staying)]),
    ...(ending.length === 0 ? [] : [endLines(ending, end_note, at)]),
    ...(amendment === undefined || removed.length === 0
      ? []
      : [removeLines(removed, amendment.revision)]),
    ...(amendment === undefined || added.length === 0
      ? []
      : [insertLines(app.application_id, added, amendment.revision)]),
    ...(ending.length === 0 && amendment === undefined
      ? []
      : [
          deleteUnrequiredDocuments(app.application_id, {
            ...registrationOf(app),
            lines: [...changed.filter(isOpenLine).map(itemOf), ...added],
          }),
        ]),
    sql`
      update application set paid = ${money.paid}, paid_cash = ${paid_cash},
        paid_transfer = ${paid_transfer}, balance = ${money.balance}, status = ${money.status}, ${endColumns} ${amended} ${agreed}
        updated_by = ${stamp.user_id}, "updatedAt" = ${at}, version = version + 1
      where application_id = ${app.application_id}`,
  ]
  return { writes, money }
}

const updateLines = (lines: PaymentChange['lines']) => sql`
  update application_line l set paid = l.paid + change.paid, pay_type = change.pay_type
  from jsonb_to_recordset(${json(lines)}) as change (line_id int, paid bigint, pay_type text)
  where l.line_id = change.line_id`

const endLines = (lines: PaymentChange['lines'], end_note: string, at: string) => sql`
  update application_line l set paid = l.paid + change.paid, pay_type = change.pay_type, status = change.status,
    end_note = ${end_note}, ended_at = coalesce(l.ended_at, ${at})
  from jsonb_to_recordset(${json(lines)}) as change (line_id int, paid bigint, pay_type text, status text)
  where l.line_id = change.line_id`

const removeLines = (lines: PaymentChange['lines'], revision: number) => sql`
  update application_line l set paid = l.paid + change.paid, status = 'removed', removed_in = ${revision}
  from jsonb_to_recordset(${json(lines)}) as change (line_id int, paid bigint)
  where l.line_id = change.line_id`
