/** Concurrent calls about requests: voids, refunds and request fees that another user decides. */
import { request } from '@khapdee/contract/entities/request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { type MoneyDesk, type Registered, moneyDesk, unpaidLine } from '../../../test/make/money.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

/** Registers a lesson of 1,200 baht of which the registrar takes 800, and an unpaid book of 150 baht. */
const registered = () => desk.register({ paid: [80_000, 0] })

/** Requests the refund of 500 baht of the lesson. @returns the id of the request */
async function requested(app: Registered): Promise<number> {
  const answer = await desk.requestRefund(app, 50_000, 'cashier.kkn', 'cash', [[0, 50_000]])
  expect(answer.status).toBe(200)
  return answer.data.request_id
}

async function approved(app: Registered): Promise<number> {
  const request_id = await requested(app)
  expect((await desk.decideRefund(request_id, 'approve')).status).toBe(200)
  return request_id
}

const receiptOf = ({ payments }: Registered) => payments[0]?.payment_id ?? 0

/** The states of the requests of an application, oldest first, with its money. */
async function outcomeOf(app: Registered) {
  const { status, paid, balance, refunds, requests } = await desk.detail(app)
  const states = requests.toSorted((a, b) => a.request_id - b.request_id).map(({ state }) => state)
  return { status, paid, balance, refunds: refunds.length, states }
}

describe('of two calls about a refund request, only one takes effect', () => {
  it('a decision and a withdrawal', { timeout: raceTimeoutMs }, () =>
    inRounds(async (n) => {
      const app = await registered()
      const request_id = await requested(app)
      const decision = n % 2 === 0 ? 'approve' : 'reject'
      const calls = [desk.decideRefund(request_id, decision), desk.withdraw(request_id)]
      const outcome = await race(...calls)
      // An approved refund may still be withdrawn.
      const state = {
        'ok STATE': 'rejected',
        'STATE ok': 'withdrawn',
        'ok ok': decision === 'approve' ? 'withdrawn' : 'impossible',
      }[outcome]
      expect(await outcomeOf(app)).toMatchObject({ states: [state ?? outcome], paid: 80_000 })
    }),
  )

  it('an approval and a rejection', { timeout: raceTimeoutMs }, () =>
    inRounds(async () => {
      const app = await registered()
      const request_id = await requested(app)
      const outcome = await race(
        desk.decideRefund(request_id, 'approve'),
        desk.decideRefund(request_id, 'reject', 'owner'),
      )
      const state = { 'ok STATE': 'approved', 'STATE ok': 'rejected' }[outcome]
      expect((await outcomeOf(app)).states).toEqual([state ?? outcome])
    }),
  )

  it('two payouts', { timeout: raceTimeoutMs }, () =>
    inRounds(async () => {
      const app = await registered()
      const request_id = await approved(app)
      const calls = [desk.payOut(request_id), desk.payOut(request_id, 'registrar.kkn')]
      expect(['ok STATE', 'STATE ok']).toContain(await race(...calls))
      const expected = { paid: 30_000, balance: 15_000, refunds: 1, states: ['paid_out'] }
      expect(await outcomeOf(app)).toMatchObject(expected)
    }),
  )

  it('a payout and a withdrawal', { timeout: raceTimeoutMs }, () =>
    inRounds(async () => {
      const app = await registered()
      const request_id = await approved(app)
      const outcome = await race(desk.payOut(request_id), desk.withdraw(request_id))
      const expected = {
        'ok STATE': { paid: 30_000, refunds: 1, states: ['paid_out'] },
        'STATE ok': { paid: 80_000, refunds: 0, states: ['withdrawn'] },
      }[outcome]
      expect(await outcomeOf(app)).toMatchObject(expected ?? { outcome })
    }),
  )

  it('a payout and a direct refund', { timeout: raceTimeoutMs }, () =>
    inRounds(async () => {
      const app = await registered()
      const request_id = await approved(app)
      const outcome = await race(
        desk.payOut(request_id),
        desk.refund(app, 40_000, 'manager.kkn', 'cash', [[0, 40_000]]),
      )
      const expected = {
        // 300 baht are left after the payout.
        'ok REFUND_MAX': { paid: 30_000, refunds: 1, states: ['paid_out'] },
        'STATE ok': { paid: 40_000, refunds: 1, states: ['lapsed'] },
      }[outcome]
      expect(await outcomeOf(app)).toMatchObject(expected ?? { outcome })
    }),
  )

  it(
    'two requests, one of a line and one of the whole application',
    { timeout: raceTimeoutMs },
    () =>
      inRounds(async () => {
        const app = await registered()
        const outcome = await race(
          desk.requestRefund(app, 80_000, 'registrar.kkn', 'cash', [[0, 80_000]]),
          desk.requestRefund(app, 50_000, 'cashier.kkn'),
        )
        expect(['ok STATE', 'STATE ok']).toContain(outcome)
        expect((await outcomeOf(app)).states).toEqual(['waiting'])
      }),
  )

  it('a request and a direct refund of the same line', { timeout: raceTimeoutMs }, () =>
    inRounds(async () => {
      const app = await registered()
      const outcome = await race(
        desk.requestRefund(app, 50_000, 'cashier.kkn', 'cash', [[0, 50_000]]),
        desk.refund(app, 80_000, 'manager.kkn', 'cash', [[0, 80_000]]),
      )
      const states = { 'ok ok': ['lapsed'], 'REFUND_MAX ok': [] }[outcome]
      expect(await outcomeOf(app)).toMatchObject({
        paid: 0,
        balance: 15_000,
        refunds: 1,
        states: states ?? outcome,
      })
    }),
  )
})

describe('a payment', () => {
  it(
    'of a line is accepted only before a concurrent refund of it',
    { timeout: raceTimeoutMs },
    () =>
      inRounds(async () => {
        const app = await registered()
        const outcome = await race(
          desk.pay(app, [[0, 10_000]]),
          desk.refund(app, 80_000, 'manager.kkn', 'cash', [[0, 80_000]]),
        )
        const paid = { 'ok ok': 10_000, 'OVERPAY ok': 0 }[outcome]
        expect(await outcomeOf(app)).toMatchObject({
          status: 'outstanding',
          paid: paid ?? outcome,
          balance: 15_000,
        })
      }),
  )

  it(
    'of a line is accepted only before a concurrent request to refund it',
    { timeout: raceTimeoutMs },
    () =>
      inRounds(async () => {
        const app = await registered()
        const outcome = await race(
          desk.pay(app, [[0, 10_000]]),
          desk.requestRefund(app, 50_000, 'cashier.kkn', 'cash', [[0, 50_000]]),
        )
        const paid = { 'ok ok': 90_000, 'REFUND_PENDING ok': 80_000 }[outcome]
        expect(await outcomeOf(app)).toMatchObject({ paid: paid ?? outcome, states: ['waiting'] })
      }),
  )

  it('of a line is refused before and after a concurrent payout', { timeout: raceTimeoutMs }, () =>
    inRounds(async () => {
      const app = await registered()
      const request_id = await approved(app)
      const outcome = await race(desk.pay(app, [[0, 10_000]]), desk.payOut(request_id))
      expect(['REFUND_PENDING ok', 'OVERPAY ok']).toContain(outcome)
      expect(await outcomeOf(app)).toMatchObject({ paid: 30_000, balance: 15_000, refunds: 1 })
    }),
  )

  it('of another line is accepted beside a payout', { timeout: raceTimeoutMs }, () =>
    inRounds(async () => {
      const app = await registered()
      const request_id = await approved(app)
      expect(await race(desk.pay(app, [[1, 15_000]]), desk.payOut(request_id))).toBe('ok ok')
      expect(await outcomeOf(app)).toMatchObject({ status: 'paid', paid: 45_000, balance: 0 })
    }),
  )
})

describe('a request to refund what was paid', () => {
  it('excludes the approval of a void of its receipt', { timeout: raceTimeoutMs }, () =>
    inRounds(async () => {
      const app = await registered()
      await desk.requestVoid(receiptOf(app))
      const outcome = await race(
        desk.decideVoid(receiptOf(app), 'approve'),
        desk.requestRefund(app, 50_000, 'cashier.kkn', 'cash', [[0, 50_000]]),
      )
      const expected = {
        'ok REFUND_MAX': { paid: 0, states: ['approved'] },
        'REFUND_PENDING ok': { paid: 80_000, states: ['waiting', 'waiting'] },
      }[outcome]
      expect(await outcomeOf(app)).toMatchObject(expected ?? { outcome })
    }),
  )

  it('excludes a change of its course', { timeout: raceTimeoutMs }, () =>
    inRounds(async () => {
      const app = await registered()
      const by = { course_id: test.school.course.motorcycle, ...unpaidLine(250_000) }
      const outcome = await race(
        desk.amend(app, { replace: [[0, by]] }),
        desk.requestRefund(app, 50_000, 'cashier.kkn', 'cash', [[0, 50_000]]),
      )
      const states = { 'ok STATE': [], 'REFUND_PENDING ok': ['waiting'] }[outcome]
      expect(await outcomeOf(app)).toMatchObject({ paid: 80_000, states: states ?? outcome })
    }),
  )
})

it(
  'only one of a decision about a void request and its withdrawal takes effect',
  { timeout: raceTimeoutMs },
  () =>
    inRounds(async (n) => {
      const app = await desk.register({ paid: [20_000, 0] })
      await desk.requestVoid(receiptOf(app))
      const [{ request_id } = { request_id: 0 }] = (await desk.detail(app)).requests
      const decision = n % 2 === 0 ? 'approve' : 'reject'
      const outcome = await race(
        desk.decideVoid(receiptOf(app), decision),
        desk.withdraw(request_id),
      )
      const decided = decision === 'approve' ? 'approved' : 'rejected'
      const state = { 'ok STATE': decided, 'STATE ok': 'withdrawn' }[outcome]
      expect(await outcomeOf(app)).toMatchObject({
        paid: state === 'approved' ? 0 : 20_000,
        states: [state ?? outcome],
      })
    }),
)

it(
  'a payment and the rejection of its request fee leave no balance',
  { timeout: raceTimeoutMs },
  () =>
    inRounds(async () => {
      const fee = { request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }
      const input = { customer: customerInput(), request_fee: [fee] }
      const { application_id, application_code: code } = (
        await test.call(request.create, input, 'registrar.kkn')
      ).data
      const { line_id } = await test.db
        .selectFrom('application_line')
        .select('line_id')
        .where('application_id', '=', application_id)
        .executeTakeFirstOrThrow()
      const app = { application_id, code, lines: [line_id], payments: [] }
      const rejection = { application_id, decision: 'reject' as const, note: 'เอกสารไม่ครบ' }
      const outcome = await race(
        desk.pay(app, [[0, 500]]),
        test.call(request.approve, rejection, 'manager.kkn'),
      )
      const expected = {
        'ok ok': { status: 'ended', paid: 500 },
        'STATE ok': { status: 'cancelled', paid: 0 },
      }[outcome]
      expect(await outcomeOf(app)).toMatchObject({ balance: 0, ...(expected ?? { outcome }) })
    }),
)
