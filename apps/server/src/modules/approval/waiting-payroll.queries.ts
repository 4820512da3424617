/** SQL of the months of payroll that wait for the caller. */
import type { Satang } from '@khapdee/domain/money'
import { type PayrollDecision, payrollDecisions, payrollSteps } from '@khapdee/domain/payroll/steps'
import { sql } from 'kysely'
import { bigint, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { visibleMonths } from '../employee/visible-pay.ts'

/** The decisions for which the caller has the permission. */
export const ownDecisions = (ctx: UserContext): PayrollDecision[] =>
  (['confirm', 'approve'] as const).filter((step) => ctx.may(payrollSteps[step].permission))

/**
 * Months of these branches that the caller may confirm or approve, by branch, month and step; not
 * those that the caller has submitted.
 */
export const waitingPayroll = tunedQuery({
  columns: {
    branch_id: int(),
    branch: text(),
    month: text(),
    step: text<PayrollDecision>(),
    count: int(),
    net: bigint<Satang>(),
    user: text(),
  },
  sql: (
    ctx: UserContext,
    branchIds: readonly number[],
    decisions: readonly PayrollDecision[],
  ) => sql`
    select p.branch_id, b.name as branch, p.month,
      case p.status when 'submitted' then 'confirm' else 'approve' end as step, count(*)::int as count,
      sum(p.net)::bigint as net, coalesce(string_agg(distinct ${userName('u')}, ', '), '') as user
    from payroll_month p join app_user t on t.user_id = p.user_id join branch b on b.branch_id = p.branch_id
      left join app_user u on u.user_id = p.submitted_by
    where p.status in ('submitted', 'confirmed') and p.branch_id = any(${[...branchIds]}::int[])
      and p.status = any(${decisions.map((step) => payrollDecisions[step].status)}::text[])
      and (${ctx.actor.may_self_decide} or p.submitted_by is distinct from ${ctx.actor.user_id})
      and ${visibleMonths(ctx)}
    group by p.branch_id, b.name, p.month, p.status order by p.month, b.name collate thai, p.branch_id, p.status desc`,
})
