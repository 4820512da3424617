import { application } from '@khapdee/contract/entities/application'
import { followUp } from '@khapdee/contract/entities/follow-up'
import { payment } from '@khapdee/contract/entities/payment'
import { school } from '@khapdee/contract/entities/school'
import { audit } from '@khapdee/contract/entities/audit'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../../test/make/money.ts'
import { usernames } from '../../../test/make/school.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  today = test.clock.today()
})
afterAll(() => test.close())

const inDays = (days: number) => addDays(today, days)
const note = (app: Registered, next_date: Day | null, as = 'registrar.kkn', text = 'จะโอนสิ้นเดือน') =>
  test.call(followUp.create, { application_id: app.application_id, note: text, next_date }, as)
const stored = (app: Registered) =>
  test.db
    .selectFrom('application')
    .select(['due_date', 'version', 'balance'])
    .where('application_id', '=', app.application_id)
    .executeTakeFirstOrThrow()
const payBalance = (app: Registered, paid: number, due_date: Day | null) =>
  test.call(
    application.paybalance,
    {
      application_id: app.application_id,
      lines: [{ line_id: app.lines[0] ?? 0, paid: satang(paid), pay_type: 'cash' }],
      due_date,
    },
    'cashier.kkn',
  )

describe('the agreed day', () => {
  it('is set at registration, kept by a partial payment, changed with a later one, and listed in the history', async () => {
    const app = await desk.register({ due_date: inDays(7) })
    expect((await desk.detail(app)).due_date).toBe(inDays(7))
    await desk.pay(app, [[0, 10_000]])
    expect((await stored(app)).due_date).toBe(inDays(7))
    expect((await payBalance(app, 10_000, inDays(30))).status).toBe(200)
    await note(app, inDays(10))
    const { due_date, follow_ups } = await desk.detail(app)
    expect(due_date).toBe(inDays(10))
    expect(follow_ups.map(({ source, next_date }) => [source, next_date])).toEqual([
      ['follow_up', inDays(10)],
      ['payment', inDays(30)],
      ['registration', inDays(7)],
    ])
  })

  it('is cancelled by a follow-up, whose note is kept', async () => {
    const app = await desk.register({ due_date: inDays(7) })
    const { application_id } = app
    const clear = (more: object = {}) =>
      test.call(
        followUp.create,
        { application_id, note: 'นัดผิดใบสมัคร', clears_date: true, ...more },
        'registrar.kkn',
      )
    const both = await clear({ next_date: inDays(3) })
    expect([both.status, both.body.errors[0]?.path]).toEqual([400, 'clears_date'])
    expect((await stored(app)).due_date).toBe(inDays(7))
    expect((await clear()).status).toBe(200)
    const { due_date, follow_ups } = await desk.detail(app)
    expect(due_date).toBeNull()
    expect(follow_ups[0]).toMatchObject({
      note: 'นัดผิดใบสมัคร',
      next_date: null,
      clears_date: true,
    })
    const again = await clear()
    expect(again.body.errors).toEqual([{ path: 'clears_date', message: 'ใบสมัครนี้ไม่มีวันนัดชำระ' }])
  })

  it.each<[string, (app: Registered) => Promise<{ status: number }>]>([
    [
      'payment in full',
      (app) =>
        desk.pay(app, [
          [0, 120_000],
          [1, 15_000],
        ]),
    ],
    ['refund', (app) => desk.refund(app, 10_000)],
    ['cancellation', (app) => desk.cancel(app)],
  ])('is cleared by a %s', async (name, end) => {
    const paid = name === 'refund' ? [10_000, 0] : [0, 0]
    const app = await desk.register({ paid, due_date: inDays(7) })
    expect((await end(app)).status).toBe(200)
    expect(await stored(app)).toMatchObject({ due_date: null, balance: 0 })
  })

  it('stays cleared when a void reopens the balance', async () => {
    const app = await desk.register({ due_date: inDays(7) })
    const { data } = await desk.pay(app, [
      [0, 120_000],
      [1, 15_000],
    ])
    const id = data.payments[0]?.payment_id ?? 0
    await desk.requestVoid(id)
    expect((await desk.decideVoid(id, 'approve')).status).toBe(200)
    expect(await stored(app)).toMatchObject({ due_date: null, balance: 135_000 })
  })

  it('must be between today and the limit of the school, and requires a balance', async () => {
    const app = await desk.register()
    const yesterday = await note(app, inDays(-1))
    expect(yesterday.status).toBe(400)
    expect(yesterday.body.errors).toEqual([
      {
        path: 'next_date',
        message: 'วันนัดชำระต้องอยู่ระหว่าง 21/11/2569 ถึง 21/11/2570',
      },
    ])
    for (const days of [0, 365]) expect((await note(app, inDays(days))).status).toBe(200)
    expect((await note(app, inDays(366))).status).toBe(400)
    const late = await payBalance(app, 100, inDays(366))
    expect([late.status, late.body.errors[0]?.path]).toEqual([400, 'due_date'])
    expect(await stored(app)).toMatchObject({ due_date: inDays(365), balance: 135_000 })

    const settled = await desk.register({ paid: [120_000, 15_000] })
    const refused = await note(settled, inDays(1))
    expect([refused.status, refused.body.code]).toEqual([409, 'STATE'])
    const registered = await test.call(
      application.create,
      applicationInput(test.school, { due_date: inDays(1) }),
      'registrar.kkn',
    )
    expect([registered.status, registered.body.errors[0]?.path]).toEqual([400, 'due_date'])
  })

  it('follows the setting of the school', async () => {
    const app = await desk.register()
    const settings = (await test.call(school.get, {}, 'admin')).data
    const { logo_link: _, ...values } = settings
    const save = (days: number, version: number) =>
      test.call(
        school.update,
        { ...values, name: 'โรงเรียน', due_date_max_days: days, version },
        'admin',
      )
    const changed = await save(30, settings.version)
    expect(changed.status).toBe(200)
    expect((await note(app, inDays(31))).status).toBe(400)
    expect((await note(app, inDays(30))).status).toBe(200)
    await save(365, changed.data.version)
  })
})

describe('a follow-up', () => {
  it('never raises the version, and keeps the agreed day unless it sets a new one', async () => {
    const app = await desk.register({ due_date: inDays(7) })
    const before = await stored(app)
    expect((await note(app, null, 'registrar.kkn', 'ไม่รับสาย')).status).toBe(200)
    expect((await note(app, inDays(9), 'cashier.kkn')).status).toBe(200)
    expect(await stored(app)).toEqual({ ...before, due_date: inDays(9) })
  })

  it('is append-only, with its user and time', async () => {
    const app = await desk.register()
    await note(app, null, 'cashier.kkn', 'ไม่รับสาย')
    const { follow_ups } = await desk.detail(app)
    expect(follow_ups).toMatchObject([{ note: 'ไม่รับสาย', user: 'เจ้าหน้าที่การเงิน ขอนแก่น' }])
    const rows = test.db.updateTable('application_follow_up').set({ note: 'อื่น' })
    await expect(rows.execute()).rejects.toThrow('is not allowed')
    await expect(test.db.deleteFrom('application_follow_up').execute()).rejects.toThrow(
      'is not allowed',
    )
  })

  it("requires the customer's answer as a note", async () => {
    const app = await desk.register()
    const wire = { application_id: app.application_id, note: '  ', next_date: inDays(1) }
    const refused = await sendWire(
      test,
      followUp.create,
      wire,
      await bearerOf(test, 'registrar.kkn'),
    )
    expect([refused.status, refused.body.errors[0]]).toEqual([
      400,
      { path: 'note', message: 'กรุณากรอกสิ่งที่พูดคุย' },
    ])
    expect((await stored(app)).due_date).toBeNull()
  })

  it('is written by administrator, manager, registrar and cashier of the branch only', async () => {
    const app = await desk.register()
    for (const username of usernames) {
      const isAllowed = /^(admin|(manager|registrar|cashier)\.kkn)$/.test(username)
      const isOther = /^(manager|registrar|cashier)\.bpi$/.test(username)
      const { status } = await note(app, null, username)
      expect([username, status]).toEqual([username, isAllowed ? 200 : isOther ? 404 : 403])
    }
  })

  it('is audited with Thai labels', async () => {
    const app = await desk.register({ due_date: inDays(7) })
    await note(app, inDays(9))
    const { data } = await test.call(audit.gettable, {}, 'admin')
    expect(data[0]).toMatchObject({
      action: 'บันทึกการติดตาม',
      changes: expect.arrayContaining([
        { label: 'วันนัดชำระ', before: '28/11/2569', after: '30/11/2569' },
        { label: 'สิ่งที่พูดคุย', before: null, after: 'จะโอนสิ้นเดือน' },
      ]),
    })
  })

  it('offers the frequent answers from the settings', async () => {
    const { data } = await test.call(followUp.presets, {}, 'cashier.kkn')
    expect(data).toContain('ไม่รับสาย')
  })
})

describe('the overdue list', () => {
  let apps: Record<'late' | 'today' | 'upcoming' | 'no_day', number>

  beforeAll(async () => {
    const register = async (due_date: Day | null) =>
      (await desk.register({ due_date, as: 'registrar.bpi', branch_id: test.school.branch.BPI }))
        .application_id
    const [now, later, none, late] = [
      await register(today),
      await register(inDays(5)),
      await register(null),
      await register(inDays(1)),
    ]
    // No call accepts a day in the past, so that it is written to the database.
    await test.db
      .updateTable('application')
      .set({ due_date: inDays(-3) })
      .where('application_id', '=', late)
      .execute()
    apps = { today: now, upcoming: later, no_day: none, late }
  })

  const list = async (query: object) =>
    (await test.call(payment.overdue, query, 'registrar.bpi')).answer
  const ids = async (query: object) => (await list(query)).data.map((row) => row.application_id)

  it.each(['late', 'today', 'upcoming', 'no_day'] as const)(
    'filters the state %s, with exact sums',
    async (category) => {
      const { data, total, meta } = await list({ category })
      expect(data.map((row) => [row.application_id, row.due_state])).toEqual([
        [apps[category], category],
      ])
      expect([meta.total, total?.balance]).toEqual([1, 135_000])
    },
  )

  it('sorts by the agreed day, balances without one last', async () => {
    const order = [apps.late, apps.today, apps.upcoming, apps.no_day]
    expect(await ids({ sort: 'due_date' })).toEqual(order)
    expect(await ids({ sort: '-due_date' })).toEqual(order.toReversed())
  })

  it('combines the filter with a text and refuses an unknown state', async () => {
    expect(await ids({ category: 'late', text: 'ไม่มีชื่อนี้' })).toEqual([])
    expect(await ids({ category: 'today', status: 'paid' })).toEqual([])
    const { status } = await test.call(payment.overdue, { category: 'x' }, 'registrar.bpi')
    expect(status).toBe(400)
  })

  it('has the ids of the whole list in its order as a worklist', async () => {
    const query = { sort: 'due_date', status: 'outstanding' }
    const { data } = await test.call(followUp.worklist, query, 'registrar.bpi')
    expect(data).toEqual(
      (await ids(query)).map((application_id) => ({ application_id, type: 'course' })),
    )
    const late = await test.call(followUp.worklist, { category: 'late' }, 'registrar.bpi')
    expect(late.data).toEqual([{ application_id: apps.late, type: 'course' }])
  })
})

it.each([
  ['application_by_due', `due_date < '2026-11-21'`],
  ['application_by_due', `due_date = '2026-11-21'`],
  ['application_without_due', `status = 'outstanding' and due_date is null`],
])('reads the index %s for %s', async (index, condition) => {
  const plan = await test.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const where = sql.raw(condition)
    return sql`explain select * from application a where ${where} and not a.is_delete`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toContain(index)
})
