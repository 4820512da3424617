/** Builds the statements that insert an application with its lines, payments, exam rights and documents. */
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import { lastPayType } from '@khapdee/domain/application/line-payments'
import type { PaidByType } from '@khapdee/domain/application/movements'
import type { ApplicationKind, RequestDecision } from '@khapdee/domain/application/status'
import type { Exam } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import { insertRequest } from '../approval-requests.ts'
import { type NewDocument, issueDocuments } from '../document/issue-documents.ts'
import { type ChangedMoney, type NewPayment, insertPayments } from './apply-payments.ts'
import { insertVehicle } from './checked-vehicle.ts'
import { insertFollowUp } from './follow-ups.ts'
import { insertRequiredDocuments } from './required-documents.ts'
import type { PricedLine } from './price-lines.ts'

export type NewLine = PricedLine & { line_id: number }

/** An exam right that a line grants. */
interface NewRight extends Exam {
  right_id: number
  line_id: number
}

export interface NewApplication {
  application_id: number
  code: string
  type: ApplicationKind
  branchId: number
  customer: StoredCustomer
  /** Null for every kind except vehicle checks. */
  vehicle: CheckedVehicle | null
  /** Null for every kind except request fees. */
  decision: RequestDecision | null
  /** Nothing is written off at registration. */
  money: ChangedMoney & PaidByType
  lines: readonly NewLine[]
  payments: readonly NewPayment[]
  rights: readonly NewRight[]
  /** All rights are valid from `valid_from` to `permission_date`, inclusive. */
  validity: { valid_from: Day; permission_date: Day }
  documents: readonly NewDocument[]
  /** The agreed day of the next payment. */
  due_date: Day | null
  note: string
  /** ISO 8601. */
  at: string
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

const lineRecord = (line: NewLine, position: number) => ({
  line_id: line.line_id,
  position,
  kind: line.kind,
  [`${line.kind}_id`]: line.item_id,
  name: line.name,
  fee_kind: line.fee_kind,
  exam_use: line.exam_use,
  exams: line.exams,
  promotion_id: line.promotion?.promotion_id ?? null,
  promotion_code: line.promotion?.code ?? '',
  exam_date: line.exam_date,
  cost: line.cost,
  discount: line.discount,
  paid: line.paid,
  pay_type: lastPayType(line.payments),
  note: line.note,
})

const insertLines = ({ application_id, lines }: NewApplication) => sql`
  insert into application_line (line_id, application_id, position, kind, course_id, other_fee_id, request_fee_id,
    name, fee_kind, exam_use, exams, promotion_id, promotion_code, exam_date, cost, discount, paid, pay_type, note)
  overriding system value
  select line_id, ${application_id}, position, kind, course_id, other_fee_id, request_fee_id,
    name, fee_kind, exam_use, exams, promotion_id, promotion_code, exam_date, cost, discount, paid, pay_type, note
  from jsonb_to_recordset(${json(lines.map(lineRecord))}) as l (line_id int, position int, kind text,
    course_id int, other_fee_id int, request_fee_id int, name text, fee_kind text, exam_use text,
    exams jsonb, promotion_id int, promotion_code text, exam_date date, cost bigint, discount bigint, paid bigint, pay_type text, note text)`

/** The statements that insert the rights, each with its event `granted`. */
function insertRights(record: NewApplication, userId: number): RawBuilder<unknown>[] {
  const { application_id, customer, branchId, rights, validity, at } = record
  if (rights.length === 0) return []
  return [
    sql`
      insert into exam_right (right_id, application_id, line_id, customer_id, branch_id, kind, licence_type,
        valid_from, permission_date)
      overriding system value
      select right_id, ${application_id}, line_id, ${customer.customer_id}, ${branchId}, kind, licence_type,
        ${validity.valid_from}, ${validity.permission_date}
      from jsonb_to_recordset(${json(rights)}) as r (right_id int, line_id int, kind text, licence_type text)`,
    sql`
      insert into exam_right_event (right_id, event, detail, user_id, at)
      select right_id, 'granted', ${json(validity)}, ${userId}, ${at}
      from unnest(${rights.map(({ right_id }) => right_id)}::int[]) as granted (right_id)`,
  ]
}

/**
 * Builds the statements that insert an application with everything that belongs to it.
 * @param user_id the user who registers it
 */
export function insertApplication(user_id: number, record: NewApplication): RawBuilder<unknown>[] {
  const { application_id, code, customer, money, lines, at, branchId: branch_id } = record
  const search = sql<string>`application_search(${code}, ${customer.name}, ${customer.idcard}, ${customer.passport}, ${customer.phone_1})`
  const owner = {
    application_id,
    branch_id,
    type: record.type,
    customer_name: customer.name,
    search,
  }
  return [
    sql`
      insert into application (application_id, application_code, type, branch_id, customer_id, status, total,
        discount, net, paid, paid_cash, paid_transfer, balance, decision, customer_name, search, course_name,
        due_date, note, created_by, updated_by, "createdAt", "updatedAt")
      overriding system value
      values (${application_id}, ${code}, ${record.type}, ${branch_id}, ${customer.customer_id}, ${money.status},
        ${money.total}, ${money.discount}, ${money.net}, ${money.paid}, ${money.paid_cash},
        ${money.paid_transfer}, ${money.balance}, ${record.decision}, ${customer.name}, ${search},
        ${lines.map((line) => line.name).join(', ')}, ${record.due_date}, ${record.note}, ${user_id}, ${user_id}, ${at}, ${at})`,
    insertLines(record),
    insertRequiredDocuments(application_id, { ...record, today: record.validity.valid_from }),
    ...(record.vehicle === null ? [] : [insertVehicle(application_id, record.vehicle)]),
    ...insertPayments(owner, record.payments, { user_id, at }),
    ...insertRights(record, user_id),
    ...(record.due_date === null
      ? []
      : [
          insertFollowUp(
            { application_id, source: 'registration', next_date: record.due_date },
            { user_id, at },
          ),
        ]),
    ...(record.decision === null
      ? []
      : [
          insertRequest(
            { kind: 'request_fee', application_id, branch_id, note: record.note },
            { user_id, at },
          ),
        ]),
    issueDocuments(record.documents, { branch_id, at }),
  ]
}
