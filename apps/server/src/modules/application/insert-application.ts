/** Builds the statements that insert an application with its lines, payments, exam rights and documents. */
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import type { PaidByType } from '@khapdee/domain/application/paid-by-type'
import type { ApplicationKind, RequestDecision } from '@khapdee/domain/application/status'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import type { StoredCustomer } from '../customer/stored-customer.ts'
import type { RightEvent } from '../booking/right-events.ts'
import { insertRequest } from '../approval-requests.ts'
import { type NewDocument, issueDocuments } from '../document/issue-documents.ts'
import { type ChangedMoney, type NewPayment, insertPayments } from './apply-payments.ts'
import { insertVehicle } from './checked-vehicle.ts'
import { insertFollowUp } from './follow-ups.ts'
import { type NewLine, type NewRight, insertLines, insertRights } from './insert-lines.ts'
import { insertRequiredDocuments } from '../required-documents.ts'

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
  /** The written-off amount is 0. */
  money: ChangedMoney & PaidByType
  lines: readonly NewLine[]
  payments: readonly NewPayment[]
  rights: readonly NewRight[]
  /** The statements that book the first exams of the rights, and the events of their ledgers. */
  bookings: { writes: readonly RawBuilder<unknown>[]; events: readonly RightEvent[] }
  /** All rights are valid from `valid_from` to `permission_date`, inclusive. */
  validity: { valid_from: Day; permission_date: Day }
  documents: readonly NewDocument[]
  /** The agreed day of the next payment. */
  due_date: Day | null
  note: string
  /** ISO 8601. */
  at: string
}

/**
 * Builds the statements that insert an application with everything that belongs to it.
 * @param user_id the user who registers it
 */
export function insertApplication(user_id: number, record: NewApplication): RawBuilder<unknown>[] {
  const { application_id, code, customer, money, lines, at, branchId: branch_id } = record
  const search = sql<string>`application_search(${code}, ${customer.name}, ${customer.idcard}, ${customer.passport}, ${customer.phone_1}, ${customer.phone_2})`
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
    insertLines(application_id, lines),
    insertRequiredDocuments(application_id, { ...record, today: record.validity.valid_from }),
    ...(record.vehicle === null ? [] : [insertVehicle(application_id, record.vehicle)]),
    ...insertPayments(owner, record.payments, { user_id, at }),
    ...insertRights(
      { ...record, branch_id, customer_id: customer.customer_id },
      { user_id, at },
      record.bookings.events,
    ),
    ...record.bookings.writes,
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
