import type { AccountDonut } from '@khapdee/contract/entities/account-entry'
import { satang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import { type BookChart, figuresOf, isByDay, netByPeriod, periodNames } from './figures.ts'

const donut: AccountDonut = { keys: [], labels: [], series: [] }
const column = (categories: string[], data: number[]) => ({
  categories,
  series: [{ name: '', data: data.map(satang) }],
})
const passThrough = { collected: satang(0), remitted: satang(0), held: satang(0) }

const both: BookChart = {
  income_donut: donut,
  expenses_donut: donut,
  income_column: column(['2026-11-01', '2026-11-02'], [500, -100]),
  expenses_column: column(['2026-11-01', '2026-11-02'], [200, 0]),
  total_income: satang(400),
  total_expenses: satang(200),
  previous: null,
  pass_through: passThrough,
}

describe('the figures of a chart', () => {
  it('have income minus expenses in each period, whose sum is the balance', () => {
    const figures = figuresOf(both)
    expect(netByPeriod(figures)).toEqual([300, -100])
    expect(netByPeriod(figures).reduce((sum, value) => sum + value, 0)).toBe(
      figures.income - figures.expenses,
    )
  })

  it('of one side have no data of the other', () => {
    const { income_donut: _, income_column: __, total_income: ___, ...expenses } = both
    const figures = figuresOf(expenses)
    expect(figures).toMatchObject({ income: 0, incomeDonut: undefined, incomeByPeriod: undefined })
    expect(figures.periods).toEqual(['2026-11-01', '2026-11-02'])
    expect(netByPeriod(figures)).toEqual([-200, 0])
  })
})

describe('a period', () => {
  it('of days has the name of its day, and of months that of its month in the Buddhist Era', () => {
    expect(periodNames('2026-11-09')).toEqual({ name: '9 พ.ย. 2569', shortName: '9' })
    expect(periodNames('2026-11')).toEqual({ name: 'พฤศจิกายน 2569', shortName: 'พ.ย.' })
    expect(isByDay({ periods: ['2026-11-09'] })).toBe(true)
    expect(isByDay({ periods: ['2026-11'] })).toBe(false)
    expect(isByDay({ periods: [] })).toBe(false)
  })
})
