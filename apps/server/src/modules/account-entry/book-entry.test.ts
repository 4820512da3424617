import { expenses, account, income } from '@khapdee/contract/entities/account-entry'
import { user } from '@khapdee/contract/entities/user'
import { satang, zeroSatang } from '@khapdee/domain/money'
import { addDays, day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense, bookIncome, makeItem } from '../../../test/make/account-entry.ts'
import { upload } from '../../../test/make/upload.ts'
import { makeVehicle } from '../../../test/make/vehicle.ts'
import { png } from '../../../test/make/file.ts'

let test: TestApp
let today: ReturnType<TestApp['clock']['today']>
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
  today = test.clock.today()
})
afterAll(() => test.close())

const read = async (expenses_id: number, as = manager) =>
  (await test.call(expenses.get, { expenses_id }, as)).data
/** The input that saves an expense again with changes. */
async function inputOf(expenses_id: number) {
  const entry = await read(expenses_id)
  return {
    ...expenses.update.input.parse({
      expenses_id,
      version: entry.version,
      pay_type: entry.pay_type,
      value: entry.value / 100,
      other_name: entry.other_name,
      date: entry.date,
    }),
    list_expenses: entry.list_expenses,
  }
}

describe('an expense', () => {
  it('is booked today in the own branch, with the number of the month', async () => {
    const { data } = await bookExpense(test, { value: satang(12_345), detail: 'สองถุง' })
    expect(data.code).toMatch(/^PV-KKN-6911-\d{4}$/)
    expect(await read(data.expenses_id)).toMatchObject({
      code: data.code,
      side: 'expenses',
      category: 'expenses',
      date: today,
      branch_id: test.school.branch.KKN,
      name: 'ค่าน้ำแข็ง',
      other_name: 'ค่าน้ำแข็ง',
      group: 'อื่น ๆ',
      value: 12_345,
      paid: 0,
      status: 'posted',
      detail: 'สองถุง',
      can_change: true,
    })
  })

  it('takes its number from the month of its day', async () => {
    const { data } = await bookExpense(test, { date: day('2026-10-05') })
    expect(data.code).toMatch(/^PV-KKN-6910-/)
  })

  it('of an item has the name and the group of the item', async () => {
    const item = await makeItem(test, { name: 'ค่าไฟฟ้า', group: 'สาธารณูปโภค' })
    const { data } = await bookExpense(test, { list_expenses: item, other_name: '' })
    expect(await read(data.expenses_id)).toMatchObject({
      name: 'ค่าไฟฟ้า',
      other_name: '',
      group: 'สาธารณูปโภค',
      list_Account: { list_Account_id: item, name: 'ค่าไฟฟ้า' },
    })
  })

  it.each<[string, string, () => Promise<object> | object]>([
    ['a day in the future', 'date', () => ({ date: addDays(today, 1) })],
    ['a day long ago', 'date', () => ({ date: day('1999-12-31') })],
    ['neither item nor name', 'list_expenses', () => ({ other_name: '' })],
    [
      'an item of income',
      'list_expenses',
      async () => ({ list_expenses: await makeItem(test, { category: 'other_income' }) }),
    ],
    [
      'a closed item',
      'list_expenses',
      async () => ({ list_expenses: await makeItem(test, { status: 'closed' }) }),
    ],
    [
      'an item of another branch',
      'list_expenses',
      async () => ({
        list_expenses: await makeItem(test, { branch_id: test.school.branch.BPI }),
      }),
    ],
    [
      'an item of vehicles without a vehicle',
      'vehicle',
      async () => ({ list_expenses: await makeItem(test, { type: 'vehicle' }) }),
    ],
    [
      'an item of employees without an employee',
      'employee',
      async () => ({ list_expenses: await makeItem(test, { type: 'employee' }) }),
    ],
    ['a mileage without a vehicle', 'vehicle', () => ({ mile: 12 })],
    ['an unknown vehicle', 'vehicle', () => ({ vehicle: 99_999 })],
    [
      'an employee of another branch',
      'employee',
      () => ({ employee: test.school.userId('manager.bpi') }),
    ],
    [
      'more tax withheld than its amount',
      'wht_value',
      () => ({ value: satang(100), wht_value: satang(101) }),
    ],
    ['a file that was never uploaded', 'files', () => ({ files: [99_999] })],
  ])('is refused with %s', async (_, path, values) => {
    const { status, body } = await bookExpense(test, await values())
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path })]])
  })

  it('of another branch is neither booked nor read', async () => {
    const branch_id = test.school.branch.BPI
    expect((await bookExpense(test, { branch_id })).status).toBe(404)
    const { data } = await bookExpense(test, { branch_id }, 'accountant')
    expect((await test.call(expenses.get, { expenses_id: data.expenses_id }, manager)).status).toBe(
      404,
    )
  })

  it('keeps its attachments in their order', async () => {
    const first = (await upload(test, manager, png(20, 20))).file_id
    const second = (await upload(test, manager, png(30, 30))).file_id
    const { data } = await bookExpense(test, { files: [second, first] })
    const entry = await read(data.expenses_id)
    expect(entry.attachments.map(({ file_id }) => file_id)).toEqual([second, first])
    expect(entry.file).toBe(entry.attachments[0]?.link)
    expect(entry.file_type).toBe(entry.attachments[0]?.type)
  })

  it('is booked once when the same request is sent again', async () => {
    const input = {
      ...expenses.create.input.parse({
        pay_type: 'cash',
        cash_source: 'outside',
        value: 5,
        other_name: 'น้ำ',
      }),
    }
    const headers = { 'idempotency-key': '7d3c0a86-1111-4111-8111-111111111111' }
    const [first, second] = [
      await test.call(expenses.create, input, manager, headers),
      await test.call(expenses.create, input, manager, headers),
    ]
    expect(second.data).toEqual(first.data)
  })
})

describe('a change of an expense', () => {
  it('keeps the number and refuses a stale version', async () => {
    const { data } = await bookExpense(test)
    const input = await inputOf(data.expenses_id)
    const changed = await test.call(expenses.update, { ...input, value: satang(900) }, manager)
    expect(changed.data.code).toBe(data.code)
    expect((await test.call(expenses.update, input, manager)).body.code).toBe('CONFLICT')
    expect((await read(data.expenses_id)).value).toBe(900)
  })

  it('to another month is refused', async () => {
    const { data } = await bookExpense(test)
    const input = await inputOf(data.expenses_id)
    const moved = await test.call(expenses.update, { ...input, date: day('2026-10-31') }, manager)
    expect(moved.body.errors).toMatchObject([{ path: 'date' }])
  })

  it('gives a draft its number when it is posted, and not before', async () => {
    const { data } = await bookExpense(test, { status: 'draft' })
    expect(data.code).toBe('')
    const input = await inputOf(data.expenses_id)
    const posted = await test.call(expenses.update, { ...input, status: 'posted' }, manager)
    expect(posted.data.code).toMatch(/^PV-/)
    const again = { ...(await inputOf(data.expenses_id)), status: 'draft' as const }
    expect((await test.call(expenses.update, again, manager)).body.errors).toMatchObject([
      { path: 'status' },
    ])
  })

  it('posts a draft without amount or vehicle only once it has both', async () => {
    const item = await makeItem(test, { name: 'ค่าน้ำมัน', type: 'vehicle' })
    const draft = { list_expenses: item, status: 'draft', value: zeroSatang } as const
    const { data } = await bookExpense(test, draft)
    const post = async (values: object) => {
      const input = { ...(await inputOf(data.expenses_id)), status: 'posted' as const, ...values }
      return (await test.call(expenses.update, input, manager)).body.errors
    }
    const { KKN: branch_id } = test.school.branch
    const { vehicle_id: vehicle } = await makeVehicle(test.db, { branch_id })
    expect(await post({ vehicle })).toMatchObject([{ path: 'value' }])
    expect(await post({ value: satang(100) })).toMatchObject([{ path: 'vehicle' }])
    expect(await post({ value: satang(100), vehicle })).toBeUndefined()
    const without = await bookExpense(test, { value: zeroSatang })
    expect(without.body.errors).toMatchObject([{ path: 'value' }])
  })

  it('to the other side is refused', async () => {
    const { data } = await bookExpense(test)
    const input = account.update.input.parse({
      Account_id: data.expenses_id,
      category: 'other_income',
      pay_type: 'cash',
      value: 1,
      other_name: 'x',
      version: 1,
    })
    expect((await test.call(account.update, input, manager)).body.errors).toMatchObject([
      { path: 'category' },
    ])
  })

  it('keeps the fields that it omits, and the name and class of its item', async () => {
    const item = await makeItem(test, { name: 'ภาษีรถ' })
    const file = (await upload(test, manager, png(20, 20))).file_id
    const draft = { list_expenses: item, status: 'draft' as const, files: [file] }
    const { data } = await bookExpense(test, draft)
    await test.db
      .updateTable('list_expenses')
      .set({ name: 'ภาษีรถประจำปี', is_pass_through: true })
      .where('list_expenses_id', '=', item)
      .execute()
    const input = await inputOf(data.expenses_id)
    expect((await test.call(expenses.update, input, manager)).status).toBe(200)
    const entry = await read(data.expenses_id)
    expect(entry).toMatchObject({ name: 'ภาษีรถ', is_pass_through: false, status: 'draft' })
    expect(entry.attachments).toHaveLength(1)
  })

  it('is possible while it refers to an item that was closed later', async () => {
    const item = await makeItem(test)
    const { data } = await bookExpense(test, { list_expenses: item })
    await test.db
      .updateTable('list_expenses')
      .set({ status: 'closed' })
      .where('list_expenses_id', '=', item)
      .execute()
    const input = await inputOf(data.expenses_id)
    expect((await test.call(expenses.update, input, manager)).status).toBe(200)
  })
})

describe('a voided expense', () => {
  it('keeps its number, shows the reason and cannot be changed', async () => {
    const { data } = await bookExpense(test)
    const input = { expenses_id: data.expenses_id, version: 1, note: 'บันทึกซ้ำ' }
    expect((await test.call(expenses.delete, input, manager)).status).toBe(200)
    expect(await read(data.expenses_id)).toMatchObject({
      code: data.code,
      status: 'void',
      void_note: 'บันทึกซ้ำ',
      can_change: false,
    })
    expect((await test.call(expenses.delete, { ...input, version: 2 }, manager)).body.code).toBe(
      'STATE',
    )
  })

  it('is not found as income', async () => {
    const { data } = await bookExpense(test)
    const input = { income_id: data.expenses_id, version: 1, note: 'ผิด' }
    expect((await test.call(income.delete, input, manager)).status).toBe(404)
  })
})

describe('other income', () => {
  it('is booked with its own numbers, also by the Account calls', async () => {
    const { data } = await bookIncome(test)
    expect(data.code).toMatch(/^IV-KKN-6911-/)
    const item = await makeItem(test, { category: 'other_income', name: 'ค่าเช่าสนาม' })
    const input = account.create.input.parse({
      category: 'other_income',
      list_Account_id: item,
      pay_type: 'transfer',
      value: 300,
    })
    const booked = await test.call(account.create, input, manager)
    expect(booked.data.code).toMatch(/^IV-/)
    const entry = await test.call(account.get, { Account_id: booked.data.Account_id }, manager)
    expect(entry.data).toMatchObject({
      category: 'other_income',
      value: 30_000,
      paid: 30_000,
      wht_value: zeroSatang,
    })
    // Only expenses have these fields; income with them is refused, they are not silently dropped.
    for (const [path, given] of [
      ['wht_value', satang(1_000)],
      ['payee_tax_id', '1234567890121'],
    ] as const) {
      const refused = await test.call(account.create, { ...input, [path]: given }, manager)
      expect(refused.body.errors).toMatchObject([
        { path, message: expect.stringMatching(/เฉพาะรายจ่าย$/) },
      ])
    }
  })

  it('of the Account calls is refused with the field name of the item in these calls', async () => {
    const input = account.create.input.parse({
      category: 'other_income',
      pay_type: 'cash',
      value: 1,
    })
    expect((await test.call(account.create, input, manager)).body.errors).toMatchObject([
      { path: 'list_Account_id' },
    ])
  })

  it('has items of its own, apart from those of expenses', async () => {
    await makeItem(test, { category: 'other_income' })
    const ofExpenses = (await test.call(expenses.list, {}, manager)).data
    expect(ofExpenses.every(({ category }) => category === 'expenses')).toBe(true)
    const both = (await test.call(account.list, {}, manager)).data
    expect(new Set(both.map(({ category }) => category)).size).toBe(2)
  })

  it('is refused to a user who may only view the books', async () => {
    expect((await bookIncome(test, {}, 'owner')).status).toBe(403)
    expect((await bookIncome(test, {}, 'cashier.kkn')).status).toBe(403)
  })
})

it('returns the id under the name of its calls for every kind of write', async () => {
  const booked = (await bookIncome(test)).body.data
  const { code } = booked
  expect(booked).toEqual({ income_id: expect.any(Number), code })
  const { income_id } = booked
  const input = income.update.input.parse({
    income_id,
    version: 1,
    pay_type: 'cash',
    value: 2,
    other_name: 'ขายน้ำดื่ม',
  })
  const changed = await test.call(income.update, input, manager)
  expect(changed.body.data).toEqual({ income_id, code })
  const voided = await test.call(income.delete, { income_id, version: 2, note: 'ผิด' }, manager)
  expect(voided.body.data).toEqual({ income_id })
})

it('offers the records of the own branch when no branch is given', async () => {
  const { branch_id } = (await test.call(user.me, {}, 'accountant')).data
  for (const list of [
    expenses.employee,
    expenses.vehicle,
    expenses.vehicleAll,
    expenses.list,
    account.listCategory,
  ]) {
    const ofBranch = (await test.call(list, { branch_id }, 'accountant')).data
    expect((await test.call(list, {}, 'accountant')).data).toEqual(ofBranch)
  }
  const offered = (await test.call(expenses.employee, {}, 'accountant')).data
  const ofOther = await test.db
    .selectFrom('app_user')
    .select('user_id')
    .where('username', '=', 'manager.bpi')
    .executeTakeFirstOrThrow()
  expect(offered.length).toBeGreaterThan(0)
  expect(offered.map(({ value }) => value)).not.toContain(ofOther.user_id)
})

it('only one of two users who void the same entry at the same time succeeds', async () => {
  const { data } = await bookExpense(test)
  const input = { expenses_id: data.expenses_id, version: 1, note: 'ซ้ำ' }
  const answers = await Promise.all([
    test.call(expenses.delete, input, manager),
    test.call(expenses.delete, input, 'accountant'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
