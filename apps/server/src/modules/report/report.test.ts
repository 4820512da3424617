/**
 * For random histories, the totals and charts of the books, the reports, the lists to which their
 * figures lead, and the rows of these lists agree, per branch and over all branches.
 */
import { account, expenses, income } from '@khapdee/contract/entities/account-entry'
import { payment } from '@khapdee/contract/entities/payment'
import { report } from '@khapdee/contract/entities/report'
import type { AccountSide } from '@khapdee/domain/expense-item'
import type { PayType } from '@khapdee/domain/application/status'
import { satang, sumSatang } from '@khapdee/domain/money'
import { type Day, addDays, day, todayInBangkok } from '@khapdee/domain/thai-date'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { readWorkbookSheet } from '../../adapters/xlsx/test/read-workbook.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense, bookIncome, makeItem } from '../../../test/make/account-entry.ts'
import { lineInput } from '../../../test/make/application.ts'
import { makeOtherFee } from '../../../test/make/fee.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
let passedFee: number
let passedItem: number
const reader = 'accountant'
const owner = 'owner'

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  const fee = { is_pass_through: true, price: satang(30_000) }
  passedFee = (await makeOtherFee(test.db, fee)).other_fee_id
  passedItem = await makeItem(test, { is_pass_through: true, name: 'ภาษีรถ' })
})
afterAll(() => test.close())

const branches = ['kkn', 'bpi'] as const
type Branch = (typeof branches)[number]
const idOf = (branch: Branch) => test.school.branch[branch === 'kkn' ? 'KKN' : 'BPI']

/** The expected entries of the books, recorded independently of the server. */
interface Expected {
  day: Day
  branch: Branch
  side: AccountSide
  pay_type: PayType
  passed: boolean
  value: number
}

/** Times of a day in Bangkok as UTC: just after midnight, at noon, just before midnight. */
const times = ['T17:00:00.000Z', 'T05:00:00.000Z', 'T16:59:59.999Z'] as const

const step = fc.record({
  kind: fc.constantFrom(
    'register',
    'register',
    'pay',
    'refund',
    'refund line',
    'void',
    'retype',
    'expense',
    'income',
    'draft',
    'voided expense',
    'passed on',
  ),
  branch: fc.constantFrom(...branches),
  value: fc.integer({ min: 1, max: 90_000 }),
  pay_type: fc.constantFrom('cash' as const, 'transfer' as const),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface History {
  branch: Branch
  app: Registered
  expected: Expected[]
}

/** Applies a step at the present time of the clock. */
async function apply(
  { kind, branch, value, pay_type }: Step,
  all: Expected[],
  apps: History[],
): Promise<void> {
  const today = todayInBangkok(test.clock.now())
  const as = `manager.${branch}`
  const add = (expected: Omit<Expected, 'day' | 'branch'>): Expected => {
    const row = { day: today, branch, ...expected }
    all.push(row)
    return row
  }
  const last = apps.findLast((app) => app.branch === branch)
  const booked = { side: 'expenses', pay_type, passed: false, value } as const
  const own = { value: satang(value), pay_type, branch_id: idOf(branch) }
  if (kind === 'register') {
    const fee = { other_fee_id: passedFee, ...lineInput(30_000, { paid: satang(30_000) }) }
    const { course } = test.school
    const lesson = { course_id: course.lesson, ...lineInput(120_000, { paid: satang(value) }) }
    const app = await desk.register({
      course: [lesson],
      other_fee: [fee],
      as: `registrar.${branch}`,
    })
    const received = { side: 'income', pay_type: 'cash' } as const
    const rows = [
      add({ ...received, passed: false, value }),
      add({ ...received, passed: true, value: 30_000 }),
    ]
    apps.push({ branch, app, expected: rows })
  } else if (kind === 'pay' && last !== undefined) {
    const { status } = await desk.pay(last.app, [[0, value, pay_type]], `cashier.${branch}`)
    if (status === 200) add({ side: 'income', pay_type, passed: false, value })
  } else if (kind === 'refund' || kind === 'refund line') {
    if (last === undefined) return
    const paid = last.expected[0]?.value ?? 0
    const part = Math.max(1, Math.floor(paid / 2))
    const { status } = await desk.refund(last.app, part, as, pay_type, [[0, part]])
    if (status === 200) add({ side: 'income', pay_type, passed: false, value: -part })
  } else if (kind === 'void' && last !== undefined) {
    const [first] = last.app.payments
    await desk.requestVoid(first?.payment_id ?? 0, `cashier.${branch}`)
    const { status } = await desk.decideVoid(first?.payment_id ?? 0, 'approve', as)
    if (status === 200) for (const row of last.expected) row.value = 0
  } else if (kind === 'retype' && last !== undefined) {
    const [first] = last.app.payments
    const edited = await desk.editPayType(first?.payment_id ?? 0, pay_type, `cashier.${branch}`)
    if (edited.status === 200) for (const row of last.expected) row.pay_type = pay_type
  } else if (kind === 'expense') {
    if ((await bookExpense(test, own, reader)).data.code) add(booked)
  } else if (kind === 'income') {
    if ((await bookIncome(test, own, reader)).data.code) add({ ...booked, side: 'income' })
  } else if (kind === 'passed on') {
    const item = { ...own, list_expenses: passedItem, other_name: '' }
    if ((await bookExpense(test, item, reader)).data.code) add({ ...booked, passed: true })
  } else if (kind === 'draft') {
    await bookExpense(test, { ...own, status: 'draft' }, reader)
  } else if (kind === 'voided expense') {
    const { data } = await bookExpense(test, own, reader)
    const input = { expenses_id: data.expenses_id, version: 1, note: 'ซ้ำ' }
    await test.call(expenses.delete, input, reader)
  }
}

const lists = { income, expenses, accounts: account } as const
type Search = Record<string, string>
const parse = (search: Search) => account.gettable.input.parse({ perPage: '100', ...search })

/** The total of a list of the books for its filters, and the sum of its rows. */
async function listOf(screen: keyof typeof lists, search: Search) {
  const { answer } = await test.call(lists[screen].gettable, parse(search), reader)
  const { chart, meta, data } = answer
  if (meta.total !== data.length) throw new Error('the rows are on several pages')
  const signed = data.map(({ side, value, status }) =>
    status === 'posted' ? (screen === 'accounts' && side === 'expenses' ? -value : value) : 0,
  )
  const shown =
    'balance' in chart
      ? chart.balance
      : 'total_income' in chart
        ? chart.total_income
        : chart.total_expenses
  return { chart, shown, rows: sumSatang(signed.map(satang)) }
}

const reportOf = async (type: string, search: Search) =>
  (await test.call(report.gettable, parse({ type, ...search }), reader)).answer
type Report = Awaited<ReturnType<typeof reportOf>>

/** The total of the list of a figure, and the sum of its rows if the figure sums them. */
async function listTotals(
  screen: string,
  search: Search,
): Promise<{ counts: number; sums: number[] }> {
  if (screen === 'payments') {
    const query = payment.gettable.input.parse({ perPage: '100', ...search })
    const { total, meta, data } = (await test.call(payment.gettable, query, reader)).answer
    const { cash = satang(0), banktransfer = satang(0) } = total ?? {}
    const ofRows = sumSatang(data.map(({ paid }) => paid))
    const shown = search['status'] === 'deleted' ? ofRows : cash + banktransfer
    return { counts: meta.total, sums: [shown] }
  }
  if (screen === 'overdue') {
    const query = payment.overdue.input.parse({ perPage: '100', ...search })
    const { total, meta } = (await test.call(payment.overdue, query, reader)).answer
    return { counts: meta.total, sums: [total?.balance ?? -1] }
  }
  const { rows, shown } = await listOf(screen as keyof typeof lists, search)
  return { counts: 0, sums: search['status'] === 'counted' ? [rows, shown] : [rows] }
}

/** The figures of a report that differ from the list to which they lead. */
async function wrongFigures({ data }: Report): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const { key, cells } of data) {
    for (const { value, count, to } of cells) {
      if (to === null) continue
      const { counts, sums } = await listTotals(to.screen, to.search)
      const isRight = count === null ? sums.every((sum) => sum === value) : counts === count
      if (!isRight) wrong.push({ key, value, count, to, counts, sums })
    }
  }
  return wrong
}

const valuesOf = ({ data }: Report, key: string) =>
  data.find((row) => row.key === key)?.cells.map(({ value }) => value)

let begins = day('2027-02-01')

describe('the figures of a random history', () => {
  it('are the same in lists, charts, reports and rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
        begins = addDays(begins, 10)
        const end = addDays(begins, 3)
        const all: Expected[] = []
        const apps: History[] = []
        for (const [i, one] of steps.entries()) {
          // Four days, each from just after midnight to just before the next.
          const moment = Math.floor((i * 12) / steps.length)
          const at = addDays(begins, Math.floor(moment / 3))
          const time = times[moment % 3] ?? times[1]
          test.clock.set(`${time === times[0] ? addDays(at, -1) : at}${time}`)
          await apply(one, all, apps)
        }
        for (const branch of [...branches, undefined]) {
          const search = {
            branch: branch === undefined ? 'all' : String(idOf(branch)),
            start: begins,
            end,
          }
          const sum = (includes: (row: Expected) => boolean) =>
            all
              .filter((row) => (branch ?? row.branch) === row.branch && includes(row))
              .reduce((total, { value }) => total + value, 0)
          const of = (side: AccountSide, passed = false) =>
            sum((row) => row.side === side && row.passed === passed)
          const { chart } = await listOf('accounts', search)
          const [earned, spent] = [of('income'), of('expenses')]
          expect(chart).toMatchObject({
            total_income: earned,
            total_expenses: spent,
            balance: earned - spent,
            pass_through: { collected: of('income', true), remitted: of('expenses', true) },
          })
          const sums = [earned, spent, earned - spent, of('income', true), of('expenses', true)]
          for (const type of ['periods', 'branches', 'pay_types'])
            expect(valuesOf(await reportOf(type, search), 'sum')?.slice(1, 6)).toEqual(sums)
          const daily = await reportOf('daily', search)
          const paid = (side: AccountSide, pay_type: PayType) =>
            sum((row) => row.side === side && !row.passed && row.pay_type === pay_type)
          expect(valuesOf(daily, 'sum')?.slice(1)).toEqual([
            paid('income', 'cash'),
            paid('income', 'transfer'),
            paid('expenses', 'cash'),
            paid('expenses', 'transfer'),
            ...sums.slice(2),
          ])
          for (const { day: date } of all) {
            const net = sum((row) => row.day === date && !row.passed && row.side === 'income')
            const [, cash = 0, transfer = 0] = valuesOf(daily, date) ?? []
            expect((cash ?? 0) + (transfer ?? 0)).toBe(net)
          }
          const categories = await reportOf('categories', search)
          expect(valuesOf(categories, 'income sum')?.at(-1)).toBe(earned)
          expect(valuesOf(categories, 'expenses sum')?.at(-1)).toBe(spent)
          expect(valuesOf(categories, 'net')?.at(-1)).toBe(earned - spent)
          for (const type of [
            'daily',
            'categories',
            'periods',
            'branches',
            'pay_types',
            'receipts',
            'outstanding',
          ])
            expect(await wrongFigures(await reportOf(type, search))).toEqual([])
        }
      }),
      { numRuns: 4 },
    )
  }, 300_000)
})

describe('a report', () => {
  const thisMonth = { start: '2026-11-01', end: '2026-11-30' }

  it('of days is refused for more than a year, and so is an unknown report', async () => {
    const long = parse({ type: 'daily', start: '2026-01-01', end: '2027-12-31' })
    expect((await test.call(report.gettable, long, reader)).body.errors).toMatchObject([
      { path: 'start' },
    ])
    const unknown = parse({ type: 'profit' })
    expect((await test.call(report.gettable, unknown, reader)).status).toBe(400)
  })

  it('shows only the branches of the caller', async () => {
    const { data } = (
      await test.call(report.gettable, parse({ type: 'branches', ...thisMonth }), 'manager.bpi')
    ).answer
    expect(data.map(({ cells }) => cells[0]?.text)).toHaveLength(2)
  })

  it('is printed and exported with the figures of the screen', async () => {
    test.clock.set('2028-01-15T05:00:00Z')
    await bookExpense(test, { value: satang(123_456) })
    const query = report.pdf.input.parse({ type: 'periods', branch: String(idOf('kkn')) })
    const { pdf } = (await test.call(report.pdf, query, reader)).data
    const text = readPdf((await test.raw('GET', pdf)).bytes)
      .map((page) => page.text.replaceAll(/\s+/g, ' '))
      .join(' ')
    for (const expected of ['รายรับ–รายจ่ายแยกตามช่วงเวลา', '15/01/2571', '1,234.56', '-1,234.56'])
      expect(text).toContain(expected)
    const { file } = (await test.call(report.export, query, reader)).data
    const { status, bytes } = await test.raw('GET', file)
    expect(status).toBe(200)
    // The day is a date: the number of 15 January 2028.
    expect(readWorkbookSheet(bytes).map(([first]) => first)).toContain(46_767)
  })

  it('can be exported by users who may export, and its table seen by users who may view', async () => {
    const query = report.pdf.input.parse({})
    expect((await test.call(report.pdf, query, 'cashier.kkn')).status).toBe(403)
    expect((await test.call(report.gettable, parse({}), 'cashier.kkn')).status).toBe(403)
    expect((await test.call(report.gettable, parse({}), owner)).status).toBe(200)
  })
})

it('prints a list of the books with its totals, categories, days and entries', async () => {
  test.clock.set('2028-02-15T05:00:00Z')
  const { data } = await bookExpense(test, { value: satang(50_000), payee: 'ร้านน้ำแข็ง' })
  await bookIncome(test, { value: satang(70_000), pay_type: 'transfer' })
  const print = async (values: object) => {
    const query = account.printPdf.input.parse({ branch: String(idOf('kkn')), ...values })
    const { pdf } = (await test.call(account.printPdf, query, reader)).data
    return readPdf((await test.raw('GET', pdf)).bytes)
      .map((page) => page.text.replaceAll(/\s+/g, ' '))
      .join(' ')
  }
  const both = await print({})
  for (const expected of [
    'รวมรายรับ 700.00',
    'รวมรายจ่าย 500.00',
    'คงเหลือสุทธิ 200.00',
    data.code,
    'ร้านน้ำแข็ง',
  ])
    expect(both).toContain(expected)
  const cash = await print({ side: 'expenses', pay_type: 'cash' })
  expect(cash).toContain('วิธีชำระเงิน เงินสด')
  expect(cash).not.toContain('700.00')
  expect(await print({ category: 'expenses:group:อื่น ๆ' })).toContain('หมวด อื่น ๆ (รายจ่าย)')
})
