/** Concurrent and repeated calls that change money; those about requests are in request-races.test.ts. */
import { randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { closing } from '@khapdee/contract/entities/closing'
import { payment } from '@khapdee/contract/entities/payment'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { type MoneyDesk, type Registered, moneyDesk, unpaidLine } from '../../../test/make/money.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

const receiptOf = ({ payments }: Registered) => payments[0]?.payment_id ?? 0

describe('concurrent calls', () => {
  it(
    'accept only one of two payments of the same balance',
    async () => {
      await inRounds(async () => {
        const app = await desk.register()
        const all = [
          [0, 120_000],
          [1, 15_000],
        ] as const
        const outcome = await race(
          desk.pay(app, all, 'registrar.kkn'),
          desk.pay(app, all, 'cashier.kkn'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(outcome)
        expect(await desk.detail(app)).toMatchObject({ status: 'paid', paid: 135_000 })
      })
    },
    raceTimeoutMs,
  )

  it(
    'refuse the second of two payments above the balance, with the remaining balance',
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
    raceTimeoutMs,
  )

  it(
    'accept a payment only before a concurrent refund ends the application',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        const outcome = await race(desk.pay(app, [[0, 10_000]]), desk.refund(app, 20_000))
        const expected = {
          'ok ok': { status: 'partial_refund', paid: 10_000 },
          'STATE ok': { status: 'refunded', paid: 0 },
        }[outcome]
        expect(await desk.detail(app)).toMatchObject(expected ?? { outcome: 'unexpected' })
      })
    },
    raceTimeoutMs,
  )

  it(
    'accept only one of a void and a refund of the same receipt',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        await desk.requestVoid(receiptOf(app))
        const outcome = await race(
          desk.decideVoid(receiptOf(app), 'approve'),
          desk.refund(app, 20_000, 'admin'),
        )
        const expected = {
          'ok REFUND_MAX': { status: 'outstanding', balance: 135_000 },
          'STATE ok': { status: 'refunded', balance: 0 },
        }[outcome]
        expect(await desk.detail(app)).toMatchObject({ paid: 0, ...(expected ?? { outcome }) })
      })
    },
    raceTimeoutMs,
  )

  it(
    'accept only one of two decisions about a void',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        await desk.requestVoid(receiptOf(app))
        const outcome = await race(
          desk.decideVoid(receiptOf(app), 'approve', 'manager.kkn'),
          desk.decideVoid(receiptOf(app), 'reject', 'admin'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(outcome)
        const paid = outcome === 'ok STATE' ? 0 : 20_000
        expect(await desk.detail(app)).toMatchObject({ paid, balance: 135_000 - paid })
      })
    },
    raceTimeoutMs,
  )
})

describe('amendments', () => {
  const book = () => ({ other_fee_id: test.school.otherFee.book, ...unpaidLine(15_000) })

  it(
    'remove a line only before a concurrent payment of it',
    async () => {
      await inRounds(async () => {
        const app = await desk.register()
        const outcome = await race(desk.amend(app, { remove: [1] }), desk.pay(app, [[1, 15_000]]))
        const expected = {
          'ok STATE': { net: 120_000, paid: 0 },
          // CONFLICT: the payment came after the test read the version. VALIDATION: it came before that.
          'CONFLICT ok': { net: 135_000, paid: 15_000 },
          'VALIDATION ok': { net: 135_000, paid: 15_000 },
        }[outcome]
        expect(await desk.detail(app)).toMatchObject(expected ?? { outcome })
      })
    },
    raceTimeoutMs,
  )

  it(
    'move a concurrent payment to the new course, or one of the two calls is refused',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        const by = { course_id: test.school.course.motorcycle, ...unpaidLine(250_000) }
        const outcome = await race(
          desk.amend(app, { replace: [[0, by]] }),
          desk.pay(app, [[0, 30_000]]),
        )
        const expected = {
          'ok STATE': { net: 265_000, paid: 20_000 },
          'ok ok': { net: 265_000, paid: 50_000 },
          'CONFLICT ok': { net: 135_000, paid: 50_000 },
        }[outcome]
        expect(await desk.detail(app)).toMatchObject(expected ?? { outcome })
      })
    },
    raceTimeoutMs,
  )

  it(
    'of one version are accepted once',
    async () => {
      await inRounds(async () => {
        const app = await desk.register()
        const { version } = await desk.detail(app)
        const change = { version, add: { other_fee: [book()] } }
        const outcome = await race(
          desk.amend(app, change, 'registrar.kkn'),
          desk.amend(app, change, 'cashier.kkn'),
        )
        expect(['ok CONFLICT', 'CONFLICT ok']).toContain(outcome)
        expect(await desk.detail(app)).toMatchObject({ revision: 1, net: 150_000 })
      })
    },
    raceTimeoutMs,
  )
})

describe('a day close', () => {
  const currentDay = async () =>
    (await test.call(closing.current, { branch_id: test.school.branch.KKN }, 'cashier.kkn')).data
  const closeExpecting = (expected_cash: number, as = 'cashier.kkn') =>
    test.call(
      closing.close,
      {
        branch_id: test.school.branch.KKN,
        date: test.clock.today(),
        expected_cash: satang(expected_cash),
        counted_cash: satang(expected_cash),
        deposit: satang(expected_cash),
      },
      as,
    )

  it(
    'includes a concurrent payment, or the next close includes it',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        const before = await currentDay()
        const closed = closeExpecting(before.expected_cash)
        // A transfer does not change the expected cash, so the close is not refused.
        expect(await race(closed, desk.pay(app, [[1, 5000, 'transfer']]))).toBe('ok ok')
        const { closing_id } = (await closed).data
        const report = (await test.call(closing.get, { closing_id }, 'cashier.kkn')).data
        const next = await currentDay()
        expect(report.movements + next.movements).toBe(before.movements + 1)
        expect(report.expected_transfer + next.expected_transfer).toBe(
          before.expected_transfer + 5000,
        )
        expect(report.payments).toHaveLength(report.movements)
      })
    },
    raceTimeoutMs,
  )

  it(
    'leaves concurrent cash to the next close, or is refused',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        const { expected_cash } = await currentDay()
        const outcome = await race(closeExpecting(expected_cash), desk.pay(app, [[1, 5000]]))
        expect(['ok ok', 'CONFLICT ok']).toContain(outcome)
        expect((await currentDay()).expected_cash).toBe(
          outcome === 'ok ok' ? 5000 : expected_cash + 5000,
        )
      })
    },
    raceTimeoutMs,
  )

  it(
    'is refused after a concurrent void, or causes the void to be refused',
    async () => {
      await inRounds(async () => {
        const app = await desk.register({ paid: [20_000, 0] })
        await desk.requestVoid(receiptOf(app))
        const { expected_cash } = await currentDay()
        const outcome = await race(
          closeExpecting(expected_cash),
          desk.decideVoid(receiptOf(app), 'approve'),
        )
        expect(['ok STATE', 'CONFLICT ok']).toContain(outcome)
        expect((await desk.detail(app)).paid).toBe(outcome === 'ok STATE' ? 20_000 : 0)
      })
    },
    raceTimeoutMs,
  )

  it(
    'succeeds for only one of two clerks',
    async () => {
      await inRounds(async () => {
        await desk.register({ paid: [20_000, 0] })
        const { expected_cash } = await currentDay()
        const outcome = await race(
          closeExpecting(expected_cash),
          closeExpecting(expected_cash, 'manager.kkn'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(outcome)
      })
    },
    raceTimeoutMs,
  )
})

describe('three concurrent calls with one idempotency key', () => {
  const applications = async () =>
    (await test.db.selectFrom('application').select('application_id').execute()).length
  const thrice = async (call: (headers: Record<string, string>) => Promise<{ bytes: Buffer }>) => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([call(headers), call(headers), call(headers)])
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect(JSON.parse(answers[0].bytes.toString())).toMatchObject({ status: 'success' })
  }

  it(
    'register, pay, void and refund once',
    async () => {
      await inRounds(async () => {
        const input = applicationInput(test.school)
        const before = await applications()
        await thrice((headers) => test.call(application.create, input, 'registrar.kkn', headers))
        expect(await applications()).toBe(before + 1)
        const app = await desk.register({ paid: [20_000, 0] })
        await thrice((headers) => desk.pay(app, [[0, 1000]], 'cashier.kkn', { headers }))
        const { application_id } = app
        await desk.requestVoid(receiptOf(app))
        const decided = { payment_id: receiptOf(app), decision: 'approve' as const }
        await thrice((headers) => test.call(payment.decideDelete, decided, 'admin', headers))
        expect((await desk.detail(app)).paid).toBe(1000)
        const back = { application_id, value: satang(1000), note: 'ย้ายที่อยู่' }
        await thrice((headers) => test.call(application.refund, back, 'admin', headers))
        const ended = await desk.detail(app)
        expect([ended.paid, ended.payments.length, ended.refunds.length]).toEqual([0, 2, 1])
      })
    },
    raceTimeoutMs,
  )
})
