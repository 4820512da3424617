/**
 * Random days of two cashiers: receipts, refunds, entries, movements, petty cash and closes. After
 * every step the cash that the server returns must equal a plain sum of the steps. `DRAWER_RUNS` is
 * the number of days; `npm run soak` runs 300.
 */
import { closing } from '@khapdee/contract/entities/closing'
import { expenses } from '@khapdee/contract/entities/account-entry'
import { drawer } from '@khapdee/contract/entities/drawer'
import { satang } from '@khapdee/domain/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense, bookIncome } from '../../../test/make/account-entry.ts'
import { closeDrawer, makePettyCash, moveCash, movePettyCash } from '../../../test/make/drawer.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
let branch_id: number
let petty: number
const pettyLimit = 30_000
const runs = Number(process.env['DRAWER_RUNS'] ?? 8)

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  branch_id = test.school.branch.KKN
  petty = await makePettyCash(test, pettyLimit)
})
afterAll(() => test.close())

const cashiers = ['cashier.kkn', 'manager.kkn'] as const
const amount = fc.integer({ min: 1, max: 60_000 })
const step = fc.record({
  act: fc.constantFrom(
    'receipt',
    'transfer',
    'refund',
    'cash_out',
    'deposit',
    'top_up',
    'correction',
    'expense',
    'outside',
    'income',
    'change',
    'void',
    'advance',
    'return',
    'close',
    'closeShort',
  ),
  value: amount,
  by: fc.constantFrom(...cashiers),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The expected cash of the drawer and of the petty cash, and the last entry that may change. */
const model = { cash: 0, petty: 0, entry: null as { id: number; value: number } | null }

const ok = ({ status }: { status: number }) => status === 200

const assertSame = (actual: unknown, expected: unknown) => expect(actual).toEqual(expected)

/** Makes one step on the server, and on the model if the server must accept it. */
async function make({ act, value, by }: Step): Promise<void> {
  const accepts = async (answer: Promise<{ status: number }>, change: number) => {
    const expected = change >= 0 || model.cash + change >= 0
    expect([act, ok(await answer)]).toEqual([act, expected])
    if (expected) model.cash += change
    return expected
  }
  switch (act) {
    case 'receipt':
      await desk.register({ paid: [value, 0] })
      model.cash += value
      return
    case 'transfer': {
      const app = await desk.register({ paid: [0, 0] })
      await desk.pay(app, [[0, value, 'transfer']])
      return
    }
    case 'refund': {
      const app = await desk.register({ paid: [value, 0] })
      await desk.refund(app, value)
      return
    }
    case 'cash_out':
    case 'deposit':
      await accepts(moveCash(test, act, value, {}, by), -value)
      return
    case 'top_up':
      await accepts(moveCash(test, act, value, {}, by), value)
      return
    case 'correction': {
      const change = value % 2 === 0 ? value : -value
      await accepts(moveCash(test, act, change, {}, by), change)
      return
    }
    case 'expense': {
      const booked = bookExpense(test, { cash_source: 'drawer', value: satang(value) })
      if (await accepts(booked, -value))
        model.entry = { id: (await booked).data.expenses_id, value }
      return
    }
    case 'outside':
      await bookExpense(test, { value: satang(value) })
      return
    case 'income':
      await accepts(bookIncome(test, { cash_source: 'drawer', value: satang(value) }), value)
      return
    case 'change':
    case 'void': {
      if (model.entry === null) return
      const { id: expenses_id, value: before } = model.entry
      model.entry = null
      const base = { expenses_id, version: 1 }
      if (act === 'void') {
        await accepts(test.call(expenses.delete, { ...base, note: 'ซ้ำ' }, 'manager.kkn'), before)
        return
      }
      const fields = { other_name: 'น้ำ', pay_type: 'cash', value: satang(value) } as const
      const answer = test.call(expenses.update, { ...base, ...fields }, 'manager.kkn')
      await accepts(answer, before - value)
      return
    }
    case 'advance':
    case 'return': {
      const change = act === 'advance' ? value : -value
      const fits = model.petty + change >= 0 && model.petty + change <= pettyLimit
      const answer = movePettyCash(test, act, petty, value)
      if (!fits) assertSame(ok(await answer), false)
      else if (await accepts(answer, -change)) model.petty += change
      return
    }
    case 'close':
    case 'closeShort': {
      const counted = Math.max(0, act === 'close' ? model.cash : model.cash - (value % 700))
      const deposit = Math.min(counted, value)
      const answer = await closeDrawer(test, { counted, deposit, note: 'นับแล้ว' }, by)
      assertSame(answer.status === 200 || answer.status === 409, true)
      if (!ok(answer)) return
      const { next_float, expected_cash } = (
        await test.call(closing.get, { closing_id: answer.data.closing_id }, by)
      ).data
      assertSame([expected_cash, next_float], [model.cash, counted - deposit])
      model.cash = counted - deposit
      model.entry = null
    }
  }
}

it(
  'expects the cash that the steps of random days add up to',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
        for (const one of steps) {
          await make(one)
          const { data } = await test.call(drawer.get, { branch_id }, 'cashier.kkn')
          expect([one.act, data.balance]).toEqual([one.act, model.cash])
        }
      }),
      // The days follow each other on one drawer, so the property test cannot shrink a failed day.
      { numRuns: runs, endOnFailure: true },
    )
  },
  60_000 + runs * 10_000,
)
