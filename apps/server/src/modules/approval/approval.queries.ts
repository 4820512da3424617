/** SQL of the inbox of requests. */
import {
  type ApprovalRow,
  type ApprovalTab,
  decidedDays,
} from '@khapdee/contract/entities/approval'
import type { RequestedRefund } from '@khapdee/contract/entities/application-shapes'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { RequestKind } from '@khapdee/domain/application/approval-request'
import type { Permission } from '@khapdee/domain/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOrNull, bigint, bool, instant, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { joinByAnd, pageOf } from '../../kernel/list.ts'
import { actsAloneIn } from '../four-eyes.ts'
import { hasOpenRefund, isRefundPending, requestedRefund } from '../refund-requests.ts'

/** The permission to decide a request of each kind. */
const decides: Readonly<Record<RequestKind, Permission>> = {
  void: 'payment.void',
  request_fee: 'application.approve',
  refund: 'application.refund',
}

/** The kinds that the caller has the permission to decide. */
const decidedKinds = (ctx: UserContext): string[] =>
  Object.entries(decides).flatMap(([kind, permission]) => (ctx.may(permission) ? [kind] : []))

/** Whether the request `r` is an approved refund that the caller may pay out. */
const mayPayOut = (ctx: UserContext) => sql<boolean>`(r.kind = 'refund' and r.state = 'approved'
  and ${ctx.may('application.pay')}::boolean)`

/**
 * Whether the request `r` is a rejected request fee with money to be paid back, the caller may refund or pay out, and no
 * refund is requested yet.
 */
const isFeeDue = (ctx: UserContext) => sql<SqlBool>`(r.kind = 'request_fee' and r.state = 'rejected'
  and ${ctx.may('application.pay') || ctx.may('application.refund')}::boolean and not ${hasOpenRefund('r')}
  and r.application_id in (select application_id from application
    where refund_due and branch_id = any(${ctx.scope.branchIds}::int[])))`

/** Whether the caller may decide or pay out the request `r`, or has made it. */
const isListed = (ctx: UserContext) => sql<SqlBool>`r.branch_id = any(${ctx.scope.branchIds}::int[])
  and (r.kind = any(${decidedKinds(ctx)}::text[]) or r.requested_by = ${ctx.actor.user_id} or ${mayPayOut(ctx)} or ${isFeeDue(ctx)})`

/**
 * Whether the caller may not decide the request `r`, because they took the receipt to be voided, or
 * a receipt of the application to be refunded.
 */
const tookReceipt = (ctx: UserContext) => sql<boolean>`exists (
  select from payment p where p.application_id = r.application_id and p.kind = 'receipt' and p.status <> 'deleted'
    and p.created_by = ${ctx.actor.user_id} and case r.kind when 'void' then p.payment_id = r.payment_id
      else r.kind = 'refund' end) and not ${actsAloneIn(ctx, 'r')}`

/** Whether the caller may decide the waiting request `r`. */
const mayDecide = (ctx: UserContext) => sql<boolean>`(r.state = 'waiting'
  and r.kind = any(${decidedKinds(ctx)}::text[])
  and (${ctx.actor.may_self_decide}::boolean
    or (r.requested_by <> ${ctx.actor.user_id} or r.kind = 'refund' and ${actsAloneIn(ctx, 'r')})
    and not (${tookReceipt(ctx)})
    and not exists (select from application_amendment m where r.kind = 'request_fee'
      and m.application_id = r.application_id and m.created_by = ${ctx.actor.user_id})))`

/**
 * Whether the decision on the request `r` may be an approval. A receipt cannot be voided while one
 * of its lines is in an open refund request.
 */
const mayApprove = (
  ctx: UserContext,
) => sql<boolean>`(${mayDecide(ctx)} and not (r.kind = 'void' and exists (
  select from payment_line pl where pl.payment_id = r.payment_id and ${isRefundPending('pl')})))`

/** Whether the caller may revoke the approval of the refund request `r`. Requesters withdraw their own requests instead. */
const mayRevoke = (ctx: UserContext) => sql<boolean>`(r.kind = 'refund' and r.state = 'approved'
  and ${ctx.may('application.refund')}::boolean and r.requested_by <> ${ctx.actor.user_id})`

const mayWithdraw = (ctx: UserContext) => sql<boolean>`(r.requested_by = ${ctx.actor.user_id}
  and (r.state = 'waiting' and r.kind <> 'request_fee' or r.state = 'approved' and r.kind = 'refund'))`

/** The time when a request was decided or ended; null while it waits. The same expression as in the index. */
const settledAt = sql`coalesce(r.ended_at, r.decided_at)`

/** The condition of a tab, and the order of its rows: oldest first while they wait, then newest first. */
const tabs: Readonly<
  Record<
    ApprovalTab,
    {
      condition: (now: string, ctx: UserContext) => RawBuilder<SqlBool>
      order: RawBuilder<unknown>
    }
  >
> = {
  waiting: { condition: () => sql`r.state = 'waiting'`, order: sql`r.requested_at, r.request_id` },
  due: {
    condition: (_, ctx) => sql`(r.kind = 'refund' and r.state = 'approved' or ${isFeeDue(ctx)})`,
    order: sql`r.decided_at, r.request_id`,
  },
  decided: {
    condition: (now) => sql`r.state <> 'waiting'
      and ${settledAt} > ${now}::timestamptz - make_interval(days => ${sql.lit(decidedDays)})`,
    order: sql`${settledAt} desc, r.request_id desc`,
  },
}

/**
 * The names of the lines of the request `r`: those of its receipt, of its refund, or for a request
 * fee all.
 */
const linesOfRequest = sql`case r.kind when 'request_fee' then a.course_name else (
  select coalesce(string_agg(l.name, ', ' order by l.position), '') from application_line l
  where l.application_id = r.application_id and case r.kind
    when 'void' then exists (select from payment_line pl where pl.payment_id = r.payment_id and pl.line_id = l.line_id)
    else exists (select from refund_request_line ql where ql.request_id = r.request_id and ql.line_id = l.line_id)
    end) end`

const approvalRow = {
  request_id: int(),
  kind: text<ApprovalRow['kind']>(),
  state: text<ApprovalRow['state']>(),
  payment_id: orNull(int()),
  application_id: int(),
  type: text<ApprovalRow['type']>(),
  code: text(),
  application_code: text(),
  version: int(),
  customer: text(),
  lines: text(),
  amount: bigint<ApprovalRow['amount']>(),
  note: text(),
  branch_id: int(),
  branch: text(),
  user: text(),
  createdAt: instant(),
  decided_by: text(),
  decided_at: orNull(instant()),
  decision_note: text(),
  ended_by: text(),
  ended_at: orNull(instant()),
  end_note: text(),
  can_decide: bool(),
  can_approve: bool(),
  can_withdraw: bool(),
  can_pay_out: bool(),
  can_revoke: bool(),
  is_own: bool(),
  refund: orNull(jsonb<RequestedRefund>()),
}

/** The page of a tab at the time `now` (ISO 8601), each row with the count of all; an empty page has one row, the count. */
export const approvalPage = tunedQuery({
  columns: { count: int(), ...allOrNull(approvalRow) },
  sql(ctx: UserContext, query: ListQuery, tab: ApprovalTab, now: string) {
    const { condition, order } = tabs[tab]
    const where = joinByAnd([
      isListed(ctx),
      condition(now, ctx),
      sql<SqlBool>`r.branch_id = any(${ctx.scope.narrow(query.branch)}::int[])`,
      ...(isSet(query.type) ? [sql<SqlBool>`r.kind = ${query.type}`] : []),
    ])
    return sql`
      with counted as (select count(*)::int as count from approval_request r where ${where}),
      r as (select * from approval_request r where ${where} order by ${order} ${pageOf(query)})
      select counted.count, r.request_id, r.kind, r.state, r.payment_id, r.application_id, a.type,
        coalesce(p.payment_code, a.application_code) as code, a.application_code, a.version,
        a.customer_name as customer, ${linesOfRequest} as lines,
        coalesce(q.value, p.paid, case when a.refund_due then a.paid end, a.net) as amount, r.note, r.branch_id, b.name as branch, ${userName('u')} as user,
        r.requested_at as "createdAt", coalesce(${userName('d')}, '') as decided_by, r.decided_at, r.decision_note,
        coalesce(${userName('e')}, '') as ended_by, r.ended_at, r.end_note, ${mayDecide(ctx)} as can_decide, ${mayApprove(ctx)} as can_approve,
        ${mayWithdraw(ctx)} as can_withdraw, ${mayPayOut(ctx)} as can_pay_out, ${mayRevoke(ctx)} as can_revoke,
        r.requested_by = ${ctx.actor.user_id} as is_own, ${requestedRefund('r')} as refund
      from counted left join r on true left join application a using (application_id)
        left join payment p on p.payment_id = r.payment_id left join refund_request q on q.request_id = r.request_id
        left join branch b on b.branch_id = r.branch_id
        left join app_user u on u.user_id = r.requested_by left join app_user d on d.user_id = r.decided_by
        left join app_user e on e.user_id = r.ended_by
      order by ${order}`
  },
})

/** The number of decisions that the caller may make. */
export const waitingCount = tunedQuery({
  columns: { waiting: int() },
  sql: (ctx: UserContext, branchIds: readonly number[]) => sql`
    select count(*)::int as waiting from approval_request r where r.state = 'waiting' and ${isListed(ctx)} and ${mayDecide(ctx)}
      and r.branch_id = any(${branchIds}::int[])`,
})
