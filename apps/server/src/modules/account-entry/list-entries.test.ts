import { account, expenses, income } from '@khapdee/contract/entities/account-entry'
import type { EntryGroup } from '@khapdee/domain/account-entry'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { bookExpense, bookIncome, makeItem } from '../../../test/make/account-entry.ts'
import { makeOtherFee } from '../../../test/make/fee.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

/** Moves the clock to a day on which nothing happened. */
function onDay(value: string) {
  test.clock.set(`${value}T05:00:00Z`)
  return day(value)
}
const incomeOn = async (start: Day, end = start, more = {}, as = manager) =>
  (await test.call(income.gettable, listQuery({ start, end, ...more }), as)).body
const booksOn = async (start: Day, end = start, more = {}, as = manager) =>
  (await test.call(account.gettable, listQuery({ start, end, ...more }), as)).body
const listQuery = (values: object) => income.gettable.input.parse(values)

describe('receipts and refunds in the books', () => {
  it('post one entry for each line, refunds with a negative amount on their own day; a void posts a reversal', async () => {
    const first = onDay('2026-11-24')
    const app = await desk.register({ paid: [100_000, 15_000] })
    const voided = await desk.register({ paid: [7000, 0] })
    await desk.cancel(voided)
    const rows = (await incomeOn(first)).data
    expect(rows.map(({ name, value, is_reversal }: never) => [name, value, is_reversal])).toEqual([
      [expect.any(String), -70, true],
      [expect.any(String), 70, false],
      [expect.any(String), 150, false],
      [expect.any(String), 1000, false],
    ])
    expect((await incomeOn(first)).chart).toMatchObject({ total_income: 1150 })
    const second = onDay('2026-11-25')
    await desk.refund(app, 20_000, manager, 'transfer', [[0, 20_000]])
    expect((await incomeOn(second)).chart).toMatchObject({ total_income: -200 })
    expect((await incomeOn(first)).chart).toMatchObject({ total_income: 1150 })
    const [refund] = (await incomeOn(second)).data
    expect(refund).toMatchObject({
      category: 'customer',
      application_code: app.code,
      pay_type: 'transfer',
      can_change: false,
    })
  })

  it('follow a corrected pay type, and cannot be changed by the calls of the books', async () => {
    const today = onDay('2026-11-26')
    const { payments } = await desk.register({ paid: [5000, 0] })
    await desk.editPayType(payments[0]?.payment_id ?? 0, 'transfer')
    const [row] = (await incomeOn(today)).data
    expect(row).toMatchObject({ pay_type: 'transfer', value: 50 })
    const input = { income_id: row.income_id, version: row.version, note: 'ลบ' }
    expect((await test.call(income.delete, input, manager)).body.code).toBe('STATE')
  })

  it('that are collected for the state are excluded from every total, and the held sum is shown', async () => {
    const today = onDay('2026-11-27')
    const { other_fee_id } = await makeOtherFee(test.db, {
      is_pass_through: true,
      price: satang(30_000),
    })
    const fee = { other_fee_id, ...lineInput(30_000, { paid: satang(30_000) }) }
    await desk.register({ other_fee: [fee] })
    const item = await makeItem(test, { is_pass_through: true })
    await bookExpense(test, { list_expenses: item, value: satang(10_000) })
    const { chart, data } = await booksOn(today)
    expect(data).toHaveLength(2)
    expect(chart).toMatchObject({
      total_income: 0,
      total_expenses: 0,
      pass_through: { collected: 300, remitted: 100, held: 200 },
    })
    const tomorrow = onDay('2026-11-28')
    expect((await booksOn(tomorrow)).chart).toMatchObject({
      pass_through: { collected: 0, remitted: 0, held: 200 },
    })
  })

  it('begin with the money that was held before the books, which is in no drawer and no bank account', async () => {
    const today = onDay('2026-11-29')
    const { data: items } = await test.call(expenses.list, {}, manager)
    const { data: offered } = await test.call(account.list, {}, manager)
    const opening = offered.find(({ name }) => name === 'ยอดยกมารายรับแทน')?.list_expenses_id ?? 0
    expect(items.map(({ list_expenses_id }) => list_expenses_id)).not.toContain(opening)
    const entry = { list_expenses: opening, other_name: '', value: satang(5_000) }
    for (const values of [{ cash_source: 'drawer' }, { pay_type: 'transfer' }] as const)
      expect((await bookIncome(test, { ...entry, ...values })).body.errors).toMatchObject([
        { path: 'cash_source' },
      ])
    const held = (await booksOn(today)).chart.pass_through.held
    await bookIncome(test, entry)
    expect((await booksOn(today)).chart).toMatchObject({
      total_income: 0,
      pass_through: { held: held + 50 },
    })
  })
})

describe('the charts', () => {
  it('show every day of a month, and months beyond 31 days', async () => {
    onDay('2026-12-15')
    const ice = await makeItem(test, { name: 'น้ำแข็ง', group: 'เบ็ดเตล็ด' })
    await bookExpense(test, { value: satang(500), date: day('2026-12-02') })
    await bookExpense(test, { value: satang(700), date: day('2026-12-15'), list_expenses: ice })
    await bookIncome(test, { value: satang(900), date: day('2026-12-02') })
    const daily = (await booksOn(day('2026-12-01'), day('2026-12-31'))).chart
    expect(daily.expenses_column.categories).toHaveLength(31)
    expect(daily.expenses_column.series[0].data[1]).toBe(5)
    expect(daily.expenses_donut).toEqual({
      keys: ['expenses:group:เบ็ดเตล็ด', 'expenses:group:อื่น ๆ'],
      labels: ['เบ็ดเตล็ด', 'อื่น ๆ'],
      series: [7, 5],
    })
    expect(daily).toMatchObject({ total_income: 9, total_expenses: 12, balance: -3 })
    const monthly = (await booksOn(day('2026-11-15'), day('2027-01-10'))).chart
    expect(monthly.income_column.categories).toEqual(['2026-11', '2026-12', '2027-01'])
    expect(monthly.expenses_column.series[0].data[1]).toBe(12)
  })

  it('compare with the preceding period of the same length', async () => {
    const today = onDay('2026-12-20')
    await bookExpense(test, { value: satang(300), date: addDays(today, -1) })
    const { chart } = await booksOn(today)
    expect(chart.previous).toEqual({
      start: '2026-12-19',
      end: '2026-12-19',
      total_income: 0,
      total_expenses: 3,
    })
  })

  it('answer unusual periods without an error', async () => {
    for (const [start, end] of [
      ['1000-01-01', '1000-01-01'],
      ['9999-12-31', '1000-01-01'],
      ['2000-01-01', '9999-12-31'],
    ] as const) {
      expect((await booksOn(day(start), day(end))).status).toBe('success')
    }
    const all = await test.call(account.gettable, listQuery({ start: 'all', end: 'all' }), manager)
    expect(all.status).toBe(200)
  })

  it('filter the list by the group of a slice', async () => {
    const today = day('2026-12-15')
    const { data, chart } = await booksOn(today, today, { category: 'group:เบ็ดเตล็ด' })
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['น้ำแข็ง'])
    expect(chart.total_expenses).toBe(7)
  })

  it('filter the list by the side of a slice, too, where both sides have a group of its name', async () => {
    const today = onDay('2026-12-16')
    await bookExpense(test, { other_name: 'ค่าน้ำแข็ง' })
    await bookIncome(test, { other_name: 'ขายน้ำดื่ม' })
    const both = await booksOn(today)
    const [key = ''] = both.chart.income_donut.keys
    const { data, filter } = await booksOn(today, today, { category: key })
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['ขายน้ำดื่ม'])
    expect(filter.category).toContainEqual({ value: key, name: 'อื่น ๆ (รายรับ)' })
  })

  it('leave out drafts and voided entries', async () => {
    const today = onDay('2026-12-22')
    await bookExpense(test, { status: 'draft' })
    const { data } = await bookExpense(test)
    const input = { expenses_id: data.expenses_id, version: 1, note: 'ซ้ำ' }
    await test.call(expenses.delete, input, manager)
    const { chart, meta } = await booksOn(today)
    expect([chart.total_expenses, meta.total]).toEqual([0, 2])
  })
})

it('lists today by default, and only the branches of the caller', async () => {
  const today = onDay('2026-12-28')
  await bookExpense(test, { branch_id: test.school.branch.BPI }, 'accountant')
  await bookExpense(test, { value: satang(100) })
  const own = await test.call(expenses.gettable, listQuery({}), manager)
  expect(own.body.data).toHaveLength(1)
  expect((await booksOn(today, today, {}, 'accountant')).data).toHaveLength(2)
})

it('finds an entry by its number, its name, the customer and the receipt', async () => {
  const today = onDay('2026-12-29')
  const { data } = await bookExpense(test, { other_name: 'ค่ากระดาษ', payee: 'ร้านสมุด' })
  const app = await desk.register({ paid: [100, 0] })
  const [receipt] = app.payments
  for (const text of [data.code, 'กระดาษ', 'สมุด', receipt?.payment_code ?? '', app.code]) {
    expect((await booksOn(today, today, { text })).data).toHaveLength(1)
  }
})

it('totals are the sums of the rows and of the charts after a random history', async () => {
  const [start, end] = [day('2026-11-24'), day('2026-12-31')]
  const { chart } = await booksOn(start, end)
  const { rows } = await sql<{ side: string; value: number }>`
    select side, sum(value)::float8 / 100 as value from account_entry
    where branch_id = ${test.school.branch.KKN} and status = 'posted' and not is_pass_through
      and date between ${start} and ${end} group by 1`.execute(test.db)
  const sum = (values: number[]) => Math.round(values.reduce((a, b) => a + b, 0) * 100) / 100
  for (const { side, value } of rows) {
    const [donut, column, total] =
      side === 'income'
        ? [chart.income_donut, chart.income_column, chart.total_income]
        : [chart.expenses_donut, chart.expenses_column, chart.total_expenses]
    expect([total, sum(donut.series), sum(column.series[0].data)]).toEqual([value, value, value])
    const listTotals = await Promise.all(
      donut.keys.map(async (category: EntryGroup) => {
        const { data } = await booksOn(start, end, { category, perPage: 100 })
        return sum(
          data
            .filter(
              (row: { status: string; is_pass_through: boolean }) =>
                row.status === 'posted' && !row.is_pass_through,
            )
            .map((row: { value: number }) => row.value),
        )
      }),
    )
    expect(listTotals).toEqual(donut.series)
  }
})
