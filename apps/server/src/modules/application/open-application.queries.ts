/** SQL that locks an application and reads its parts for a change. */
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import type {
  ApplicationKind,
  ApplicationStatus,
  LineStatus,
  PayType,
  RequestDecision,
} from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import type { LineKind } from '@khapdee/domain/promotion'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { type RowOf, bigint, bool, instant, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  type ReservationSpec,
  reservedColumns,
  reservationSql,
} from '../../kernel/numbering.queries.ts'
import { type HeaderRow, headerOfBranch } from '../branch-header.queries.ts'
import { type OpenRefund, openRefundOf } from '../refund-requests.ts'
import type { StoredCustomer } from '../customer/stored-customer.ts'

export interface OpenLine {
  line_id: number
  status: LineStatus
  kind: LineKind
  course_id: number | null
  other_fee_id: number | null
  request_fee_id: number | null
  name: string
  promotion_id: number | null
  promotion_code: string
  exam_date: Day | null
  cost: Satang
  discount: Satang
  paid: Satang
  pay_type: PayType | null
  note: string
  /** The exam right for which the line is paid. */
  right_id: number | null
  /** Whether the price includes value added tax. */
  is_vat: boolean
}

/** The columns of a locked application: its state and its money. */
const lockedColumns = {
  application_id: int(),
  application_code: text(),
  type: text<ApplicationKind>(),
  branch_id: int(),
  status: text<ApplicationStatus>(),
  decision: orNull(text<RequestDecision>()),
  customer_id: int(),
  net: bigint<Satang>(),
  paid: bigint<Satang>(),
  balance: bigint<Satang>(),
  paid_cash: bigint<Satang>(),
  paid_transfer: bigint<Satang>(),
  customer_name: text(),
  search: text(),
  created_by: int(),
  createdAt: instant(),
  note: text(),
  over_cap: bool(),
  refund_due: bool(),
  revision: int(),
  version: int(),
}
export type LockedApplication = RowOf<typeof lockedColumns>

/** Locks an application that the caller sees. */
export const lockedApplication = tunedQuery({
  columns: lockedColumns,
  sql: (ctx: UserContext, applicationId: number) => sql`
    select application_id, application_code, type, branch_id, status, decision, customer_id, net, paid, balance,
      paid_cash, paid_transfer, customer_name, search, created_by, "createdAt", note, over_cap, refund_due,
      revision, version
    from application a where a.application_id = ${applicationId} and ${ctx.scope.visible('application', 'a')}
    for no key update`,
})

const partColumns = {
  customer: jsonb<StoredCustomer>(),
  vehicle: orNull(jsonb<CheckedVehicle>()),
  lines: jsonb<OpenLine[]>(),
  open_refund: orNull(jsonb<OpenRefund>()),
  header: jsonb<HeaderRow>(),
}

const parts = (applicationId: number) => sql`
  to_jsonb(c) as customer,
  (select to_jsonb(v) from application_vehicle v where v.application_id = ${applicationId}) as vehicle, (
    select jsonb_agg(to_jsonb(l) order by l.position) from application_line l
    where l.application_id = ${applicationId} and l.status <> 'removed'
  ) as lines, ${openRefundOf(applicationId)} as open_refund, ${headerOfBranch} as header`

const ofApplication = (applicationId: number) => sql`
  from application a join customer c on c.customer_id = a.customer_id join branch b on b.branch_id = a.branch_id
  where a.application_id = ${applicationId}`

/** The customer, the lines and the document header of an application, in one row. */
export const applicationParts = tunedQuery({
  columns: partColumns,
  sql: (applicationId: number) =>
    sql`select ${parts(applicationId)} ${ofApplication(applicationId)}`,
})

/** Like {@link applicationParts}; also reserves document numbers of the branch and ids, if the caller sees the application. */
export const applicationPartsWithNumbers = tunedQuery({
  columns: { ...partColumns, ...reservedColumns },
  sql(ctx: UserContext, applicationId: number, counted: Omit<ReservationSpec, 'branchId'>) {
    const { countersCte, columns } = reservationSql(
      {
        ...counted,
        branchId: sql<number>`(select branch_id from application where application_id = ${applicationId})`,
      },
      sql`exists (select from application a where a.application_id = ${applicationId}
        and ${ctx.scope.visible('application', 'a')})`,
    )
    return sql`with ${countersCte} select ${parts(applicationId)}, ${columns} ${ofApplication(applicationId)}`
  },
})
