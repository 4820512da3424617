import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { approval } from '@khapdee/contract/entities/approval'
import { payment } from '@khapdee/contract/entities/payment'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { request } from '@khapdee/contract/entities/request'
import { search } from '@khapdee/contract/entities/search'
import { requestDecisions } from '@khapdee/domain/application/status'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { checkInvariants } from '../../db/invariants.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

async function registerRequest(as = 'registrar.kkn', paid = 0) {
  const line = lineInput(2000, { paid: satang(paid) })
  const request_fee = [{ request_fee_id: test.school.requestFee.copy, ...line }]
  return (await test.call(request.create, { customer: customerInput(), request_fee }, as)).data
}
const decide = (application_id: number, decision: 'approve' | 'reject', as = 'manager.kkn') =>
  test.call(request.approve, { application_id, decision, note: 'ตรวจแล้ว' }, as)
const read = async (application_id: number) =>
  (await test.call(request.get, { application_id }, 'manager.kkn')).data
async function payAll(application_id: number) {
  const [line] = (await read(application_id)).request_fee
  const lines = [
    { line_id: line?.line_id ?? 0, paid: line?.balance || satang(100), pay_type: 'cash' as const },
  ]
  return test.call(request.paybalance, { application_id, lines }, 'cashier.kkn')
}

describe('a request', () => {
  it('accepts payments while it waits and is approved by another employee', async () => {
    const { application_id, application_code } = await registerRequest()
    expect(application_code).toMatch(/^RQ-KKN-6911-\d{4}$/)
    expect(await read(application_id)).toMatchObject({
      decision: 'pending',
      application_request_fee_code: application_code,
      can: { approve: true, pay: true },
    })
    expect((await payAll(application_id)).status).toBe(200)
    const { data, body } = await decide(application_id, 'approve')
    expect([data.decision, body.message]).toEqual(['approved', 'อนุมัติเรียบร้อยแล้ว'])
    expect(await read(application_id)).toMatchObject({
      decision: 'approved',
      decision_note: 'ตรวจแล้ว',
      status: 'paid',
      can: { approve: false },
    })
    expect((await decide(application_id, 'reject')).body.code).toBe('STATE')
  })

  it('accepts no payment once rejected, and its payments can be refunded', async () => {
    const { application_id } = await registerRequest('registrar.kkn', 500)
    await decide(application_id, 'reject')
    expect((await payAll(application_id)).body).toMatchObject({
      code: 'STATE',
      message: 'คำขอนี้ไม่อนุมัติ รับชำระเงินไม่ได้',
    })
    const back = { application_id, value: satang(500), note: 'ไม่อนุมัติ' }
    expect((await test.call(request.refund, back, 'manager.kkn')).status).toBe(200)
  })

  it('is cancelled by its rejection when nothing was paid', async () => {
    const { application_id } = await registerRequest()
    await decide(application_id, 'reject')
    expect(await read(application_id)).toMatchObject({
      decision: 'rejected',
      status: 'cancelled',
      balance: 0,
      written_off: 2000,
      refund_due: false,
      end_note: 'ตรวจแล้ว',
      request_fee: [{ status: 'ended' }],
      can: { pay: false, refund: false, end: false, delete: false },
    })
  })

  it('ends by its rejection when something was paid, and is listed until the money is refunded or kept', async () => {
    const listed = async (application_id: number) => {
      const query = { category: 'refund_due', perPage: 100 }
      const { data } = await test.call(request.gettable, query, 'cashier.kkn')
      const due = await test.call(approval.gettable, { status: 'due' }, 'cashier.kkn')
      const inInbox = due.data.filter((row) => row.application_id === application_id)
      return [
        data.some((row) => row.application_id === application_id && row.refund_due),
        inInbox.map(({ amount }) => amount),
      ]
    }
    const [refunded, kept, requested] = await Promise.all(
      [0, 0, 0].map(async () => (await registerRequest('registrar.kkn', 500)).application_id),
    )
    for (const id of [refunded!, kept!, requested!]) {
      await decide(id, 'reject')
      expect(await read(id)).toMatchObject({
        decision: 'rejected',
        status: 'ended',
        paid: 500,
        balance: 0,
        written_off: 1500,
        refund_due: true,
        can: { refund: true, end: true, pay: false },
      })
      expect(await listed(id)).toEqual([true, [500]])
    }
    const back = { application_id: refunded!, value: satang(500), note: 'ไม่อนุมัติ' }
    expect((await test.call(request.refund, back, 'manager.kkn')).status).toBe(200)
    expect(await read(refunded!)).toMatchObject({ status: 'refunded', refund_due: false })
    expect(await listed(refunded!)).toEqual([false, []])

    const { version } = await read(kept!)
    const end = { application_id: kept!, version, note: 'ลูกค้ายกให้' }
    expect((await test.call(request.end, end, 'manager.kkn')).status).toBe(200)
    expect(await read(kept!)).toMatchObject({ status: 'ended', paid: 500, refund_due: false })
    expect(await listed(kept!)).toEqual([false, []])

    const ask = { ...back, application_id: requested! }
    const { data } = await test.call(refundRequest.create, ask, 'cashier.kkn')
    expect(await listed(requested!)).toEqual([true, []])
    // The open refund request of one application does not hide another one.
    const other = (await registerRequest('registrar.kkn', 500)).application_id
    await decide(other, 'reject')
    expect(await listed(other)).toEqual([true, [500]])
    const approve = { request_id: data.request_id, decision: 'approve' as const, note: '' }
    await test.call(refundRequest.decide, approve, 'manager.kkn')
    expect(await listed(requested!)).toEqual([true, [500]])
    await test.call(refundRequest.payout, { request_id: data.request_id }, 'cashier.kkn')
    expect(await read(requested!)).toMatchObject({ status: 'refunded', refund_due: false })
    expect(await listed(requested!)).toEqual([false, []])
  })

  it('stays listed after a partial refund until the rest is refunded or kept', async () => {
    const ids = await Promise.all(
      [0, 0].map(async () => {
        const lines = [500, 700].map((paid) => ({
          request_fee_id: test.school.requestFee.copy,
          ...lineInput(2000, { paid: satang(paid) }),
        }))
        const input = { customer: customerInput(), request_fee: lines }
        return (await test.call(request.create, input, 'registrar.kkn')).data.application_id
      }),
    )
    const due = async (id: number) => {
      const { data } = await test.call(approval.gettable, { status: 'due' }, 'cashier.kkn')
      return data.flatMap((row) => (row.application_id === id ? [row.amount] : []))
    }
    for (const application_id of ids) {
      await decide(application_id, 'reject')
      const [line] = (await read(application_id)).request_fee
      const lines = [{ line_id: line?.line_id ?? 0, value: satang(500) }]
      const back = { application_id, value: satang(500), note: 'คืนก่อนบางส่วน', lines }
      expect((await test.call(request.refund, back, 'manager.kkn')).status).toBe(200)
      expect(await read(application_id)).toMatchObject({
        status: 'partial_refund',
        paid: 700,
        refund_due: true,
        can: { refund: true, end: true, pay: false },
      })
      expect(await due(application_id)).toEqual([700])
    }
    const [refunded = 0, kept = 0] = ids
    const rest = { application_id: refunded, value: satang(700), note: 'คืนที่เหลือ' }
    expect((await test.call(request.refund, rest, 'manager.kkn')).status).toBe(200)
    expect(await read(refunded)).toMatchObject({ status: 'refunded', refund_due: false })
    const { version } = await read(kept)
    const end = { application_id: kept, version, note: 'ลูกค้ายกให้' }
    expect((await test.call(request.end, end, 'manager.kkn')).status).toBe(200)
    expect(await read(kept)).toMatchObject({
      status: 'partial_refund',
      refund_due: false,
      can: { end: false },
    })
    expect([await due(refunded), await due(kept)]).toEqual([[], []])
  })

  it('is found by the search with the mark that its money is to be paid back', async () => {
    const { application_id, application_code } = await registerRequest('registrar.kkn', 500)
    await decide(application_id, 'reject')
    const found = await test.call(search.find, { text: application_code }, 'manager.kkn')
    expect(found.data.applications).toMatchObject([{ application_id, refund_due: true }])
  })

  it.each(['owner', 'cashier.kkn', 'manager.kkn'])(
    'is listed with its money to be paid back for the user %s',
    async (as) => {
      const { application_id } = await registerRequest('registrar.kkn', 500)
      await decide(application_id, 'reject')
      const { data } = await test.call(approval.gettable, { status: 'due', perPage: 100 }, as)
      expect(data.filter((row) => row.application_id === application_id)).toHaveLength(1)
    },
  )

  it('keeps its open refund request when it is rejected, and lets void requests lapse', async () => {
    const { application_id, payments } = await registerRequest('registrar.kkn', 500)
    const payment_id = payments[0]?.payment_id ?? 0
    await test.call(payment.requestDelete, { payment_id, note: 'พิมพ์ผิด' }, 'cashier.kkn')
    const ask = { application_id, value: satang(300), note: 'ไม่ทำแล้ว' }
    const { data } = await test.call(refundRequest.create, ask, 'cashier.kkn')
    await decide(application_id, 'reject')
    expect((await read(application_id)).requests.map(({ kind, state }) => [kind, state])).toEqual([
      ['request_fee', 'rejected'],
      ['void', 'lapsed'],
      ['refund', 'waiting'],
    ])
    const approve = { request_id: data.request_id, decision: 'approve' as const, note: '' }
    await test.call(refundRequest.decide, approve, 'manager.kkn')
    await test.call(refundRequest.payout, { request_id: data.request_id }, 'cashier.kkn')
    const left = await read(application_id)
    expect(left).toMatchObject({ status: 'partial_refund', paid: 200, refund_due: true })
    const results = await checkInvariants(test.db)
    expect(results.filter(({ violations }) => violations > 0)).toEqual([])
  })

  it('cannot be decided by the employee who registered it, unless their role may decide its own requests', async () => {
    const own = await registerRequest('manager.kkn')
    const refused = await decide(own.application_id, 'approve')
    expect([refused.status, refused.body.code]).toEqual([403, 'SAME_USER'])
    expect((await read(own.application_id)).can.approve).toBe(false)
    const { application_id } = await registerRequest('admin')
    expect((await decide(application_id, 'approve', 'admin')).status).toBe(200)
  })

  it('is not found in another branch or for another kind, and cannot be decided after it has ended', async () => {
    const { application_id } = await registerRequest()
    expect((await decide(application_id, 'approve', 'manager.bpi')).status).toBe(404)
    await test.call(request.delete, { application_id, note: 'ลงผิด' }, 'registrar.kkn')
    expect((await decide(application_id, 'approve')).body.code).toBe('STATE')

    const fee = [{ other_fee_id: test.school.otherFee.book, ...lineInput(15_000) }]
    const input = { customer: customerInput(), other_fee: fee }
    const made = (await test.call(applicationFee.create, input, 'registrar.kkn')).data
    expect(made.application_code).toMatch(/^OF-KKN-6911-\d{4}$/)
    expect((await decide(made.application_id, 'approve')).status).toBe(404)
    const { data } = await test.call(
      applicationFee.get,
      { application_id: made.application_id },
      'registrar.kkn',
    )
    expect(data).toMatchObject({
      type: 'other_fee',
      decision: null,
      application_other_fee_id: made.application_id,
      application_other_fee_code: made.application_code,
    })
  })
})

describe('the lists of requests and of other fees', () => {
  it('show only their own kind', async () => {
    const created = await registerRequest()
    const listOf = async (endpoints: typeof request | typeof applicationFee) =>
      (await test.call(endpoints.gettable, { perPage: 100 }, 'manager.kkn')).data
    const requests = await listOf(request)
    expect(new Set(requests.map((row) => row.type))).toEqual(new Set(['request_fee']))
    expect(requests[0]?.application_id).toBe(created.application_id)
    expect(new Set((await listOf(applicationFee)).map((row) => row.type))).toEqual(
      new Set(['other_fee']),
    )
  })
})

describe('lists filtered by decision and lists of balances', () => {
  /** The requests of one decision, newest first, with count and balance of all. */
  const byDecision = async (category: string, more: object = {}) => {
    const { answer } = await test.call(
      request.gettable,
      { perPage: 100, category, ...more },
      'manager.kkn',
    )
    const { data, meta, total } = answer
    return {
      ids: data.map((row) => row.application_id),
      count: meta.total,
      balance: total?.balance,
    }
  }
  const paymentLists = { owed: payment.owed, overdue: payment.overdue }
  const payable = async (endpoint: typeof payment.owed, query: object = {}) =>
    (await test.call(endpoint, { perPage: 100, ...query }, 'manager.kkn')).answer

  it('show the requests with that decision and their sums, and none that ended without a decision', async () => {
    const before = await byDecision('pending')
    const [waiting, approved, rejected, ended] = await Promise.all(
      [0, 0, 0, 0].map(() => registerRequest()),
    )
    await decide(approved!.application_id, 'approve')
    await decide(rejected!.application_id, 'reject')
    const cancel = { application_id: ended!.application_id, note: 'ลงผิด' }
    await test.call(request.delete, cancel, 'registrar.kkn')

    const pending = await byDecision('pending')
    expect(pending.ids).toContain(waiting!.application_id)
    expect(pending.ids).not.toContain(ended!.application_id)
    expect(pending.count).toBe(before.count + 1)
    expect(await byDecision('all', { status: 'pending' })).toEqual(pending)
    expect(pending.balance).toBe((before.balance ?? 0) + 2000)
    for (const [decision, made] of [
      ['approved', approved],
      ['rejected', rejected],
    ] as const) {
      const found = await byDecision(decision)
      expect(found.ids[0]).toBe(made!.application_id)
      expect(found.count).toBe(found.ids.length)
      const { label } = requestDecisions[decision]
      for (const query of [{ status: decision }, { status: label }, { category: label }]) {
        expect(await byDecision('all', query)).toEqual(found)
      }
      const byCode = await byDecision(decision, { text: made!.application_code })
      expect([byCode.ids, byCode.count]).toEqual([[made!.application_id], 1])
    }
  })

  it.each(Object.entries(paymentLists))(
    'of %s contain only what can still be paid, in rows, count and sums, for any status filter',
    async (_, endpoint) => {
      const before = await payable(endpoint)
      const [open, rejected, paid] = await Promise.all([
        registerRequest(),
        registerRequest(),
        registerRequest('registrar.kkn', 2000),
      ])
      const ids = async (query: object = {}) =>
        (await payable(endpoint, query)).data.map((row) => row.application_id)
      expect(await ids()).toEqual(
        expect.arrayContaining([open.application_id, rejected.application_id]),
      )
      await decide(rejected.application_id, 'reject')
      for (const query of [
        {},
        { status: 'all' },
        { status: 'outstanding' },
        { type: 'request_fee' },
        { start: test.clock.today(), end: test.clock.today() },
      ]) {
        const { data, meta, total } = await payable(endpoint, query)
        const shown = data.map((row) => row.application_id)
        expect(shown).toContain(open.application_id)
        expect(shown).not.toContain(rejected.application_id)
        expect(shown).not.toContain(paid.application_id)
        expect(meta.total).toBe(data.length)
        expect(total?.balance).toBe(data.reduce((sum, { balance }) => sum + balance, 0))
      }
      expect(await ids({ text: rejected.application_code })).toEqual([])
      expect(await ids({ status: 'paid' })).toEqual([])
      const { total } = await payable(endpoint)
      expect(total?.balance).toBe((before.total?.balance ?? 0) + 2000)
    },
  )
})
