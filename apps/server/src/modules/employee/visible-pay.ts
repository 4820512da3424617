/** The people whose pay a user may see and change. Source: product specification, section 10b.12; decision 0050. */
import { outstandingStatuses, ownPayMessage } from '@khapdee/domain/payroll/steps'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { joinByAnd } from '../../kernel/list.ts'
import { visiblePeople } from './read-employee.ts'
import { notAbove } from './role-limits.ts'

/** The condition for the users `t` whose pay the caller sees: those of own branches with a role that is not above. */
export const visiblePay = (ctx: UserContext): RawBuilder<SqlBool> =>
  joinByAnd([visiblePeople(ctx), notAbove(ctx)])

/** The condition for the months `p` of the users `t` that the caller sees: a month belongs to the branch that it was earned in. */
export const visibleMonths = (ctx: UserContext): RawBuilder<SqlBool> =>
  joinByAnd([sql<SqlBool>`p.branch_id = any(${[...ctx.scope.branchIds]}::int[])`, notAbove(ctx)])

/** The latest month that was built in the branches that the caller sees, as a value of a query; null before the first. */
export const latestMonth = (ctx: UserContext): RawBuilder<string | null> =>
  sql`(select max(p.month) from payroll_month p join app_user t using (user_id) where ${visibleMonths(ctx)})`

/**
 * The condition for the users `t` who are not yet paid for the latest month: by the status of their
 * month, or because they are employed and have no month. Callers without the permission to see
 * payroll see no months; for them the present month is used.
 */
export function unpaidPeople(ctx: UserContext): RawBuilder<SqlBool> {
  const seesPay = ctx.may('payroll.view')
  const isSeen = seesPay ? visibleMonths(ctx) : sql`false`
  const thisMonth = ctx.clock.today().slice(0, 7)
  const month = seesPay ? sql`coalesce(${latestMonth(ctx)}, ${thisMonth})` : sql`${thisMonth}::text`
  return sql<SqlBool>`exists (select from (select ${month} as month) latest
    left join payroll_month p on p.user_id = t.user_id and p.month = latest.month and ${isSeen}
    where case when p.payroll_id is not null then p.status = any(${outstandingStatuses}::text[])
      else t.status <> 'resigned' and exists (select from employment_period e where e.user_id = t.user_id
        and e.start < (latest.month || '-01')::date + interval '1 month'
        and coalesce(e.end, 'infinity') >= (latest.month || '-01')::date) end)`
}

/** Whether the caller may change the pay of a user whose pay they see. */
export const mayChangePay = ({ actor }: UserContext, userId: number): boolean =>
  actor.may_self_decide || actor.user_id !== userId

const personOf = (ctx: UserContext, userId: number) =>
  ctx.tx
    .selectFrom('app_user as t')
    .select(['t.branch_id', 't.status'])
    .where('t.user_id', '=', userId)
    .where(visiblePay(ctx))

/** The branch and the status of a person. @throws NOT_FOUND where the caller does not see the pay */
export async function readPerson(ctx: UserContext, userId: number) {
  const person = await personOf(ctx, userId).executeTakeFirst()
  if (person === undefined) throw notFound()
  return person
}

/**
 * Locks a person until the end of the transaction, so that changes of their pay run one after
 * another. People are locked before items.
 * @throws NOT_FOUND where the caller does not see the pay; OWN_PAY for their own
 */
export async function lockPay(ctx: UserContext, userId: number): Promise<{ branch_id: number }> {
  const person = await personOf(ctx, userId).forUpdate().executeTakeFirst()
  if (person === undefined) throw notFound()
  if (!mayChangePay(ctx, userId)) throw new AppError('OWN_PAY', ownPayMessage, 403)
  return person
}
