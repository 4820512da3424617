import { application } from '@khapdee/contract/entities/application'
import { approval } from '@khapdee/contract/entities/approval'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeClerk } from '../../../test/make/branch-admin.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../../test/make/money.ts'
import { checkInvariants } from '../../db/invariants.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

/** Registers a lesson of 1,200 baht of which 800 are paid, and a paid book of 150 baht; the registrar takes the money. */
const register = (as?: string) =>
  desk.register({ paid: [80_000, 15_000], ...(as === undefined ? {} : { as }) })

/** Requests the refund of 500 baht of the lesson. */
async function requestLesson(app: Registered, as?: string) {
  const answer = await desk.requestRefund(app, 50_000, as, 'transfer', [[0, 50_000]])
  expect(answer.status).toBe(200)
  return answer.data.request_id
}

const setNeedsApproval = (refund_needs_approval: boolean) =>
  test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify({ refund_needs_approval }) })
    .where('code', '=', 'KKN')
    .execute()

describe('a requested refund', () => {
  it('shows the decider its lines, amounts, payee and reason, and moves no money', async () => {
    const app = await register()
    const request_id = await requestLesson(app)
    const inbox = (await test.call(approval.gettable, {}, 'manager.kkn')).data
    const row = inbox.find((listed) => listed.request_id === request_id)
    expect(row).toMatchObject({
      kind: 'refund',
      amount: 50_000,
      note: 'ย้ายที่อยู่',
      can_decide: true,
      can_withdraw: false,
      refund: {
        value: 50_000,
        pay_type: 'transfer',
        payee_bank: '004',
        payee_account: '1234567890',
        lines: [
          {
            line_id: app.lines[0],
            value: 50_000,
            paid: 80_000,
            owed: 40_000,
            ends: true,
            ends_rights: false,
          },
        ],
        staying: [expect.stringContaining('หนังสือ')],
      },
    })
    const detail = await desk.detail(app)
    expect(detail).toMatchObject({
      paid: 95_000,
      status: 'outstanding',
      course: [{ refund_pending: true }],
      other_fee: [{ refund_pending: false }],
      requests: [{ state: 'waiting', refund: { value: 50_000 }, can: { pay_out: false } }],
      can: { request_refund: false, delete: false, pay: false },
    })
    const list = await test.call(application.gettable, { text: app.code }, 'cashier.kkn')
    expect(list.data).toMatchObject([
      { refund_pending: true, status: 'outstanding', payable: false },
    ])
  })

  it('is paid out after an approval: the document names receipts, reason, payee and approver', async () => {
    const app = await register()
    const request_id = await requestLesson(app)
    expect((await desk.decideRefund(request_id, 'approve')).status).toBe(200)
    expect((await desk.detail(app)).paid).toBe(95_000)
    const paid = await desk.payOut(request_id)
    expect(paid.status).toBe(200)
    const { refund_code } = paid.data
    expect(await desk.detail(app)).toMatchObject({
      paid: 45_000,
      status: 'paid',
      written_off: 90_000,
      course: [{ status: 'refunded', refund_pending: false, paid: 30_000, written_off: 90_000 }],
      other_fee: [{ status: 'open', written_off: 0 }],
      refunds: [{ payment_code: refund_code, value: 50_000, payee_account: '1234567890' }],
      requests: [
        {
          state: 'paid_out',
          payment_code: refund_code,
          ended_by: expect.stringContaining('เจ้าหน้าที่การเงิน'),
          decision_note: 'ตรวจแล้ว',
        },
      ],
    })
    const { snapshot } = await test.db
      .selectFrom('issued_document')
      .select('snapshot')
      .where('number', '=', refund_code)
      .executeTakeFirstOrThrow()
    expect(snapshot).toMatchObject({
      receipts: [app.payments[0]?.payment_code],
      note: 'ย้ายที่อยู่',
      account: { account: '1234567890' },
      approver: expect.stringContaining('ผู้จัดการ'),
      cashier: expect.stringContaining('เจ้าหน้าที่การเงิน'),
    })
    expect((await desk.payOut(request_id)).body).toMatchObject({
      code: 'STATE',
      message: 'คำขอนี้คืนเงินแล้ว',
    })
    const results = await checkInvariants(test.db)
    expect(results.filter(({ violations }) => violations > 0)).toEqual([])
  })

  it('ends all open lines when it names none, divided in proportion', async () => {
    const app = await register()
    const { data } = await desk.requestRefund(app, 9_500)
    await desk.decideRefund(data.request_id, 'approve')
    expect((await desk.payOut(data.request_id)).status).toBe(200)
    expect(await desk.detail(app)).toMatchObject({
      status: 'partial_refund',
      paid: 85_500,
      balance: 0,
      refunds: [{ lines: [{ value: 8_000 }, { value: 1_500 }] }],
    })
  })

  it('is refused with the message at its field, and once per application', async () => {
    const app = await register()
    const ask = (value: number, parts: [number, number][]) =>
      desk.requestRefund(app, value, undefined, 'cash', parts)
    expect((await ask(80_001, [[0, 80_001]])).body).toMatchObject({
      code: 'REFUND_MAX',
      errors: [{ path: 'lines.0.value' }],
    })
    expect((await ask(1, [[0, 2]])).body).toMatchObject({ errors: [{ path: 'value' }] })
    const transfer = { application_id: app.application_id, value: satang(1), note: 'ย้าย' }
    expect(
      (await test.call(refundRequest.create, { ...transfer, pay_type: 'transfer' }, 'cashier.kkn'))
        .body.errors,
    ).toMatchObject([{ path: 'payee_bank' }, { path: 'payee_account' }, { path: 'payee_name' }])
    await requestLesson(app)
    expect((await ask(1, [[1, 1]])).body).toMatchObject({
      code: 'STATE',
      message: 'ใบสมัครนี้มีคำขอคืนเงินอยู่แล้ว',
    })
  })

  it('is rejected only with a reason, and then its lines can be paid again', async () => {
    const app = await register()
    const request_id = await requestLesson(app)
    const reject = { request_id, decision: 'reject' as const, note: '' }
    expect((await test.call(refundRequest.decide, reject, 'manager.kkn')).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'note', message: 'กรุณากรอกเหตุผล' }],
    })
    await desk.decideRefund(request_id, 'reject')
    expect((await desk.payOut(request_id)).body.message).toBe('คำขอนี้ไม่อนุมัติ')
    expect((await desk.pay(app, [[0, 40_000]])).status).toBe(200)
    expect((await desk.requestRefund(app, 100)).status).toBe(200)
  })
})

describe('while a refund request is open', () => {
  it.each(['waiting', 'approved'])(
    'its lines cannot be changed, but other lines can (state %s)',
    async (state) => {
      const app = await desk.register({ paid: [80_000, 5_000] })
      const second = (await desk.pay(app, [[1, 5_000]])).data.payments[0]?.payment_id ?? 0
      const first = app.payments[0]?.payment_id ?? 0
      const request_id = await requestLesson(app)
      if (state === 'approved') await desk.decideRefund(request_id, 'approve')
      const refused = [
        await desk.pay(app, [[0, 100]]),
        await desk.pay(app, [
          [1, 100],
          [0, 100],
        ]),
        await desk.end(app),
        await desk.end(app, [0]),
        await desk.editPayType(first, 'transfer'),
        await desk.requestVoid(first),
        await desk.cancel(app, 'admin'),
        await desk.amend(app, { remove: [0] }),
      ]
      for (const { status, body } of refused) {
        expect({ status, code: body.code }).toEqual({ status: 409, code: 'REFUND_PENDING' })
        expect(body.message).toContain('รอคืนเงิน')
      }
      expect((await desk.editPayType(second, 'transfer')).status).toBe(200)
      expect((await desk.requestVoid(second)).status).toBe(200)
      expect((await desk.decideVoid(second, 'approve')).status).toBe(200)
      expect((await desk.pay(app, [[1, 100]])).status).toBe(200)
      expect((await desk.end(app, [1])).status).toBe(200)
    },
  )

  it('a void of its receipt cannot be approved, but can be rejected, and both screens offer only that', async () => {
    const app = await desk.register({ paid: [80_000, 0] })
    const first = app.payments[0]?.payment_id ?? 0
    const other = (await desk.pay(app, [[1, 15_000]])).data.payments[0]?.payment_id ?? 0
    await desk.requestVoid(first)
    await desk.requestVoid(other)
    const offered = async (as = 'manager.kkn') => {
      const { data } = await test.call(approval.gettable, { perPage: 100 }, as)
      const detail = await test.call(application.get, { application_id: app.application_id }, as)
      return data
        .filter(
          ({ kind, application_id }) => kind === 'void' && application_id === app.application_id,
        )
        .map(({ payment_id, can_decide, can_approve }) => {
          const { can } =
            detail.data.payments.find((payment) => payment.payment_id === payment_id) ?? {}
          expect([can?.decide_delete, can?.approve_delete]).toEqual([can_decide, can_approve])
          return [payment_id, can_decide, can_approve]
        })
    }
    expect(await offered()).toEqual([
      [first, true, true],
      [other, true, true],
    ])
    const count = async () => (await test.call(approval.count, {}, 'manager.kkn')).data.waiting
    const before = await count()
    const request_id = await requestLesson(app)
    expect(await offered()).toEqual([
      [first, true, false],
      [other, true, true],
    ])
    expect(await offered('cashier.kkn')).toEqual([
      [first, false, false],
      [other, false, false],
    ])
    expect(await count()).toBe(before + 1)
    expect((await desk.decideVoid(first, 'approve')).body.code).toBe('REFUND_PENDING')
    await desk.withdraw(request_id)
    expect(await offered()).toEqual([
      [first, true, true],
      [other, true, true],
    ])
    await requestLesson(app)
    expect((await desk.decideVoid(first, 'reject')).status).toBe(200)
    expect((await desk.decideVoid(other, 'approve')).status).toBe(200)
  })

  it('a request lapses with a direct refund of its lines, but not of other lines', async () => {
    const app = await register()
    const request_id = await requestLesson(app)
    await desk.decideRefund(request_id, 'approve')
    expect((await desk.refund(app, 100, 'manager.kkn', 'cash', [[1, 100]])).status).toBe(200)
    expect((await desk.detail(app)).requests).toMatchObject([{ state: 'approved' }])
    expect((await desk.refund(app, 100, 'manager.kkn', 'cash', [[0, 100]])).status).toBe(200)
    expect((await desk.detail(app)).requests).toMatchObject([
      { state: 'lapsed', end_note: expect.stringMatching(/^คืนเงิน RF-/) },
    ])
    expect((await desk.payOut(request_id)).body.message).toBe('คำขอนี้ตกไปแล้ว')
  })
})

describe('the four-eyes rule for refunds and cancellations', () => {
  it('applies to the user who took a receipt, who can request a refund instead', async () => {
    const app = await register('manager.kkn')
    for (const answer of [await desk.refund(app, 100), await desk.cancel(app)]) {
      expect(answer.body).toMatchObject({
        code: 'SAME_USER',
        message: expect.stringContaining('กรุณาส่งคำขอคืนเงิน'),
      })
    }
    const as = { application_id: app.application_id }
    const { can } = (await test.call(application.get, as, 'manager.kkn')).data
    expect(can).toMatchObject({ refund: false, delete: false, request_refund: true })
    const request_id = await requestLesson(app, 'manager.kkn')
    expect((await desk.decideRefund(request_id, 'approve')).body.code).toBe('SAME_USER')
    expect((await desk.decideRefund(request_id, 'reject', 'owner')).status).toBe(200)
    expect((await desk.refund(app, 100, 'owner')).status).toBe(200)
  })

  it('does not apply to a user whose receipts are all voided by now', async () => {
    const app = await desk.register({ paid: [80_000, 0], as: 'manager.kkn' })
    const payment_id = app.payments[0]?.payment_id ?? 0
    await desk.requestVoid(payment_id)
    await desk.decideVoid(payment_id, 'approve', 'owner')
    await desk.pay(app, [[0, 100]])
    expect((await desk.refund(app, 100)).status).toBe(200)
  })

  it('applies to the user who requested a refund that waits or was rejected', async () => {
    const app = await register()
    const request_id = await requestLesson(app, 'manager.kkn')
    expect((await desk.refund(app, 100)).body.code).toBe('SAME_USER')
    await desk.decideRefund(request_id, 'reject', 'owner')
    expect((await desk.refund(app, 100)).body.code).toBe('SAME_USER')
    expect((await desk.cancel(app)).body.code).toBe('SAME_USER')
  })

  it('is lifted by the setting for users who may refund; all others must still request', async () => {
    await setNeedsApproval(false)
    const app = await register('manager.kkn')
    await requestLesson(app, 'manager.kkn')
    const read = { application_id: app.application_id }
    expect((await test.call(application.get, read, 'manager.kkn')).data.can.refund).toBe(true)
    expect((await desk.refund(app, 100, 'cashier.kkn')).body.code).toBe('FORBIDDEN')
    expect((await desk.refund(app, 100)).status).toBe(200)
    await setNeedsApproval(true)
  })
})

describe('the four-eyes rule for decisions', () => {
  const inboxRow = async (request_id: number, as: string) =>
    (await test.call(approval.gettable, { perPage: 100 }, as)).data.find(
      (row) => row.request_id === request_id,
    )

  it('applies to the user who took a receipt of the application, unless the setting lifts it', async () => {
    const app = await register('manager.kkn')
    const request_id = await requestLesson(app)
    const read = { application_id: app.application_id }
    const canDecide = async () => [
      (await test.call(application.get, read, 'manager.kkn')).data.requests[0]?.can.decide,
      (await inboxRow(request_id, 'manager.kkn'))?.can_decide,
    ]
    expect(await canDecide()).toEqual([false, false])
    const before = (await test.call(approval.count, {}, 'manager.kkn')).data.waiting
    for (const decision of ['approve', 'reject'] as const) {
      expect(await desk.decideRefund(request_id, decision)).toMatchObject({
        status: 403,
        body: { code: 'SAME_USER', message: expect.stringContaining('ผู้รับเงิน') },
      })
    }
    await setNeedsApproval(false)
    expect(await canDecide()).toEqual([true, true])
    expect((await test.call(approval.count, {}, 'manager.kkn')).data.waiting).toBe(before + 1)
    expect((await desk.decideRefund(request_id, 'approve')).status).toBe(200)
    await setNeedsApproval(true)
  })

  it('does not apply to a user who took only voided receipts, nor to one whose role may decide its own requests', async () => {
    const app = await desk.register({ paid: [80_000, 0], as: 'manager.kkn' })
    await desk.requestVoid(app.payments[0]?.payment_id ?? 0)
    await desk.decideVoid(app.payments[0]?.payment_id ?? 0, 'approve', 'owner')
    await desk.pay(app, [[0, 50_000]])
    const own = await requestLesson(app)
    expect((await inboxRow(own, 'manager.kkn'))?.can_decide).toBe(true)
    expect((await desk.decideRefund(own, 'approve')).status).toBe(200)
    const taken = await register('admin')
    expect((await desk.decideRefund(await requestLesson(taken), 'approve', 'admin')).status).toBe(
      200,
    )
  })

  it.each([true, false])(
    'applies to the user who took the receipt to be voided only when refunds need approval (setting %s)',
    async (needsApproval) => {
      await setNeedsApproval(needsApproval)
      const app = await desk.register({ paid: [80_000, 0], as: 'manager.kkn' })
      const receipt = app.payments[0]?.payment_id ?? 0
      const later = (await desk.pay(app, [[0, 10_000]])).data.payments[0]?.payment_id ?? 0
      await desk.requestVoid(receipt)
      await desk.requestVoid(later)
      const read = { application_id: app.application_id }
      const { data } = await test.call(application.get, read, 'manager.kkn')
      expect(data.payments.map(({ can }) => can.decide_delete)).toEqual([!needsApproval, true])
      const [first, second] = data.requests
      const canDecide = async (request_id = 0) =>
        (await inboxRow(request_id, 'manager.kkn'))?.can_decide
      expect(await canDecide(first?.request_id)).toBe(!needsApproval)
      expect(await canDecide(second?.request_id)).toBe(true)
      const refused = needsApproval
        ? [await desk.decideVoid(receipt, 'approve'), await desk.decideVoid(receipt, 'reject')]
        : []
      expect(refused.map(({ body }) => body.code)).toEqual(
        needsApproval ? ['SAME_USER', 'SAME_USER'] : [],
      )
      expect((await desk.decideVoid(later, 'approve')).status).toBe(200)
      const decider = needsApproval ? 'owner' : 'manager.kkn'
      expect((await desk.decideVoid(receipt, 'approve', decider)).status).toBe(200)
      await setNeedsApproval(true)
    },
  )

  it('applies to the requester of a void, and to a user who may void but not refund, whatever the setting', async () => {
    await setNeedsApproval(false)
    const own = await desk.register({ paid: [80_000, 0] })
    const requested = own.payments[0]?.payment_id ?? 0
    await desk.requestVoid(requested, 'manager.kkn')
    expect((await desk.decideVoid(requested, 'approve')).body.code).toBe('SAME_USER')
    const clerk = await makeClerk(test, [
      'application.view',
      'application.create',
      'application.pay',
      'application.cancel',
      'payment.void',
    ])
    const app = await desk.register({ paid: [80_000, 0], as: clerk })
    const receipt = app.payments[0]?.payment_id ?? 0
    await desk.requestVoid(receipt)
    const read = { application_id: app.application_id }
    const { data } = await test.call(application.get, read, clerk)
    expect(data.payments.map(({ can }) => can.decide_delete)).toEqual([false])
    expect(data.can.delete).toBe(false)
    expect((await inboxRow(data.requests[0]?.request_id ?? 0, clerk))?.can_decide).toBe(false)
    expect((await desk.decideVoid(receipt, 'approve', clerk)).body.code).toBe('SAME_USER')
    expect((await desk.cancel(app, clerk)).body.code).toBe('SAME_USER')
    await setNeedsApproval(true)
  })

  it.each([true, false])(
    "allows a user who may refund alone to decide the user's own refund request only when refunds need no approval (setting %s)",
    async (needsApproval) => {
      await setNeedsApproval(needsApproval)
      const app = await register('manager.kkn')
      const request_id = await requestLesson(app, 'manager.kkn')
      const read = { application_id: app.application_id }
      const { data } = await test.call(application.get, read, 'manager.kkn')
      const row = await inboxRow(request_id, 'manager.kkn')
      const offered = [data.requests[0]?.can.decide, row?.can_decide, row?.can_approve]
      expect(offered).toEqual(offered.map(() => !needsApproval))
      const { status, body } = await desk.decideRefund(request_id, 'approve')
      expect([status, body.code]).toEqual(needsApproval ? [403, 'SAME_USER'] : [200, undefined])
      expect((await desk.payOut(request_id)).status).toBe(needsApproval ? 409 : 200)
      await setNeedsApproval(true)
    },
  )
})

describe('a revoked approval', () => {
  const revoke = (request_id: number, as = 'manager.kkn', note = 'เอกสารไม่ครบ') =>
    test.call(refundRequest.revoke, { request_id, note }, as)

  it('releases its lines, is shown to its requester, and allows another request', async () => {
    const app = await register()
    const request_id = await requestLesson(app)
    await desk.decideRefund(request_id, 'approve')
    const due = (await test.call(approval.gettable, { status: 'due', perPage: 100 }, 'manager.kkn'))
      .data
    expect(due.find((row) => row.request_id === request_id)).toMatchObject({ can_revoke: true })
    expect(await revoke(request_id)).toMatchObject({
      status: 200,
      body: { message: 'ยกเลิกการอนุมัติแล้ว' },
    })
    const shown = {
      state: 'revoked',
      decision_note: 'ตรวจแล้ว',
      end_note: 'เอกสารไม่ครบ',
      ended_by: expect.stringContaining('ผู้จัดการ'),
    }
    expect((await desk.detail(app)).requests).toMatchObject([
      { ...shown, can: { revoke: false, pay_out: false, withdraw: false } },
    ])
    const query = { status: 'decided', perPage: 100 }
    const { data } = await test.call(approval.gettable, query, 'cashier.kkn')
    expect(data.find((row) => row.request_id === request_id)).toMatchObject(shown)
    const entry = await test.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('call', '=', 'POST application/refund/revoke')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      before: { refund_request: 'approved' },
      after: { refund_request: 'revoked', end_note: 'เอกสารไม่ครบ' },
    })
    expect((await desk.payOut(request_id)).body.message).toBe('คำขอนี้ถูกยกเลิกการอนุมัติแล้ว')
    expect((await revoke(request_id)).body.code).toBe('STATE')
    expect((await desk.pay(app, [[0, 100]])).status).toBe(200)
    expect(await requestLesson(app)).toBeGreaterThan(request_id)
  })

  it('needs a reason, the permission to refund, and an approval', async () => {
    const app = await register()
    const request_id = await requestLesson(app)
    expect((await revoke(request_id)).body).toMatchObject({ code: 'STATE' })
    await desk.decideRefund(request_id, 'approve')
    const blank = await sendWire(
      test,
      refundRequest.revoke,
      { request_id, note: ' ' },
      await bearerOf(test, 'manager.kkn'),
    )
    expect(blank.body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'note', message: 'กรุณากรอกเหตุผล' }],
    })
    expect((await revoke(request_id, 'cashier.kkn')).status).toBe(403)
    expect((await revoke(request_id, 'manager.bpi')).status).toBe(404)
    await desk.payOut(request_id)
    expect((await revoke(request_id)).body.message).toBe('คำขอนี้คืนเงินแล้ว')
  })

  it('is no permission for its requester to refund alone', async () => {
    const app = await register()
    const request_id = await requestLesson(app, 'manager.kkn')
    await desk.decideRefund(request_id, 'approve', 'owner')
    expect((await revoke(request_id, 'owner')).status).toBe(200)
    expect((await desk.refund(app, 100)).body.code).toBe('SAME_USER')
    const read = { application_id: app.application_id }
    expect((await test.call(application.get, read, 'manager.kkn')).data.can.refund).toBe(false)
  })

  it('and a concurrent payout exclude each other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const app = await register()
      const request_id = await requestLesson(app)
      await desk.decideRefund(request_id, 'approve')
      const [paid, revoked] = await Promise.all([desk.payOut(request_id), revoke(request_id)])
      expect([paid.status, revoked.status].toSorted()).toEqual([200, 409])
      expect((await desk.detail(app)).paid).toBe(paid.status === 200 ? 45_000 : 95_000)
    }
  })
})

describe('the withdrawal of a refund request', () => {
  it('is possible for its requester until it is paid out', async () => {
    for (const approves of [false, true]) {
      const app = await register()
      const request_id = await requestLesson(app)
      if (approves) await desk.decideRefund(request_id, 'approve')
      expect((await desk.withdraw(request_id, 'manager.kkn')).status).toBe(403)
      expect((await desk.withdraw(request_id)).status).toBe(200)
      expect((await desk.payOut(request_id)).body.code).toBe('STATE')
      expect((await desk.pay(app, [[0, 100]])).status).toBe(200)
    }
    const app = await register()
    const request_id = await requestLesson(app)
    await desk.decideRefund(request_id, 'approve')
    await desk.payOut(request_id)
    expect((await desk.withdraw(request_id)).body.message).toBe('คำขอนี้คืนเงินแล้ว')
  })
})

it('hides a refund request from other branches, and lets users who may take payments pay it out', async () => {
  const request_id = await requestLesson(await register())
  expect((await desk.decideRefund(request_id, 'approve', 'manager.bpi')).status).toBe(404)
  expect((await desk.decideRefund(request_id, 'approve', 'cashier.kkn')).status).toBe(403)
  await desk.decideRefund(request_id, 'approve')
  expect((await desk.payOut(request_id, 'cashier.bpi')).status).toBe(404)
  expect((await desk.payOut(request_id, 'accountant')).status).toBe(403)
  const rows = (await test.call(approval.gettable, { status: 'decided' }, 'registrar.kkn')).data
  expect(rows.find((row) => row.request_id === request_id)).toMatchObject({ can_pay_out: true })
})
