import { randomUUID } from 'node:crypto'
import { bankAccount } from '@khapdee/contract/entities/bank-account'
import { expenses } from '@khapdee/contract/entities/account-entry'
import { application } from '@khapdee/contract/entities/application'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { statement } from '@khapdee/contract/entities/statement'
import { satang } from '@khapdee/domain/money'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense } from '../../../test/make/account-entry.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { lockBranch } from '../../../test/make/account-lock.ts'
import { moveCash } from '../../../test/make/drawer.ts'
import { makeLine } from '../../../test/make/statement.ts'
import { makeRecord } from '../../../test/make/record.ts'

const key = () => ({ 'idempotency-key': randomUUID() })
let test: TestApp
let desk: MoneyDesk
let own: number
let shared: number
let other: number

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  const { KKN } = test.school.branch
  shared = (await makeRecord(test.db, 'bank_account', { is_default: true })).bank_account_id
  other = (await makeRecord(test.db, 'bank_account', { branch_id: KKN })).bank_account_id
  const values = { branch_id: KKN, is_default: true }
  own = (await makeRecord(test.db, 'bank_account', values)).bank_account_id
})
afterAll(() => test.close())

const accountOf = async (table: 'payment' | 'account_entry', id: number) => {
  const [column] = { payment: ['payment_id'], account_entry: ['entry_id'] }[table] as ['entry_id']
  const { bank_account_id } = await test.db
    .selectFrom(table as 'account_entry')
    .select('bank_account_id')
    .where(column, '=', id)
    .executeTakeFirstOrThrow()
  return bank_account_id
}

describe('a transfer', () => {
  it('goes through the default account of its branch, and cash through none', async () => {
    const app = await desk.register()
    const [cash, transfer] = [
      (await desk.pay(app, [[0, 1_000, 'cash']])).data.payments[0],
      (await desk.pay(app, [[0, 2_000, 'transfer']])).data.payments[0],
    ]
    expect(await accountOf('payment', cash?.payment_id ?? 0)).toBeNull()
    expect(await accountOf('payment', transfer?.payment_id ?? 0)).toBe(own)
  })

  it('of an entry does, too, and an account of all branches is used for a branch without one', async () => {
    const booked = async (values: Parameters<typeof bookExpense>[1], as?: string) =>
      accountOf('account_entry', (await bookExpense(test, values, as)).data.expenses_id)
    expect(await booked({ pay_type: 'transfer' })).toBe(own)
    expect(await booked({ pay_type: 'cash' })).toBeNull()
    const branch_id = test.school.branch.BPI
    expect(await booked({ pay_type: 'transfer', branch_id }, 'accountant')).toBe(shared)
  })

  it('gets an account when its pay type is corrected to transfer, and loses it when it becomes cash', async () => {
    const app = await desk.register({ paid: [2_000, 0] })
    const id = app.payments[0]?.payment_id ?? 0
    expect(await accountOf('payment', id)).toBeNull()
    await desk.editPayType(id, 'transfer')
    expect(await accountOf('payment', id)).toBe(own)
    await desk.editPayType(id, 'cash')
    expect(await accountOf('payment', id)).toBeNull()
  })

  it('of an entry that becomes cash has no account', async () => {
    const { expenses_id } = (await bookExpense(test, { pay_type: 'transfer' })).data
    const input = expenses.update.input.parse({
      expenses_id,
      version: 1,
      pay_type: 'cash',
      value: 1,
      other_name: 'x',
    })
    expect((await test.call(expenses.update, input, 'manager.kkn')).status).toBe(200)
    expect(await accountOf('account_entry', expenses_id)).toBeNull()
  })
})

/** A registration that is paid by transfer to an account. */
const transferred = (bank_account_id: number) => {
  const paid = { paid: satang(3_000), pay_type: 'transfer' as const }
  const course = [{ course_id: test.school.course.lesson, ...lineInput(120_000, paid) }]
  return { ...applicationInput(test.school, { course, other_fee: [] }), bank_account_id }
}
const refundOf = ({ application_id }: { application_id: number }, bank_account_id: number) => ({
  application_id,
  version: 1,
  value: satang(1_000),
  pay_type: 'transfer' as const,
  payee_bank: '004',
  payee_account: '1234567890',
  payee_name: 'ผู้รับ',
  bank_account_id,
  note: 'คืนบางส่วน',
})

describe('a chosen account', () => {
  it('is that of a receipt by transfer, but not of one in cash', async () => {
    const app = await desk.register()
    const chosen = { bank_account_id: other }
    const paid = (await desk.pay(app, [[0, 1_000, 'transfer']], 'cashier.kkn', chosen)).data
    expect(await accountOf('payment', paid.payments[0]?.payment_id ?? 0)).toBe(other)
    const cash = await desk.pay(app, [[0, 1_000, 'cash']], 'cashier.kkn', chosen)
    expect(cash.body.errors).toMatchObject([{ path: 'bank_account_id' }])
    const split = { ...chosen, split: true }
    const both = await desk.pay(
      app,
      [
        [0, 500, 'cash'],
        [0, 700, 'transfer'],
      ],
      'cashier.kkn',
      split,
    )
    const accounts = both.data.payments.map(async (payment) =>
      accountOf('payment', payment.payment_id),
    )
    expect(await Promise.all(accounts)).toEqual([null, other])
  })

  it('is that of a registration and of a refund', async () => {
    const registered = transferred(other)
    const app = (await test.call(application.create, registered, 'registrar.kkn', key())).data
    expect(await accountOf('payment', app.payments[0]?.payment_id ?? 0)).toBe(other)
    const refunded = await test.call(application.refund, refundOf(app, other), 'manager.kkn', key())
    expect(refunded.status).toBe(200)
    const { payment_id } = await test.db
      .selectFrom('payment')
      .select('payment_id')
      .where('payment_code', '=', refunded.data.refund_code)
      .executeTakeFirstOrThrow()
    expect(await accountOf('payment', payment_id)).toBe(other)
  })

  it('is that of a requested refund when it is paid out, and only of a transfer', async () => {
    const approved = async (pay_type: 'cash' | 'transfer') => {
      const app = await desk.register({ paid: [20_000, 0] })
      const { request_id } = (await desk.requestRefund(app, 500, undefined, pay_type)).data
      await desk.decideRefund(request_id, 'approve')
      return request_id
    }
    const payOut = (request_id: number, bank_account_id: number) =>
      test.call(refundRequest.payout, { request_id, bank_account_id }, 'cashier.kkn', key())
    const cash = await payOut(await approved('cash'), other)
    expect(cash.body.errors).toMatchObject([{ path: 'bank_account_id' }])
    const { BPI } = test.school.branch
    const foreign = (await makeRecord(test.db, 'bank_account', { branch_id: BPI })).bank_account_id
    const request = await approved('transfer')
    const refused = await payOut(request, foreign)
    expect(refused.body.errors).toMatchObject([{ path: 'bank_account_id' }])
    const { payment_id } = await test.db
      .selectFrom('payment')
      .select('payment_id')
      .where('payment_code', '=', (await payOut(request, other)).data.refund_code)
      .executeTakeFirstOrThrow()
    expect(await accountOf('payment', payment_id)).toBe(other)
  })

  it('is that of an entry, also after a change, and is shown with it', async () => {
    const values = { pay_type: 'transfer', bank_account_id: other } as const
    const { expenses_id } = (await bookExpense(test, values)).data
    const read = async () =>
      (await test.call(expenses.get, { expenses_id }, 'manager.kkn')).data.bank_account_id
    expect(await read()).toBe(other)
    const change = (changes: object, version: number) =>
      test.call(
        expenses.update,
        {
          ...expenses.update.input.parse({
            expenses_id,
            version,
            value: 1,
            other_name: 'x',
            pay_type: 'transfer',
          }),
          ...changes,
        },
        'manager.kkn',
      )
    expect((await change({ detail: 'a' }, 1)).status).toBe(200)
    expect(await read()).toBe(other)
    expect((await change({ bank_account_id: null }, 2)).status).toBe(200)
    expect(await read()).toBe(own)
  })

  it('is refused if it is closed, or is one of another branch', async () => {
    const { BPI, KKN } = test.school.branch
    const ofBranch = async (values: object) =>
      (await makeRecord(test.db, 'bank_account', values)).bank_account_id
    const foreign = await ofBranch({ branch_id: BPI })
    const closed = await ofBranch({ branch_id: KKN, is_activate: false })
    for (const bank_account_id of [foreign, closed, 2_000_000_000]) {
      const answer = await bookExpense(test, { pay_type: 'transfer', bank_account_id })
      expect(answer.body.errors).toMatchObject([{ path: 'bank_account_id' }])
      const chosen = { bank_account_id }
      const app = await desk.register({ paid: [2_000, 0] })
      const answers = [
        await desk.pay(app, [[0, 1_000, 'transfer']], 'cashier.kkn', chosen),
        await test.call(application.refund, refundOf(app, bank_account_id), 'manager.kkn', key()),
        await test.call(application.create, transferred(bank_account_id), 'registrar.kkn', key()),
      ]
      for (const { status, body } of answers)
        expect([status, body.errors]).toMatchObject([400, [{ path: 'bank_account_id' }]])
    }
    const { data } = await test.call(bankAccount.list, { branch_id: KKN }, 'cashier.kkn')
    expect(data.map(({ value }) => value)).toEqual([own, other, shared])
  })

  it('of a locked or matched entry stays, and a match sets that of the line until it is undone', async () => {
    const { KKN } = test.school.branch
    const date = addDays(todayInBangkok(test.clock.now()), -1)
    const values = { pay_type: 'transfer', date, value: satang(100) } as const
    const { expenses_id } = (await bookExpense(test, values)).data
    const { detail: _, ...stored } = (await test.call(expenses.get, { expenses_id }, 'manager.kkn'))
      .data
    const change = (bank_account_id: number, version: number) => {
      const { value, name, pay_type } = stored
      const input = { expenses_id, version, value: value / 100, other_name: name, pay_type }
      const parsed = expenses.update.input.parse({ ...input, date, bank_account_id })
      return test.call(expenses.update, parsed, 'manager.kkn')
    }
    await lockBranch(test, KKN, date)
    expect((await change(other, 1)).body.code).toBe('DAY_LOCKED')
    expect((await change(own, 1)).status).toBe(200)
    const line = await makeLine(test, other, -100)
    const ids = { statement_line_ids: [line], entry_ids: [expenses_id] }
    const matched = await test.call(
      statement.match,
      { ...ids, payment_ids: [], difference: null },
      'manager.kkn',
    )
    expect(matched.status).toBe(200)
    expect(await accountOf('account_entry', expenses_id)).toBe(other)
    const undo = () => test.call(statement.unmatch, { statement_line_ids: [line] }, 'manager.kkn')
    expect((await undo()).status).toBe(200)
    expect(await accountOf('account_entry', expenses_id)).toBe(own)
    await test.call(statement.match, { ...ids, payment_ids: [], difference: null }, 'manager.kkn')
    await lockBranch(test, KKN, null)
    expect((await change(own, 2)).body.code).toBe('STATE')
    expect((await undo()).status).toBe(200)
    expect(await accountOf('account_entry', expenses_id)).toBe(own)
  })
})

async function deposit(bank_account_id: number) {
  await moveCash(test, 'top_up', 100)
  expect((await moveCash(test, 'deposit', 100, { bank_account_id })).status).toBe(200)
}

async function payWages(bank_account_id: number) {
  const { branch_id, created_by, createdAt } = {
    branch_id: test.school.branch.KKN,
    created_by: test.school.userId('accountant'),
    createdAt: test.clock.now().toISOString(),
  }
  const date = '2026-10-31'
  const payment = { month: '2026-10', pay_date: date, pay_type: 'transfer', value: 100 }
  const { payroll_payment_id } = await test.db
    .insertInto('payroll_payment')
    .values({ ...payment, branch_id, bank_account_id, created_by, createdAt })
    .returning('payroll_payment_id')
    .executeTakeFirstOrThrow()
  const move = { bank_account_id, date, value: -100, note: 'จ่ายเงินเดือน', payroll_payment_id }
  await test.db
    .insertInto('bank_move')
    .values({ ...move, branch_id, created_by, createdAt })
    .execute()
}

describe('a bank account', () => {
  const read = async (bank_account_id: number) =>
    (await test.call(bankAccount.get, { bank_account_id }, 'admin')).data
  const fields = (number: string) => ({
    name: 'บัญชีใหม่',
    bank: '004',
    number,
    opening_balance: 100,
    opening_day: '2026-01-01',
  })

  it('that becomes the default is then the only default account', async () => {
    const branch_id = test.school.branch.BPI
    const input = (number: string) =>
      bankAccount.create.input.parse({ ...fields(number), branch_id, is_default: true })
    const first = (await test.call(bankAccount.create, input('7000000001'), 'admin')).data
    const second = (await test.call(bankAccount.create, input('7000000002'), 'admin')).data
    expect(second.is_default).toBe(true)
    expect(await read(first.bank_account_id)).toMatchObject({ is_default: false, version: 2 })
    expect((await read(own)).is_default).toBe(true)
  })

  it('has a number that is unique in its bank', async () => {
    const input = bankAccount.create.input.parse(fields('700-000-0003'))
    expect((await test.call(bankAccount.create, input, 'admin')).data.number).toBe('7000000003')
    const again = await test.call(bankAccount.create, input, 'admin')
    expect(again.body.errors).toMatchObject([{ path: 'number' }])
    const other = { ...input, bank: '006' as const }
    expect((await test.call(bankAccount.create, other, 'admin')).status).toBe(200)
  })

  it('with transfers is neither deleted nor moved to another branch', async () => {
    await bookExpense(test, { pay_type: 'transfer' })
    const stored = await read(own)
    const { bank_account_id, version } = stored
    const removed = await test.call(bankAccount.delete, { bank_account_id, version }, 'admin')
    expect(removed.body.code).toBe('IN_USE')
    const { name, bank, number, opening_balance, opening_day, is_default, detail, is_activate } =
      stored
    const input = {
      name,
      bank,
      number,
      opening_balance,
      opening_day,
      is_default,
      detail,
      is_activate,
      bank_account_id,
      version,
      branch_id: test.school.branch.BPI,
    }
    const moved = await test.call(bankAccount.update, input, 'admin')
    expect(moved.body.errors).toMatchObject([{ path: 'branch_id' }])
  })

  it.each([
    ['a deposit', (id: number) => deposit(id)],
    ['a line of its statement', (id: number) => makeLine(test, id, 100)],
    ['paid wages', (id: number) => payWages(id)],
  ])('with %s is neither deleted nor moved to another branch', async (_what, use) => {
    const { BPI, KKN } = test.school.branch
    const { bank_account_id } = await makeRecord(test.db, 'bank_account', { branch_id: KKN })
    await use(bank_account_id)
    const { version, ...stored } = await read(bank_account_id)
    const removed = await test.call(bankAccount.delete, { bank_account_id, version }, 'admin')
    expect(removed.body.code).toBe('IN_USE')
    const { name, bank, number, opening_day } = stored
    const values = { bank_account_id, version, name, bank, number, opening_day, branch_id: BPI }
    const input = bankAccount.update.input.parse({ ...values, opening_balance: 0 })
    const moved = await test.call(bankAccount.update, input, 'admin')
    expect(moved.body.errors).toMatchObject([{ path: 'branch_id' }])
  })
})
