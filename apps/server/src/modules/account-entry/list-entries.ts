/** Lists of the books with the figures of their charts. Source: product specification, section 7. */
import type { AccountChart, EntryRow } from '@khapdee/contract/entities/account-entry'
import { type ListQuery, isSet, allOption } from '@khapdee/contract/wire'
import {
  changeProblem,
  columnsOf,
  donutOf,
  entryCategories,
  entryStatusFilters,
  groupFilterLabel,
  groupLabel,
  isDaily,
  periodsOf,
  previousPeriod,
  sidedGroup,
  totalOf,
} from '@khapdee/domain/account-entry'
import { type AccountSide, expenseTypes } from '@khapdee/domain/expense-item'
import { payTypes } from '@khapdee/domain/application/status'
import { satang, zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { metaOf } from '../../kernel/list.ts'
import {
  type EntryFilter,
  type StoredEntry,
  customerType,
  daysOfEntries,
  entryCount,
  entryPage,
  entrySums,
  entryTotals,
  passThroughSums,
  searchEntries,
} from './entry.queries.ts'

/** The query, limited to today if it has neither `start` nor `end`. */
export function withDefaultDays(ctx: UserContext, query: ListQuery): ListQuery {
  if (query.start !== undefined || query.end !== undefined) return query
  const today = ctx.clock.today()
  return { ...query, start: today, end: today }
}

/** A stored entry as the contract answers it, without the id. */
export function entryRow(ctx: UserContext, stored: StoredEntry): Omit<EntryRow, 'id'> {
  const { entry_id: _, ...row } = stored
  const { list_expenses, name, payment_id, application_id, application_kind } = row
  return {
    ...row,
    group: groupLabel(row.group),
    other_name: payment_id === null && list_expenses === null ? name : '',
    list_Account: list_expenses === null ? null : { list_Account_id: list_expenses, name },
    paid: row.side === 'income' ? row.value : zeroSatang,
    application_other_fee_id: application_kind === 'other_fee' ? application_id : null,
    can_change: changeProblem(row) === null && ctx.may('accounting.update'),
  }
}

interface Span {
  start: Day
  end: Day
}

/**
 * The first and last day of the chart: those of the filter; where the filter has no day, or one
 * that is far from the entries, the days of its first and last entry. Null without entries.
 */
async function daysOf(ctx: UserContext, filter: EntryFilter): Promise<Span | null> {
  const { start, end } = filter.query
  if (isSet(start) && isSet(end) && start > end) return null
  if (isSet(start) && isSet(end) && isDaily(start as Day, end as Day))
    return { start: start as Day, end: end as Day }
  const { first, last } = await daysOfEntries.one(ctx.tx, ctx, filter)
  if (first === null || last === null) return null
  return {
    start: isSet(start) && isNear(start as Day, first) ? (start as Day) : first,
    end: isSet(end) && isNear(last, end as Day) ? (end as Day) : last,
  }
}

/** Whether `b` is in the same year as `a` or in the next one, so that a chart begins and ends with few empty months. */
const isNear = (a: Day, b: Day): boolean => Number(b.slice(0, 4)) - Number(a.slice(0, 4)) <= 1

/**
 * The totals of the preceding period of the same length. Where the query has no `start` or `end`,
 * the days of the chart are used.
 */
async function previousTotals(ctx: UserContext, filter: EntryFilter, shown: Span) {
  const { start, end } = filter.query
  const before = previousPeriod(
    isSet(start) ? (start as Day) : shown.start,
    isSet(end) ? (end as Day) : shown.end,
  )
  if (before === null) return null
  const totals = await entryTotals.one(ctx.tx, ctx, filter, before.start, before.end)
  return { ...before, total_income: totals.income, total_expenses: totals.expenses }
}

/** The figures of the charts of a list. */
async function chartOf(ctx: UserContext, filter: EntryFilter): Promise<AccountChart> {
  const days = await daysOf(ctx, filter)
  const today = ctx.clock.today()
  const { start, end } = days ?? { start: today, end: today }
  const sums = await entrySums.rows(ctx.tx, ctx, filter, isDaily(start, end) ? 'day' : 'month')
  const periods = days === null ? [] : periodsOf(start, end)
  const column = (side: AccountSide) => ({
    categories: periods,
    series: [columnsOf(sums, side, periods)],
  })
  const total_income = totalOf(sums, 'income')
  const total_expenses = totalOf(sums, 'expenses')
  const donut = (side: AccountSide) => {
    const { keys, ...parts } = donutOf(sums, side)
    // In a list of both sides, a slice leads to the entries of its own side.
    return {
      ...parts,
      keys: filter.side === null ? keys.map((key) => sidedGroup(side, key)) : keys,
    }
  }
  return {
    income_donut: donut('income'),
    income_column: column('income'),
    total_income,
    expenses_donut: donut('expenses'),
    expenses_column: column('expenses'),
    total_expenses,
    balance: satang(total_income - total_expenses),
    previous: await previousTotals(ctx, filter, { start, end }),
    pass_through: await passThroughSums.one(ctx.tx, ctx, filter.query),
  }
}

/** The filter with the entries that its search text finds, if it has one; also those of the preceding period, for the comparison. */
async function withFound(ctx: UserContext, filter: EntryFilter): Promise<EntryFilter> {
  const { text, start, end } = filter.query
  if (!isSet(text)) return filter
  const before =
    isSet(start) && isSet(end) ? previousPeriod(start as Day, end as Day)?.start : undefined
  const since = before ?? (isSet(start) && isSet(end) ? (start as Day) : null)
  return { ...filter, found: await searchEntries.one(ctx.tx, ctx, filter, since) }
}

/** A page of entries with names and charts. @param side null for both sides */
export async function listEntries(ctx: UserContext, asked: ListQuery, side: AccountSide | null) {
  const query = withDefaultDays(ctx, asked)
  const filter = await withFound(ctx, { query, side })
  const rows = await entryPage.rows(ctx.tx, ctx, filter)
  const { count } = await entryCount.one(ctx.tx, ctx, filter)
  const chart = await chartOf(ctx, filter)
  const keys = new Set([
    ...(side === 'expenses' ? [] : chart.income_donut.keys),
    ...(side === 'income' ? [] : chart.expenses_donut.keys),
    // The chosen group stays in the filter, even if it has no entries.
    ...(isSet(query.category) ? [query.category] : []),
  ])
  const groups = [...keys].map((value) => ({ value, name: groupFilterLabel(value) }))
  return {
    rows,
    chart,
    meta: metaOf(query, count),
    filter: {
      branch: branchOptions(ctx),
      status: labelOptions(entryStatusFilters),
      pay_type: labelOptions(payTypes),
      type: labelOptions({
        ...(side !== 'expenses' && { [customerType]: entryCategories.customer }),
        ...expenseTypes,
      }),
      category: [allOption, ...groups],
    },
  }
}
