/**
 * The refunds of refund requests. The lines of an open request cannot change until it is paid out, withdrawn,
 * rejected, revoked or lapses. Source: product specification, section 4c.2.
 */
import type { RequestedRefund } from '@khapdee/contract/entities/application-shapes'
import { refundPending } from '@khapdee/domain/application/approval-request'
import type { Satang } from '@khapdee/domain/money'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../kernel/errors.ts'

/** The open refund request of an application; there is at most one. */
export interface OpenRefund {
  request_id: number
  /** Ids of the lines to be refunded. */
  lines: number[]
}

/** Whether the row of `approval_request`, by its alias, is an open refund request. */
export const isOpenRefundRequest = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.kind`)} = 'refund' and ${sql.ref(`${alias}.state`)} in ('waiting', 'approved'))`

/** The open refund request of an application as JSON, null without one. At most one row: a unique index ensures it. */
export const openRefundOf = (applicationId: number): RawBuilder<OpenRefund | null> => sql`(
  select jsonb_build_object('request_id', r.request_id, 'lines', array(
    select q.line_id from refund_request_line q where q.request_id = r.request_id))
  from approval_request r
  where r.application_id = ${applicationId} and ${isOpenRefundRequest('r')})`

/** Whether the application of a row, by its alias, has an open refund request. */
export const hasOpenRefund = (alias: string): RawBuilder<boolean> => sql`exists (
  select from approval_request open_refund
  where open_refund.application_id = ${sql.ref(`${alias}.application_id`)}
    and ${isOpenRefundRequest('open_refund')})`

/** Whether the line of a row, by its alias, is in an open refund request. */
export const isRefundPending = (alias: string): RawBuilder<boolean> => sql`exists (
  select from refund_request_line q join approval_request r using (request_id)
  where q.line_id = ${sql.ref(`${alias}.line_id`)} and r.state in ('waiting', 'approved'))`

/** Whether every line of the application `alias` with a balance is in an open refund request. */
export const owesOnlyRefundPending = (alias: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from approval_request r where r.application_id = ${sql.ref(`${alias}.application_id`)}
    and ${isOpenRefundRequest('r')} and not exists (
      select from application_line l where l.application_id = r.application_id and l.status = 'open'
        and l.cost - l.discount > l.paid and not exists (
          select from refund_request_line q where q.request_id = r.request_id and q.line_id = l.line_id)))`

/** Whether a payment can be received for the outstanding application `alias`. */
export const isPayable = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.decision`)} is distinct from 'rejected' and not ${sql.ref(`${alias}.over_cap`)}
    and not ${owesOnlyRefundPending(alias)}`

/**
 * The refund of a request in a row, by its alias, as JSON, with the lines and exam rights that its
 * payout would end now; null for other kinds of requests.
 */
export const requestedRefund = (alias: string): RawBuilder<RequestedRefund | null> => sql`(
  select to_jsonb(q) || jsonb_build_object('lines', (
    select jsonb_agg(jsonb_build_object('line_id', l.line_id, 'name', l.name, 'value', ql.value, 'paid', l.paid,
        'owed', case l.status when 'open' then l.cost - l.discount - l.paid else 0 end, 'ends', l.status = 'open',
        'ends_rights', l.status = 'open' and exists (select from exam_right e
          where e.line_id = l.line_id and e.disabled_at is null and e.used_at is null and e.forfeited_at is null)) order by l.position)
    from refund_request_line ql join application_line l using (line_id) where ql.request_id = q.request_id
  ), 'staying', (
    select coalesce(jsonb_agg(l.name order by l.position), '[]') from application_line l
    where l.application_id = ${sql.ref(`${alias}.application_id`)} and l.status = 'open' and not exists (
      select from refund_request_line ql where ql.request_id = q.request_id and ql.line_id = l.line_id)))
  from refund_request q where q.request_id = ${sql.ref(`${alias}.request_id`)})`

/** Whether one of the lines is in the open refund request of the locked application. */
export const isBeingRefunded = (
  { open_refund }: { open_refund: OpenRefund | null },
  lineIds: readonly number[],
): boolean => open_refund !== null && lineIds.some((id) => open_refund.lines.includes(id))

/**
 * Refuses to pay, end or remove lines that are in the open refund request of the locked application, and to void or
 * change their receipts.
 * @throws REFUND_PENDING
 */
export function assertNotBeingRefunded(
  app: { open_refund: OpenRefund | null },
  lineIds: readonly number[],
): void {
  if (!isBeingRefunded(app, lineIds)) return
  throw new AppError(
    'REFUND_PENDING',
    `มีคำขอคืนเงินของรายการนี้อยู่ (${refundPending.label}) กรุณาจ่ายเงินคืน ให้ผู้ขอถอนคำขอ หรือยกเลิกการอนุมัติก่อน`,
    409,
  )
}

/** A refund to be requested. */
interface NewRefund {
  value: Satang
  pay_type: 'cash' | 'transfer'
  payee_bank: string
  payee_account: string
  payee_name: string
  /** The lines that end, each with its refund, in satang. */
  lines: readonly { line_id: number; value: Satang }[]
}

/** Builds the statements that insert the refund of a request, and its lines. */
export const insertRequestedRefund = (
  request_id: number,
  { value, pay_type, payee_bank, payee_account, payee_name, lines }: NewRefund,
): RawBuilder<unknown>[] => [
  sql`
    insert into refund_request (request_id, value, pay_type, payee_bank, payee_account, payee_name)
    values (${request_id}, ${value}, ${pay_type}, ${payee_bank}, ${payee_account}, ${payee_name})`,
  sql`
    insert into refund_request_line (request_id, line_id, value)
    select ${request_id}::int, line_id, value
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (line_id int, value bigint)`,
]
