import { approval } from '@khapdee/contract/entities/approval'
import { request } from '@khapdee/contract/entities/request'
import { payment } from '@khapdee/contract/entities/payment'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

const inbox = async (as: string, query: object = {}) =>
  (await test.call(approval.gettable, query, as)).data
const count = async (as: string) => (await test.call(approval.count, {}, as)).data.waiting

it('the inbox lists requests that the caller may decide and those the caller has made', async () => {
  const app = await desk.register({ paid: [20_000, 0] })
  const payment_id = app.payments[0]?.payment_id ?? 0
  await desk.requestVoid(payment_id, 'manager.kkn')
  const line = { request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }
  const input = { customer: customerInput(), request_fee: [line] }
  const { application_id } = (await test.call(request.create, input, 'registrar.kkn')).data

  expect(await inbox('manager.kkn')).toMatchObject([
    { kind: 'void', payment_id, amount: 20_000, note: 'พิมพ์ผิด', can_decide: false },
    { kind: 'request_fee', application_id, amount: 2000, can_decide: true },
  ])
  expect((await inbox('owner')).map((row) => row.can_decide)).toEqual([true, true])
  expect(await inbox('registrar.kkn')).toMatchObject([{ application_id, can_decide: false }])
  expect(await inbox('manager.bpi')).toEqual([])
  const ofBranch = async (id: number) =>
    (await test.call(approval.count, { branch: String(id) }, 'owner')).data.waiting
  const { KKN, BPI } = test.school.branch
  expect([await ofBranch(KKN), await ofBranch(BPI)]).toEqual([2, 0])
  const all = ['manager.kkn', 'owner', 'registrar.kkn', 'manager.bpi', 'hr']
  expect(await Promise.all(all.map(count))).toEqual([1, 2, 0, 0, 0])

  await desk.decideVoid(payment_id, 'reject', 'owner')
  await test.call(request.approve, { application_id, decision: 'approve' }, 'manager.kkn')
  expect(await inbox('owner')).toEqual([])
  expect(await count('manager.kkn')).toBe(0)
})

/** Registers an application with a receipt, and requests its void as the given user; returns the ids. */
async function requestedVoid(as = 'cashier.kkn') {
  const app = await desk.register({ paid: [20_000, 0] })
  const payment_id = app.payments[0]?.payment_id ?? 0
  await desk.requestVoid(payment_id, as)
  const [request] = (await desk.detail(app)).requests
  return { app, payment_id, request_id: request?.request_id ?? 0 }
}
const withdraw = (request_id: number, as = 'cashier.kkn') =>
  test.call(approval.withdraw, { request_id }, as)

describe('a decided request', () => {
  it('shows the requester and all who may decide such requests who decided, when and why', async () => {
    const { app, payment_id, request_id } = await requestedVoid()
    await test.call(
      payment.decideDelete,
      { payment_id, decision: 'reject', note: 'ยอดถูกต้องแล้ว' },
      'manager.kkn',
    )
    const shown = {
      request_id,
      state: 'rejected',
      user: expect.stringContaining('เจ้าหน้าที่การเงิน'),
      decided_by: expect.stringContaining('ผู้จัดการ'),
      decided_at: expect.stringMatching(/^2026-11-21T03:00:00/),
      decision_note: 'ยอดถูกต้องแล้ว',
    }
    expect((await desk.detail(app)).requests).toMatchObject([shown])
    for (const as of ['cashier.kkn', 'manager.kkn', 'owner']) {
      const [newest] = await inbox(as, { status: 'decided' })
      expect(newest).toMatchObject({ ...shown, can_decide: false, can_withdraw: false })
    }
    for (const as of ['registrar.kkn', 'manager.bpi', 'hr']) {
      const rows = await inbox(as, { status: 'decided' })
      expect(rows.filter((row) => row.request_id === request_id)).toEqual([])
    }
  })

  it('is never overwritten: a second request for the same receipt is a separate row', async () => {
    const { app, payment_id } = await requestedVoid()
    await desk.decideVoid(payment_id, 'reject')
    await desk.requestVoid(payment_id, 'registrar.kkn')
    await desk.decideVoid(payment_id, 'approve')
    expect((await desk.detail(app)).requests.map(({ state }) => state)).toEqual([
      'rejected',
      'approved',
    ])
    const changes = [
      sql`update approval_request set decision_note = 'x' where state = 'rejected'`,
      sql`update approval_request set state = 'waiting'`,
      sql`update approval_request set note = 'x'`,
      sql`delete from approval_request`,
    ]
    for (const change of changes)
      await expect(change.execute(test.db)).rejects.toThrow(/never|is not allowed/)
  })

  it('leaves the list after 90 days', async () => {
    const { payment_id, request_id } = await requestedVoid()
    await desk.decideVoid(payment_id, 'approve')
    const isListed = async () =>
      (await inbox('owner', { status: 'decided', perPage: 100 })).some(
        (row) => row.request_id === request_id,
      )
    test.clock.set('2027-02-19T02:00:00Z')
    expect(await isListed()).toBe(true)
    test.clock.set('2027-02-19T04:00:00Z')
    expect(await isListed()).toBe(false)
    test.clock.set('2026-11-21T03:00:00Z')
  })
})

describe('a withdrawal', () => {
  it('makes the receipt normal again, and the requester may then refund the application', async () => {
    const { app, payment_id, request_id } = await requestedVoid('manager.kkn')
    expect((await desk.refund(app, 100)).body.code).toBe('SAME_USER')
    expect(
      (await inbox('manager.kkn', {})).find((row) => row.request_id === request_id),
    ).toMatchObject({ can_withdraw: true })
    expect((await withdraw(request_id, 'manager.kkn')).body.message).toBe('ถอนคำขอแล้ว')
    expect(await desk.detail(app)).toMatchObject({
      payments: [{ status: 'normal' }],
      requests: [{ state: 'withdrawn', ended_by: expect.stringContaining('ผู้จัดการ') }],
    })
    expect((await desk.decideVoid(payment_id, 'approve', 'owner')).body.code).toBe('STATE')
    expect((await withdraw(request_id, 'manager.kkn')).body.code).toBe('STATE')
    expect((await desk.refund(app, 100)).status).toBe(200)
  })

  it('is refused to others, in another branch, after a decision, and for a request fee', async () => {
    const { payment_id, request_id } = await requestedVoid()
    expect((await withdraw(request_id, 'registrar.kkn')).body).toMatchObject({
      code: 'FORBIDDEN',
      message: 'ถอนคำขอได้เฉพาะผู้ขอ',
    })
    expect((await withdraw(request_id, 'admin')).status).toBe(403)
    expect((await withdraw(request_id, 'cashier.bpi')).status).toBe(404)
    await desk.decideVoid(payment_id, 'approve')
    expect((await withdraw(request_id)).body).toMatchObject({
      code: 'STATE',
      message: 'คำขอนี้อนุมัติแล้ว',
    })
    const line = { request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }
    const input = { customer: customerInput(), request_fee: [line] }
    const { application_id } = (await test.call(request.create, input, 'cashier.kkn')).data
    const { requests } = (await test.call(request.get, { application_id }, 'cashier.kkn')).data
    expect(requests).toMatchObject([{ kind: 'request_fee', can: { withdraw: false } }])
    expect((await withdraw(requests[0]?.request_id ?? 0)).body.code).toBe('STATE')
  })
})

it('lets waiting requests lapse when their application is refunded or cancelled', async () => {
  const refunded = await requestedVoid()
  await desk.refund(refunded.app, 100)
  expect((await desk.detail(refunded.app)).requests).toMatchObject([
    { state: 'lapsed', end_note: expect.stringMatching(/^คืนเงิน RF-/) },
  ])
  const cancelled = await requestedVoid()
  await desk.cancel(cancelled.app)
  expect(await desk.detail(cancelled.app)).toMatchObject({
    payments: [{ status: 'deleted' }],
    requests: [{ state: 'lapsed', end_note: 'ยกเลิกใบสมัคร ลงผิด' }],
  })
})
