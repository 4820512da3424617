import { bankAccount } from '@khapdee/contract/entities/bank-account'
import { expenses } from '@khapdee/contract/entities/account-entry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense } from '../../../test/make/account-entry.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { makeRecord } from '../../../test/make/record.ts'

let test: TestApp
let desk: MoneyDesk
let own: number
let shared: number

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  const { KKN } = test.school.branch
  shared = (await makeRecord(test.db, 'bank_account', { is_default: true })).bank_account_id
  await makeRecord(test.db, 'bank_account', { branch_id: KKN })
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

  it('of an entry does, too, and an account of all branches serves a branch without one', async () => {
    const booked = async (values: Parameters<typeof bookExpense>[1], as?: string) =>
      accountOf('account_entry', (await bookExpense(test, values, as)).data.expenses_id)
    expect(await booked({ pay_type: 'transfer' })).toBe(own)
    expect(await booked({ pay_type: 'cash' })).toBeNull()
    const branch_id = test.school.branch.BPI
    expect(await booked({ pay_type: 'transfer', branch_id }, 'accountant')).toBe(shared)
  })

  it('names an account when its pay type is corrected, and none when it becomes cash', async () => {
    const app = await desk.register({ paid: [2_000, 0] })
    const id = app.payments[0]?.payment_id ?? 0
    expect(await accountOf('payment', id)).toBeNull()
    await desk.editPayType(id, 'transfer')
    expect(await accountOf('payment', id)).toBe(own)
    await desk.editPayType(id, 'cash')
    expect(await accountOf('payment', id)).toBeNull()
  })

  it('of an entry that becomes cash names none', async () => {
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

  it('that becomes the default takes the mark from the one before', async () => {
    const branch_id = test.school.branch.BPI
    const input = (number: string) =>
      bankAccount.create.input.parse({ ...fields(number), branch_id, is_default: true })
    const first = (await test.call(bankAccount.create, input('7000000001'), 'admin')).data
    const second = (await test.call(bankAccount.create, input('7000000002'), 'admin')).data
    expect(second.is_default).toBe(true)
    expect(await read(first.bank_account_id)).toMatchObject({ is_default: false, version: 2 })
    expect((await read(own)).is_default).toBe(true)
  })

  it('has a number that its bank has once', async () => {
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
})
