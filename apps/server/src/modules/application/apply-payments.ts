/**
 * The only writers of payments and of the money columns of applications and their lines. Amounts are
 * signed: received is positive, refunded or voided negative.
 */
import type { ApplicationKind, PayType } from '@khapdee/domain/application/status'
import {
  type Movement,
  type PaidMoney,
  applyMovements,
} from '@khapdee/domain/application/movements'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import type { OpenApplication } from './open-application.ts'

/** A receipt or a refund to be inserted. */
export interface NewPayment extends Movement {
  payment_id: number
  payment_code: string
  kind: 'receipt' | 'refund'
  bank_reference: string
  note: string
  /** The amounts by line; empty for a refund, which is not split by lines. */
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
  const amounts = payments.flatMap(({ payment_id, lines }) =>
    lines.map(({ line_id, paid }) => ({ payment_id, line_id, paid })),
  )
  return [
    sql`
      insert into payment (payment_id, payment_code, application_id, branch_id, type, kind, pay_type, paid,
        bank_reference, note, customer_name, search, created_by, "createdAt")
      overriding system value
      select payment_id, payment_code, ${owner.application_id}, ${owner.branch_id}, ${owner.type}, kind, pay_type,
        paid, bank_reference, note, ${owner.customer_name}, payment_search(payment_code, ${owner.search}),
        ${user_id}, ${at}
      from jsonb_to_recordset(${json(payments)}) as p (payment_id int, payment_code text, kind text, pay_type text,
        paid bigint, bank_reference text, note text)`,
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

/** A change of the money of a locked application. */
interface PaymentChange {
  /** Receipts and refunds to be inserted. */
  payments?: readonly NewPayment[]
  /** Changes of the paid amounts by pay type; by default those of `payments`. */
  movements?: readonly Movement[]
  /** Changes of the paid amounts by line, each with the new pay type of the line. */
  lines: readonly { line_id: number; paid: Satang; pay_type: PayType | null }[]
  /** The day agreed for the rest; null or absent keeps the day agreed before. */
  due_date?: Day | null
  /** Set when the change ends the application; `note` is the reason. */
  end?: { mode: 'refund' | 'delete'; note: string; refunded?: Satang; cancelled?: boolean }
}

/**
 * Builds the statements that change the money of an application, and computes its amounts afterwards.
 * @param at time of the change, ISO 8601
 */
export function applyPayments(
  ctx: UserContext,
  app: OpenApplication,
  { payments = [], movements = payments, lines, due_date = null, end }: PaymentChange,
  at: string,
): { writes: RawBuilder<unknown>[]; money: PaidMoney } {
  const money = applyMovements(app, movements, end)
  const stamp = { user_id: ctx.actor.user_id, at }
  const endColumns = end === undefined ? sql`` : sql`mode = ${end.mode}, end_note = ${end.note},`
  // A balance of 0 clears the day by a trigger.
  const agreed = due_date === null ? sql`` : sql`due_date = ${due_date},`
  const writes = [
    ...insertPayments(app, payments, stamp),
    ...(lines.length === 0 ? [] : [updateLines(lines)]),
    sql`
      update application set paid = ${money.paid}, paid_cash = ${money.paid_cash},
        paid_transfer = ${money.paid_transfer}, balance = ${money.balance}, status = ${money.status}, ${endColumns} ${agreed}
        updated_by = ${stamp.user_id}, "updatedAt" = ${at}, version = version + 1
      where application_id = ${app.application_id}`,
  ]
  return { writes, money }
}

const updateLines = (lines: PaymentChange['lines']) => sql`
  update application_line l set paid = l.paid + change.paid, pay_type = change.pay_type
  from jsonb_to_recordset(${json(lines)}) as change (line_id int, paid bigint, pay_type text)
  where l.line_id = change.line_id`
