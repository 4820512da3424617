/** Advances and loans of people: their balances. Source: product specification, section 10b. */
import type { MonthFacts } from '@khapdee/domain/payroll/draft'
import type { Month } from '@khapdee/domain/payroll/month'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'

/**
 * The advances and loans that are not paid back before a month. What earlier months deduct counts as paid back, also before
 * they are approved.
 */
export async function openLoans(ctx: UserContext, userIds: readonly number[], month: Month) {
  const rows = await ctx.tx
    .selectFrom('payroll_loan as l')
    .select(['l.user_id', 'l.payroll_loan_id', 'l.type', 'l.instalment', 'l.first_month'])
    .select(
      sql<number>`(l.principal - coalesce((select sum(i.amount) from payroll_line i
        join payroll_month p using (payroll_id)
        where i.payroll_loan_id = l.payroll_loan_id and p.month < ${month} and p.status <> 'void'), 0))::bigint`.as(
        'balance',
      ),
    )
    .where(sql<boolean>`l.user_id = any(${userIds}::int[])`)
    .where('l.is_cancelled', '=', false)
    .orderBy('l.payroll_loan_id')
    .execute()
  return rows as unknown as (MonthFacts['loans'][number] & { user_id: number })[]
}
