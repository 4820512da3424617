/** Entries of staff and payments on, before and after a locked day, by every call that writes them. */
import { account, expenses, income } from '@khapdee/contract/entities/account-entry'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense, bookIncome, makeItem } from '../../../test/make/account-entry.ts'
import { lockBranch } from '../../../test/make/account-lock.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
const manager = 'manager.kkn'
const lockDay = day('2026-11-10')
const days = { before: addDays(lockDay, -1), on: lockDay, after: addDays(lockDay, 1) } as const
const cases = [
  ['before', false],
  ['on', false],
  ['after', true],
] as const

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())
/** Unlocks the branch; each test locks it after its records are made. */
beforeEach(() => lockBranch(test, test.school.branch.KKN, null))
const lockNow = () => lockBranch(test, test.school.branch.KKN, lockDay)

interface Answer {
  status: number
  body: { code?: string; errors?: { path: string }[] }
}
/** `ok`, or the code of a refusal and the field that it names. */
const outcomeOf = ({ status, body }: Answer) =>
  status === 200 ? 'ok' : [body.code, body.errors?.[0]?.path].filter(Boolean).join(' ')

/** The id of a booked entry, under the name of its group. */
interface Booked {
  income_id?: number
  expenses_id?: number
  Account_id?: number
}

/** The calls of one group: how it books an entry, changes it and voids it. */
interface Group {
  book(date: Day, status?: 'draft' | 'posted'): Promise<Answer & { data: Booked }>
  change(id: number, change: object): Promise<Answer>
  remove?(id: number): Promise<Answer>
}
const voided = { version: 1, note: 'บันทึกซ้ำ' }
const base = { version: 1, pay_type: 'cash', value: satang(10_000), other_name: 'ค่าน้ำแข็ง' } as const

const groups: Record<string, Group> = {
  income: {
    book: (date, status = 'posted') =>
      bookIncome(test, { date, status, other_name: base.other_name, value: base.value }),
    change: (income_id, change) =>
      test.call(income.update, { income_id, ...base, ...change }, manager),
    remove: (income_id) => test.call(income.delete, { income_id, ...voided }, manager),
  },
  expenses: {
    book: (date, status = 'posted') => bookExpense(test, { date, status, value: base.value }),
    change: (expenses_id, change) =>
      test.call(expenses.update, { expenses_id, ...base, ...change }, manager),
    remove: (expenses_id) => test.call(expenses.delete, { expenses_id, ...voided }, manager),
  },
  Account: {
    book: (date, status = 'posted') =>
      test.call(
        account.create,
        { ...account.create.input.parse({ ...wireBase, category: 'expenses' }), date, status },
        manager,
      ),
    change: (Account_id, change) =>
      test.call(account.update, { Account_id, category: 'expenses', ...base, ...change }, manager),
  },
}
const wireBase = {
  pay_type: 'cash',
  cash_source: 'outside',
  value: 100,
  other_name: 'ค่าน้ำแข็ง',
}

describe.each(Object.keys(groups))('an entry of %s', (name) => {
  const group = () => groups[name] as Group
  const entryOn = async (date: Day, status: 'draft' | 'posted' = 'posted') => {
    const { income_id, expenses_id, Account_id = 0 } = (await group().book(date, status)).data
    return income_id ?? expenses_id ?? Account_id
  }

  describe.each(cases)('%s the lock day', (where, isAllowed) => {
    const date = days[where]
    const refused = isAllowed ? 'ok' : 'DAY_LOCKED'
    const refusedAtDay = isAllowed ? 'ok' : 'DAY_LOCKED date'

    it.each(['posted', 'draft'] as const)(
      'can be booked only after the lock day: %s',
      async (status) => {
        await lockNow()
        expect(outcomeOf(await group().book(date, status))).toBe(refusedAtDay)
      },
    )

    it.each<[string, object]>([
      ['amount', { value: satang(5) }],
      ['pay type', { pay_type: 'transfer' }],
      ['name', { other_name: 'ค่าน้ำดื่ม' }],
    ])('can be changed only after the lock day: %s', async (_field, change) => {
      const id = await entryOn(date)
      await lockNow()
      expect(outcomeOf(await group().change(id, change))).toBe(refused)
    })

    it('can get another item only after the lock day', async () => {
      const category = name === 'income' ? 'other_income' : 'expenses'
      const item = await makeItem(test, { category })
      const id = await entryOn(date)
      await lockNow()
      const field = name === 'Account' ? 'list_Account_id' : 'list_expenses'
      expect(outcomeOf(await group().change(id, { [field]: item, other_name: '' }))).toBe(refused)
    })

    it('can be moved to a later day only from a day after the lock day', async () => {
      const id = await entryOn(date)
      await lockNow()
      expect(outcomeOf(await group().change(id, { date: addDays(date, 5) }))).toBe(refused)
    })

    it('can be posted from a draft only after the lock day', async () => {
      const id = await entryOn(date, 'draft')
      await lockNow()
      expect(outcomeOf(await group().change(id, { status: 'posted' }))).toBe(refused)
    })

    it('can be moved there only if the day is after the lock day', async () => {
      const id = await entryOn(addDays(lockDay, 5))
      await lockNow()
      expect(outcomeOf(await group().change(id, { date }))).toBe(refusedAtDay)
    })

    it.runIf(name !== 'Account')('can be voided only after the lock day', async () => {
      const id = await entryOn(date)
      await lockNow()
      expect(outcomeOf((await group().remove?.(id)) as Answer)).toBe(refused)
    })

    it('can always get another note, payee and attachments', async () => {
      const id = await entryOn(date)
      await lockNow()
      const change = { detail: 'ใบเสร็จอยู่ในแฟ้ม', payee: 'ร้านน้ำแข็ง', files: [] }
      expect((await group().change(id, change)).status).toBe(200)
    })
  })
})

describe('an application of a locked day', () => {
  /** Pays part of an application on a day, closes that day and locks it. */
  async function lockedApplication() {
    test.clock.set('2026-11-10T03:00:00Z')
    const app = await desk.register({ paid: [20_000, 0] })
    await desk.close(test.school.branch.KKN)
    test.clock.set('2026-11-21T03:00:00Z')
    await lockNow()
    return app
  }

  it('is paid, amended and refunded today', async () => {
    const app = await lockedApplication()
    expect((await desk.pay(app, [[0, 10_000]])).status).toBe(200)
    expect((await desk.amend(app, { remove: [1] })).status).toBe(200)
    expect((await desk.refund(app, 5000)).status).toBe(200)
    await desk.close(test.school.branch.KKN)
  })

  it('keeps its receipts unchanged', async () => {
    const app = await lockedApplication()
    const payment_id = app.payments[0]?.payment_id ?? 0
    expect((await desk.requestVoid(payment_id)).status).toBe(409)
    expect((await desk.editPayType(payment_id, 'transfer')).status).toBe(409)
  })
})
