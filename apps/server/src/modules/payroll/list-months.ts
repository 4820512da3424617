/** Lists of months of payroll: the payroll list, the report of payslips, the months of one person, and own payslips. */
import { payroll, payrollFilters } from '@khapdee/contract/entities/payroll'
import { type PayrollRow, monthName } from '@khapdee/contract/entities/payroll-shapes'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { satang } from '@khapdee/domain/money'
import { flaggedTotals } from '@khapdee/domain/payroll/lines'
import { month as monthOf } from '@khapdee/domain/payroll/month'
import { isApproved, isSubmitted, outstandingStatuses } from '@khapdee/domain/payroll/steps'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { containing, joinByAnd, limitAndOffset, metaOf, orderBy } from '../../kernel/list.ts'
import { textFilterChoices } from '../catalogue.ts'
import { storedTexts } from '../employee/form-lists.ts'
import { totalsBefore } from './read-month.ts'
import { latestMonth, visibleMonths } from '../employee/visible-pay.ts'

const sortable = { month: 'byValue', net: 'byValue', income: 'byValue', position: 'thai' } as const

/** The condition on the month `p` and its person `t` for the filters of a query. */
function listedMonths(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const { status, position } = query
  return joinByAnd([
    visibleMonths(ctx),
    // Void months pay nothing; only their own filter lists them.
    status === 'void' ? sql<SqlBool>`true` : sql<SqlBool>`p.status <> 'void'`,
    sql`p.branch_id = any(${[...ctx.scope.narrow(query.branch)]}::int[])`,
    sql`p.month = ${isSet(query.month) ? query.month : latestMonth(ctx)}`,
    ...(status === 'outstanding'
      ? [sql<SqlBool>`p.status = any(${outstandingStatuses}::text[])`]
      : isSet(status)
        ? [sql<SqlBool>`p.status = ${status}`]
        : []),
    ...(isSet(position) ? [sql<SqlBool>`p.position = ${position}`] : []),
    ...(isSet(query.user) ? [sql<SqlBool>`p.user_id::text = ${query.user}`] : []),
    ...containing('t', ['fname', 'sname', 'nickname', 'username'], query),
  ])
}

const selectRows = (ctx: Pick<UserContext, 'tx'>) =>
  ctx.tx
    .selectFrom('payroll_month as p')
    .innerJoin('app_user as t', 't.user_id', 'p.user_id')
    .innerJoin('branch as b', 'b.branch_id', 'p.branch_id')
    .select(['p.payroll_id', 'p.user_id', 'p.branch_id', 'p.position', 'p.month', 'p.income'])
    .select(['p.deduction', 'p.net', 'p.status', 'p.pay_type', 'p.pay_date', 'p.payslip_code'])
    .select(['p.version', 'b.name as branch'])
    .select(userName('t').as('name'))

/** Rows with their warnings, compared with the month before. */
async function withFlags(
  ctx: UserContext,
  rows: Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>,
): Promise<PayrollRow[]> {
  const months = [...new Set(rows.map(({ month }) => month))]
  const before = new Map(
    await Promise.all(
      months.map(async (month) => {
        const ids = rows.filter((row) => row.month === month).map(({ user_id }) => user_id)
        return [month, await totalsBefore(ctx, ids, monthOf(month))] as const
      }),
    ),
  )
  return rows.map((row) => {
    const listed = row as unknown as PayrollRow
    return {
      ...listed,
      is_payroll: isSubmitted(listed.status),
      is_approve: isApproved(listed.status),
      flags: flaggedTotals(before.get(row.month)?.get(row.user_id) ?? null, listed),
    }
  })
}

/** A page of the months that match the query, with the totals of all of them. */
async function listMonths(ctx: UserContext, query: ListQuery) {
  const where = listedMonths(ctx, query)
  const { limit, offset } = limitAndOffset(query)
  const rows = await selectRows(ctx)
    .where(where)
    .orderBy(orderBy(query.sort, sortable, 'p', 'payroll_id'))
    .limit(limit)
    .offset(offset)
    .execute()
  const sums = await ctx.tx
    .selectFrom('payroll_month as p')
    .innerJoin('app_user as t', 't.user_id', 'p.user_id')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(p.income), 0)::bigint`.as('income'),
      sql<number>`coalesce(sum(p.deduction), 0)::bigint`.as('deduction'),
      sql<number>`coalesce(sum(p.net), 0)::bigint`.as('net'),
      sql<number>`coalesce(sum(p.sso_employer + p.ewf_employer), 0)::bigint`.as('employer'),
    ])
    .where(where)
    .executeTakeFirstOrThrow()
  return {
    data: await withFlags(ctx, rows),
    meta: metaOf(query, sums.count),
    filter: {
      branch: branchOptions(ctx),
      status: labelOptions(payrollFilters),
      position: textFilterChoices(await storedTexts(ctx, 'position')),
      month: await builtMonths(ctx),
    },
    total: {
      income: satang(sums.income),
      deduction: satang(sums.deduction),
      net: satang(sums.net),
      employer: satang(sums.employer),
    },
  }
}

/** The months that were built in the branches that the caller sees, latest first. */
export async function builtMonths(ctx: UserContext) {
  const rows = await ctx.tx
    .selectFrom('payroll_month as p')
    .innerJoin('app_user as t', 't.user_id', 'p.user_id')
    .select('p.month')
    .distinct()
    .where(visibleMonths(ctx))
    .orderBy('p.month', 'desc')
    .limit(120)
    .execute()
  return rows.map(({ month }) => ({ value: month, name: monthName(month) }))
}

/** ค้างจ่าย unless the query names a status. */
const list = command(payroll.gettable, (ctx, query) =>
  listMonths(ctx, { ...query, status: query.status ?? 'outstanding' }),
)

const report = command(payroll.report, listMonths)

const history = command(payroll.history, async (ctx, { user_id, month }) => {
  const rows = await selectRows(ctx)
    .where(visibleMonths(ctx))
    .where('p.user_id', '=', user_id)
    .where('p.status', '<>', 'void')
    .$if(month !== undefined, (months) => months.where('p.month', '<=', month ?? ''))
    .orderBy('p.month', 'desc')
    .limit(240)
    .execute()
  return { data: await withFlags(ctx, rows) }
})

/** Approved months of the caller, whatever their permissions. */
const own = command(payroll.own, async (ctx) => {
  const rows = await ctx.tx
    .selectFrom('payroll_month')
    .select(['payroll_id', 'month', 'position', 'income', 'deduction', 'net', 'status', 'pay_date'])
    .select(sql<string>`payslip_code`.as('payslip_code'))
    .where('user_id', '=', ctx.actor.user_id)
    .where('status', 'in', ['approved', 'paid'])
    .orderBy('month', 'desc')
    .limit(240)
    .execute()
  return { data: rows as never }
})

export const payrollLists = [list, report, history, own]
