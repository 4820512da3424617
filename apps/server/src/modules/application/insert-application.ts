/** Writing a new application and all that hangs on it, in one statement. */
import type { ApplicationTotals } from '@khapdee/domain/application/totals'
import type {
  ApplicationKind,
  ApplicationStatus,
  PayType,
  RequestDecision,
} from '@khapdee/domain/application/status'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { StoredCustomer } from '../customer/customer.queries.ts'
import type { PricedLine } from './price-lines.ts'
import { logoOf } from './branch-header.ts'

interface NewPayment {
  payment_code: string
  pay_type: PayType
  paid: Satang
  bank_reference: string
  lines: readonly { position: number; paid: Satang }[]
}

export interface NewApplication {
  code: string
  type: ApplicationKind
  branchId: number
  customer: StoredCustomer
  status: ApplicationStatus
  /** Of a request fee; null for every other kind. */
  decision: RequestDecision | null
  totals: ApplicationTotals
  lines: readonly PricedLine[]
  payments: readonly NewPayment[]
  /** Exam rights hold from and until these days. */
  rights: { valid_from: Day; permission_date: Day }
  documents: readonly {
    kind: 'application_form' | 'receipt'
    number: string
    snapshot: object
    printed: boolean
  }[]
  note: string
  userId: number
  /** ISO 8601. */
  at: string
}

interface Inserted {
  application_id: number
  payments: { payment_id: number; payment_code: string }[]
  documents: { document_id: number; number: string }[]
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

const lineRecord = (line: PricedLine, position: number) => ({
  position,
  kind: line.kind,
  [`${line.kind}_id`]: line.item_id,
  name: line.name,
  promotion_id: line.promotion?.promotion_id ?? null,
  promotion_code: line.promotion?.code ?? '',
  exam_date: line.exam_date,
  cost: line.cost,
  discount: line.discount,
  paid: line.paid,
  pay_type: line.pay_type,
  note: line.note,
})

/** One round trip, so that the lock on the numbers just taken is short. */
export async function insertApplication(tx: Kysely<DB>, record: NewApplication): Promise<Inserted> {
  const { customer, totals, rights } = record
  const lines = record.lines.map(lineRecord)
  const allocations = record.payments.flatMap(({ payment_code, lines: paidLines }) =>
    paidLines.map((line) => ({ ...line, payment_code })),
  )
  const exams = record.lines.flatMap((line, position) =>
    line.exams.map((kind) => ({ position, kind })),
  )
  const paidBy = (way: PayType) =>
    record.payments.find((payment) => payment.pay_type === way)?.paid ?? zeroSatang
  const { rows } = await sql<Inserted>`
    with app as (
      insert into application (application_code, type, branch_id, customer_id, status, total, discount,
        net, paid, paid_cash, paid_transfer, balance, decision, customer_name, search, course_name, note, created_by, updated_by,
        "createdAt", "updatedAt")
      values (${record.code}, ${record.type}, ${record.branchId}, ${customer.customer_id},
        ${record.status}, ${totals.total}, ${totals.discount}, ${totals.net}, ${totals.paid},
        ${paidBy('cash')}, ${paidBy('transfer')}, ${totals.balance}, ${record.decision}, ${customer.name},
        application_search(${record.code}, ${customer.name}, ${customer.idcard}, ${customer.passport}, ${customer.phone_1}),
        ${record.lines.map((line) => line.name).join(', ')}, ${record.note}, ${record.userId},
        ${record.userId}, ${record.at}, ${record.at})
      returning application_id
    ), line as (
      insert into application_line (application_id, position, kind, course_id, other_fee_id,
        request_fee_id, name, promotion_id, promotion_code, exam_date, cost, discount, paid, pay_type, note)
      select app.application_id, l.*
      from app, jsonb_to_recordset(${json(lines)}) as l (position int, kind text, course_id int,
        other_fee_id int, request_fee_id int, name text, promotion_id int, promotion_code text,
        exam_date date, cost bigint, discount bigint, paid bigint, pay_type text, note text)
      returning line_id, position
    ), pay as (
      insert into payment (payment_code, application_id, branch_id, type, pay_type, paid, bank_reference,
        created_by, "createdAt")
      select p.payment_code, app.application_id, ${record.branchId}, ${record.type}, p.pay_type, p.paid,
        p.bank_reference, ${record.userId}, ${record.at}
      from app, jsonb_to_recordset(${json(record.payments)}) as p (payment_code text, pay_type text,
        paid bigint, bank_reference text)
      returning payment_id, payment_code
    ), allocated as (
      insert into payment_line (payment_id, line_id, paid)
      select pay.payment_id, line.line_id, a.paid
      from jsonb_to_recordset(${json(allocations)}) as a (payment_code text, position int, paid bigint)
        join pay using (payment_code) join line using (position)
    ), granted as (
      insert into exam_right (application_id, line_id, customer_id, branch_id, kind, valid_from, permission_date)
      select app.application_id, line.line_id, ${customer.customer_id}, ${record.branchId}, e.kind,
        ${rights.valid_from}, ${rights.permission_date}
      from app, jsonb_to_recordset(${json(exams)}) as e (position int, kind text) join line using (position)
      returning right_id
    ), granting as (
      insert into exam_right_event (right_id, event, detail, user_id, at)
      select right_id, 'granted', ${json(rights)}, ${record.userId}, ${record.at} from granted
    ), issued as (
      insert into issued_document (kind, number, application_id, payment_id, branch_id, snapshot,
        logo_file_id, prints, first_printed_at, "createdAt")
      select d.kind, d.number, app.application_id, pay.payment_id, ${record.branchId}, d.snapshot,
        ${logoOf(record.branchId)}, d.printed::int, case when d.printed then ${record.at}::timestamptz end, ${record.at}
      from app, jsonb_to_recordset(${json(record.documents)})
        as d (kind text, number text, snapshot jsonb, printed boolean)
        left join pay on pay.payment_code = d.number
      returning document_id, number
    )
    select app.application_id,
      (select coalesce(json_agg(pay), '[]') from pay) as payments,
      (select coalesce(json_agg(issued), '[]') from issued) as documents
    from app`.execute(tx)
  const inserted = rows[0]
  if (inserted === undefined) throw new Error('the application was not inserted')
  return inserted
}
