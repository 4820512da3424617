/** Amounts are limited, and stored amounts above the limit break neither lists nor day closes. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { application } from '@khapdee/contract/entities/application'
import { closing } from '@khapdee/contract/entities/closing'
import { course } from '@khapdee/contract/entities/course'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { followUp } from '@khapdee/contract/entities/follow-up'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { maxAmount, maxTotal, satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { lineInput } from '../../test/make/application.ts'
import { customerInput } from '../../test/make/customer.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../test/make/money.ts'
import { bearerOf, sendWire } from '../../test/send-wire.ts'
import { runOnServer } from '../../test/server-admin.ts'
import { checkInvariants } from '../db/invariants.ts'

/** 60,000,000,000,000 baht: one such amount is a safe integer, two are not. */
const huge = 6e15
const cashier = 'cashier.kkn'
const migration = new URL('../db/migrations/0027_amount_limits.sql', import.meta.url)

let test: TestApp
let desk: MoneyDesk
let large: Registered[]
let usual: Registered

/** Raises the first line of a paid application to the huge amount, as it was stored before the limit. */
async function enlarge({ application_id, lines: [line_id], payments: [receipt] }: Registered) {
  const payment_id = receipt?.payment_id
  await sql`update application_line set cost = ${huge}, paid = ${huge} where line_id = ${line_id}`.execute(
    test.db,
  )
  await sql`update application set total = ${huge + 15_000}, net = ${huge + 15_000}, paid = ${huge + 15_000},
    paid_cash = ${huge + 15_000} where application_id = ${application_id}`.execute(test.db)
  await sql`update payment_line set paid = ${huge} where line_id = ${line_id}`.execute(test.db)
  await sql`update payment set paid = ${huge + 15_000} where payment_id = ${payment_id}`.execute(
    test.db,
  )
}

const limits = {
  application: 'application_total_max',
  application_line: 'application_line_cost_max',
  payment: 'payment_paid_max',
  course: 'course_price_max',
  user_salary: 'user_salary_max',
}

beforeAll(async () => {
  test = await startApp({ skipInvariants: true })
  desk = moneyDesk(test)
  usual = await desk.register({ paid: [120_000, 15_000] })
  large = [
    await desk.register({ paid: [120_000, 15_000] }),
    await desk.register({ paid: [120_000, 15_000] }),
  ]
  for (const [table, constraint] of Object.entries(limits))
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(constraint)}`.execute(
      test.db,
    )
  for (const registered of large) await enlarge(registered)
  const { lesson } = test.school.course
  await sql`update course set price = ${huge} where course_id = ${lesson}`.execute(test.db)
})
afterAll(() => test.close())

const lists = {
  applications: () => test.call(application.gettable, { type: 'course' }, cashier),
  'found applications': () =>
    test.call(application.gettable, { type: 'course', text: 'AP-' }, cashier),
  payments: () => test.call(payment.gettable, {}, cashier),
  'found payments': () => test.call(payment.gettable, { text: 'RE-' }, cashier),
  'day close': () => test.call(closing.current, {}, cashier),
}

describe('stored amounts above the limit', () => {
  it('make every list fail before the migration', async () => {
    for (const list of Object.values(lists)) expect((await list()).status).toBe(500)
  })

  it('are marked by the migration; those in the master data are set to the limit, and the records are deactivated', async () => {
    const text = await readFile(migration, 'utf8')
    const start = text.indexOf('do $$')
    await runOnServer(test.url, text.slice(start, text.indexOf('set constraints')))
    const { data } = await test.call(course.get, { course_id: test.school.course.lesson }, 'admin')
    expect(data).toMatchObject({ price: maxAmount, is_activate: false })
    for (const [table, constraint] of Object.entries(limits)) {
      const definition = new RegExp(
        String.raw`alter table ${table} add constraint ${constraint}\s+check \(.*\);`,
      )
      await runOnServer(test.url, definition.exec(text)?.[0] ?? 'select fails')
    }
    const tallies = (await checkInvariants(test.db)).filter(({ name }) =>
      /tallies|paid amount of an application/.test(name),
    )
    expect(tallies.map(({ violations }) => violations)).toEqual([0, 0, 0, 0, 0])
  })

  it.each(Object.keys(lists) as (keyof typeof lists)[])(
    'count as 0 in the sums of %s',
    async (name) => {
      const { answer } = await lists[name]()
      const expected =
        name === 'day close'
          ? { data: { movements: 3, expected_cash: 135_000 } }
          : name.endsWith('applications')
            ? { total: { net: 135_000, paid: 135_000, over_cap: 2 } }
            : { total: { cash: 135_000, banktransfer: 0, over_cap: 2 } }
      expect(answer).toMatchObject(expected)
    },
  )

  it('are marked in their rows, and count as 0 for their customers', async () => {
    const { data } = await test.call(application.gettable, { type: 'course' }, cashier)
    expect(data.map(({ over_cap, net }) => [over_cap, net])).toEqual([
      [true, huge + 15_000],
      [true, huge + 15_000],
      [false, 135_000],
    ])
    const { data: shown } = await test.call(
      application.get,
      { application_id: large[0]?.application_id ?? 0 },
      cashier,
    )
    expect(shown).toMatchObject({ over_cap: true, payments: [{ over_cap: true }] })
    const { customer_id } = shown.customer
    const { data: record } = await test.call(customerRecord.get, { customer_id }, cashier)
    expect(record.totals?.paid).toBe(0)
  })

  it('are not listed among the balances that can be paid', async () => {
    const { application_id } = large[0] ?? { application_id: 0 }
    const lineOf = sql`select line_id from application_line where application_id = ${application_id} limit 1`
    // A balance above the limit, as stored before the limit.
    await sql`update application_line set paid = paid - 15000 where line_id = (${lineOf})`.execute(
      test.db,
    )
    await sql`update application set paid = paid - 15000, paid_cash = paid_cash - 15000, balance = 15000,
      status = 'outstanding' where application_id = ${application_id}`.execute(test.db)
    const { answer } = await test.call(application.gettable, { status: 'outstanding' }, cashier)
    expect(answer.data.map((row) => row.application_id)).toEqual([application_id])
    for (const endpoint of [payment.owed, payment.overdue]) {
      for (const query of [{}, { text: 'AP-' }]) {
        const owed = (await test.call(endpoint, query, cashier)).answer
        expect(owed).toMatchObject({ data: [], meta: { total: 0 }, total: { balance: 0 } })
        expect(owed.total).not.toHaveProperty('over_cap')
      }
    }
    const found = await test.call(followUp.worklist, {}, cashier)
    expect(found.data).toEqual([])
    await sql`update application_line set paid = paid + 15000 where line_id = (${lineOf})`.execute(
      test.db,
    )
    await sql`update application set paid = paid + 15000, paid_cash = paid_cash + 15000, balance = 0,
      status = 'paid' where application_id = ${application_id}`.execute(test.db)
  })

  it('do not prevent a day close, which counts only the other amounts', async () => {
    const { data } = await test.call(
      closing.close,
      {
        branch_id: test.school.branch.KKN,
        date: test.clock.today(),
        expected_cash: satang(135_000),
        counted_cash: satang(135_000),
      },
      cashier,
    )
    expect(data.closing_code).toMatch(/^DC-/)
  })

  it('cannot be refunded, ended or amended, but they can be cancelled', async () => {
    const [app] = large
    if (app === undefined) throw new Error('there is no such application')
    const answers = [
      await desk.refund(app, 1000, 'admin'),
      await desk.requestRefund(app, 1000),
      await desk.end(app, undefined, 'admin'),
      await desk.amend(app, { remove: [0] }),
    ]
    expect(answers.map(({ body }) => body.message)).toEqual(
      answers.map(() => 'ใบสมัครนี้มียอดเกินวงเงินสูงสุด ทำได้เพียงยกเลิกใบสมัคร'),
    )
    expect((await desk.detail(app)).can).toMatchObject({ refund: false, end: false, amend: false })
  })

  it('make it impossible to reject a request fee, because a rejected one could not be cancelled', async () => {
    const line = lineInput(2000, { paid: satang(500) })
    const request_fee = [{ request_fee_id: test.school.requestFee.copy, ...line }]
    const input = { customer: customerInput(), request_fee }
    const { application_id } = (await test.call(request.create, input, 'registrar.kkn')).data
    await sql`update application set over_cap = true where application_id = ${application_id}`.execute(
      test.db,
    )
    const rejection = { application_id, decision: 'reject' as const, note: 'เอกสารไม่ครบ' }
    const { status, body } = await test.call(request.approve, rejection, 'manager.kkn')
    expect([status, body.message]).toEqual([409, 'ใบสมัครนี้มียอดเกินวงเงินสูงสุด ทำได้เพียงยกเลิกใบสมัคร'])
    const { data } = await test.call(request.get, { application_id }, 'manager.kkn')
    expect(data).toMatchObject({
      decision: 'pending',
      status: 'outstanding',
      can: { delete: true },
    })
  })

  it('can be cancelled after the day close by an administrator only', async () => {
    const { application_id = 0 } = large[0] ?? {}
    const cancel = (id: number, as: string) =>
      test.call(application.delete, { application_id: id, note: 'เกินวงเงิน' }, as)
    expect((await cancel(application_id, 'manager.kkn')).body.code).toBe('STATE')
    expect((await cancel(usual.application_id, 'admin')).body.code).toBe('STATE')
    expect((await test.call(application.get, { application_id }, 'admin')).data.can.delete).toBe(
      true,
    )
    expect((await cancel(application_id, 'admin')).status).toBe(200)
  })

  it('can be voided after the day close by an administrator only', async () => {
    const { payment_id = 0 } = large[1]?.payments[0] ?? {}
    const request = (as: string) =>
      test.call(payment.requestDelete, { payment_id, note: 'เกินวงเงิน' }, as)
    expect((await request('manager.kkn')).body.code).toBe('STATE')
    expect((await request('admin')).status).toBe(200)
    const decide = (as: string) =>
      test.call(payment.decideDelete, { payment_id, decision: 'approve', note: '' }, as)
    expect((await decide('manager.kkn')).body.code).toBe('STATE')
    expect((await decide('admin')).status).toBe(200)
    const tallies = (await checkInvariants(test.db)).filter(({ name }) =>
      /tallies|paid amount of an application|day close/.test(name),
    )
    expect(tallies.length).toBeGreaterThanOrEqual(10)
    expect(tallies.filter(({ violations }) => violations > 0)).toEqual([])
  })
})

describe('amounts above the limit', () => {
  const baht = (amount: number) => amount / 100

  it('are refused at their field', async () => {
    const wire = { name: 'แพงเกินไป', type: 'ทฤษฎี', detail: '' }
    const admin = await bearerOf(test, 'admin')
    const { status, body } = await sendWire(
      test,
      course.create,
      { ...wire, price: baht(maxAmount + 1) },
      admin,
    )
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ path: 'price', message: 'จำนวนเงินต้องไม่เกิน 9,999,999.99 บาท' }] },
    ])
    const refund = await sendWire(
      test,
      application.refund,
      {
        application_id: usual.application_id,
        value: baht(maxTotal + 1),
        note: 'x',
        pay_type: 'cash',
      },
      { ...admin, 'idempotency-key': randomUUID() },
    )
    expect(refund.body).toMatchObject({ errors: [{ path: 'value' }] })
  })

  it('are refused by the tables, whose limits are those of the domain', async () => {
    const { application_id, lines } = usual
    const refused = async (table: string, set: string, where: string) => {
      const changed = sql.raw(`update ${table} set ${set} where ${where}`).execute(test.db)
      await expect(changed).rejects.toMatchObject({ code: '23514' })
    }
    const id = `application_id = ${application_id}`
    await refused('application', `total = ${maxTotal + 1}, net = ${maxTotal + 1} - discount`, id)
    await refused('application_line', `cost = ${maxAmount + 1}`, `line_id = ${lines[0]}`)
    await refused('payment', `paid = ${maxTotal + 1}`, id)
    await refused('course', `price = ${maxAmount + 1}`, 'true')
    await sql`update course set price = ${maxAmount} where course_id = ${test.school.course.lesson}`.execute(
      test.db,
    )
  })
})
