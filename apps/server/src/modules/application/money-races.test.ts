/** Two at once, and the same call thrice: `RACE_ROUNDS` says how often each. */
import { randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { closing } from '@khapdee/contract/entities/closing'
import { payment } from '@khapdee/contract/entities/payment'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../../test/make/money.ts'

const rounds = Number(process.env['RACE_ROUNDS'] ?? 20)
const patience = 20_000 + rounds * 1000

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

type Told = { status: number; body: { code?: string } }

/** The outcome of each call: `ok`, or the code of its error. */
async function race(...calls: readonly Promise<Told>[]): Promise<string> {
  const answers = await Promise.all(calls)
  return answers.map(({ status, body }) => (status === 200 ? 'ok' : body.code)).join(' ')
}

const inRounds = async (round: () => Promise<void>) => {
  for (let n = 0; n < rounds; n++) await round()
}
const receiptOf = ({ payments }: Registered) => payments[0]?.payment_id ?? 0

describe('at once', () => {
  it(
    'two clerks pay the same balance: one of them does',
    async () => {
      await inRounds(async () => {
        const app = await desk.register()
        const all = [
          [0, 120_000],
          [1, 15_000],
        ] as const
        const end = await race(
          desk.pay(app, all, 'registrar.kkn'),
          desk.pay(app, all, 'cashier.kkn'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(end)
        expect(await desk.detail(app)).toMatchObject({ status: 'paid', paid: 135_000 })
      })
    },
    patience,
  )

  it(
    'two clerks pay parts that are too much together: the second is told what is left',
    async () => {
      await inRounds(async () => {
        const app = await desk.register()
        const calls = ['registrar.kkn', 'cashier.kkn'].map((as) => desk.pay(app, [[0, 80_000]], as))
        expect(['ok OVERPAY', 'OVERPAY ok']).toContain(await race(...calls))
        const refused = (await Promise.all(calls)).find(({ status }) => status !== 200)
        expect(refused?.body.message).toBe('จำนวนเงินเกินยอดค้างชำระ (400.00 บาท)')
        expect((await desk.detail(app)).paid).toBe(80_000)
      })
    },
    patience,
  )

  it(
    'money comes and goes back: before the end, or not at all',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        const end = await race(desk.pay(app, [[0, 10_000]]), desk.refund(app, 20_000))
        const expected = {
          'ok ok': { status: 'partial_refund', paid: 10_000 },
          'STATE ok': { status: 'refunded', paid: 0 },
        }[end]
        expect(await desk.detail(app)).toMatchObject(expected ?? { end: 'none of these' })
      })
    },
    patience,
  )

  it(
    'a receipt is voided and its money given back: one of both',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        await desk.askDelete(receiptOf(app))
        const end = await race(
          desk.decide(receiptOf(app), 'approve'),
          desk.refund(app, 20_000, 'admin'),
        )
        const expected = {
          'ok REFUND_MAX': { status: 'outstanding', balance: 135_000 },
          'STATE ok': { status: 'refunded', balance: 0 },
        }[end]
        expect(await desk.detail(app)).toMatchObject({ paid: 0, ...(expected ?? { end }) })
      })
    },
    patience,
  )

  it(
    'a receipt is voided twice: one decision counts',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        await desk.askDelete(receiptOf(app))
        const end = await race(
          desk.decide(receiptOf(app), 'approve', 'manager.kkn'),
          desk.decide(receiptOf(app), 'reject', 'admin'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(end)
        const paid = end === 'ok STATE' ? 0 : 20_000
        expect(await desk.detail(app)).toMatchObject({ paid, balance: 135_000 - paid })
      })
    },
    patience,
  )
})

describe('while the day is closed', () => {
  const inDrawer = async () =>
    (await test.call(closing.current, { branch_id: test.school.branch.KKN }, 'cashier.kkn')).data
  const closeSeeing = (expected_cash: number, as = 'cashier.kkn') =>
    test.call(
      closing.close,
      {
        branch_id: test.school.branch.KKN,
        date: test.clock.today(),
        expected_cash: satang(expected_cash),
        counted_cash: satang(expected_cash),
      },
      as,
    )

  it(
    'what is paid belongs to this close or to the next, never to none or both',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        const seen = await inDrawer()
        const closed = closeSeeing(seen.expected_cash)
        // By transfer, which leaves the cash as it was seen: the close is not refused.
        expect(await race(closed, desk.pay(app, [[1, 5000, 'transfer']]))).toBe('ok ok')
        const { closing_id } = (await closed).data
        const kept = (await test.call(closing.get, { closing_id }, 'cashier.kkn')).data
        const left = await inDrawer()
        expect(kept.movements + left.movements).toBe(seen.movements + 1)
        expect(kept.expected_transfer + left.expected_transfer).toBe(seen.expected_transfer + 5000)
        expect(kept.payments).toHaveLength(kept.movements)
      })
    },
    patience,
  )

  it(
    'cash that comes is counted next, or the clerk must count again',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        const { expected_cash } = await inDrawer()
        const end = await race(closeSeeing(expected_cash), desk.pay(app, [[1, 5000]]))
        expect(['ok ok', 'CONFLICT ok']).toContain(end)
        expect((await inDrawer()).expected_cash).toBe(end === 'ok ok' ? 5000 : expected_cash + 5000)
      })
    },
    patience,
  )

  it(
    'a void comes before, or not at all',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        await desk.askDelete(receiptOf(app))
        const { expected_cash } = await inDrawer()
        const end = await race(closeSeeing(expected_cash), desk.decide(receiptOf(app), 'approve'))
        expect(['ok STATE', 'CONFLICT ok']).toContain(end)
        expect((await desk.detail(app)).paid).toBe(end === 'ok STATE' ? 20_000 : 0)
      })
    },
    patience,
  )

  it(
    'another closes it too: one of them does',
    async () => {
      await inRounds(async () => {
        await desk.register({ paid: [20_000, 0] })
        const { expected_cash } = await inDrawer()
        const end = await race(
          closeSeeing(expected_cash),
          closeSeeing(expected_cash, 'manager.kkn'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(end)
      })
    },
    patience,
  )
})

describe('the same key three times at once', () => {
  const applications = async () =>
    (await test.db.selectFrom('application').select('application_id').execute()).length
  const thrice = async (call: (headers: Record<string, string>) => Promise<{ bytes: Buffer }>) => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([call(headers), call(headers), call(headers)])
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect(JSON.parse(answers[0].bytes.toString())).toMatchObject({ status: 'success' })
  }

  it(
    'registers once, pays once, refunds once and voids once',
    async () => {
      await inRounds(async () => {
        const input = applicationInput(test.school)
        const before = await applications()
        await thrice((headers) => test.call(application.create, input, 'registrar.kkn', headers))
        expect(await applications()).toBe(before + 1)
        const app = await desk.register({ paid: [20_000, 0] })
        await thrice((headers) => desk.pay(app, [[0, 1000]], 'cashier.kkn', { headers }))
        const { application_id } = app
        await desk.askDelete(receiptOf(app))
        const decided = { payment_id: receiptOf(app), decision: 'approve' as const }
        await thrice((headers) => test.call(payment.decideDelete, decided, 'admin', headers))
        expect((await desk.detail(app)).paid).toBe(1000)
        const back = { application_id, value: satang(1000), note: 'ย้ายที่อยู่' }
        await thrice((headers) => test.call(application.refund, back, 'admin', headers))
        const ended = await desk.detail(app)
        expect([ended.paid, ended.payments.length, ended.refunds.length]).toEqual([0, 2, 1])
      })
    },
    patience,
  )
})
