/** SQL of the pending decisions. */
import type { ApprovalRow } from '@khapdee/contract/entities/approval'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { type SqlBool, sql } from 'kysely'
import { allOrNull, bigint, bool, instant, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { every, pageOf } from '../../kernel/list.ts'

/** The pending decisions that the caller may make or has requested. */
function pendingDecisions(ctx: UserContext) {
  const { user_id, may_self_decide } = ctx.actor
  const canDecide = (requester: string, permission: 'payment.void' | 'application.approve') =>
    sql`(${ctx.may(permission)}::boolean and (${may_self_decide}::boolean or ${sql.ref(requester)} is distinct from ${user_id}))`
  return sql`
    select 'payment' as kind, p.payment_id as id, p.application_id, p.type, p.payment_code as code, a.application_code,
      a.customer_name as customer, p.paid as amount, p.request_note as note, p.branch_id,
      p.requested_by as requester, p.requested_at as at, ${canDecide('p.requested_by', 'payment.void')} as can_decide
    from payment p join application a using (application_id)
    where p.status = 'delete_requested' and p.branch_id = any(${ctx.scope.branchIds}::int[])
      and (${ctx.may('payment.void')}::boolean or p.requested_by = ${user_id})
    union all
    select 'request_fee', a.application_id, a.application_id, a.type, a.application_code, a.application_code,
      a.customer_name, a.net, a.note, a.branch_id, a.created_by, a."createdAt",
      ${canDecide('a.created_by', 'application.approve')}
    from application a
    where a.decision = 'pending' and a.status in ('outstanding', 'paid')
      and ${ctx.scope.visible('application', 'a')}
      and (${ctx.may('application.approve')}::boolean or a.created_by = ${user_id})`
}

const approvalRow = {
  kind: text<ApprovalRow['kind']>(),
  id: int(),
  application_id: int(),
  type: text<ApprovalRow['type']>(),
  code: text(),
  application_code: text(),
  customer: text(),
  amount: bigint<ApprovalRow['amount']>(),
  note: text(),
  branch: text(),
  user: text(),
  createdAt: instant(),
  can_decide: bool(),
}

/** The page of a query, oldest first, each row with the count; an empty page has one row, the count. */
export const waitingPage = tunedQuery({
  columns: { count: int(), ...allOrNull(approvalRow) },
  sql(ctx: UserContext, query: ListQuery) {
    const where = every([
      sql<SqlBool>`w.branch_id = any(${ctx.scope.narrow(query.branch)}::int[])`,
      ...(isSet(query.type) ? [sql<SqlBool>`w.kind = ${query.type}`] : []),
    ])
    return sql`
      with w as (${pendingDecisions(ctx)}), counted as (select count(*)::int as count from w where ${where}),
      page as (select * from w where ${where} order by at, kind, id ${pageOf(query)})
      select counted.count, p.kind, p.id, p.application_id, p.type, p.code, p.application_code, p.customer, p.amount,
        p.note, b.name as branch, ${userName('u')} as user, p.at as "createdAt", p.can_decide
      from counted left join page p on true left join branch b using (branch_id)
        left join app_user u on u.user_id = p.requester
      order by p.at, p.kind, p.id`
  },
})

/** The number of decisions that the caller may make. */
export const waitingCount = tunedQuery({
  columns: { waiting: int() },
  sql: (ctx: UserContext) =>
    sql`select count(*)::int as waiting from (${pendingDecisions(ctx)}) w where can_decide`,
})
