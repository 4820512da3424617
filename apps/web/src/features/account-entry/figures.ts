/** The figures of the charts, for one side or both, from the answer of a list. */
import type { AccountChart, AccountDonut } from '@khapdee/contract/entities/account-entry'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { formatDayShort, formatMonth, isDay, thaiMonthsShort } from '@khapdee/domain/thai-date'

/** The chart of a list; a list of one side has no figures of the other. */
export type BookChart = Partial<AccountChart> & Pick<AccountChart, 'previous' | 'pass_through'>

export interface Figures {
  income: Satang
  expenses: Satang
  incomeDonut: AccountDonut | undefined
  expensesDonut: AccountDonut | undefined
  /** The days, or the months as `YYYY-MM`. */
  periods: readonly string[]
  /** One value for each period. */
  incomeByPeriod: readonly Satang[] | undefined
  expensesByPeriod: readonly Satang[] | undefined
  previous: AccountChart['previous']
  passThrough: AccountChart['pass_through']
}

export function figuresOf(chart: BookChart): Figures {
  const { income_column, expenses_column } = chart
  return {
    income: chart.total_income ?? zeroSatang,
    expenses: chart.total_expenses ?? zeroSatang,
    incomeDonut: chart.income_donut,
    expensesDonut: chart.expenses_donut,
    periods: (income_column ?? expenses_column)?.categories ?? [],
    incomeByPeriod: income_column?.series[0]?.data,
    expensesByPeriod: expenses_column?.series[0]?.data,
    previous: chart.previous,
    passThrough: chart.pass_through,
  }
}

/** Income minus expenses in each period. */
export const netByPeriod = ({ periods, incomeByPeriod, expensesByPeriod }: Figures): Satang[] =>
  periods.map((_, i) => satang((incomeByPeriod?.[i] ?? 0) - (expensesByPeriod?.[i] ?? 0)))

/** Whether the periods are days, not months. */
export const isByDay = ({ periods: [first = ''] }: Pick<Figures, 'periods'>): boolean =>
  isDay(first)

/** The names of a day or a month. */
export function periodNames(period: string): { name: string; shortName: string } {
  if (isDay(period))
    return { name: formatDayShort(period), shortName: String(Number(period.slice(8))) }
  return {
    name: formatMonth(period),
    shortName: thaiMonthsShort[Number(period.slice(5)) - 1] ?? '',
  }
}
