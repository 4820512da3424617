import { randomUUID } from 'node:crypto'
import { account, expenses } from '@khapdee/contract/entities/account-entry'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense } from '../../../test/make/account-entry.ts'
import { lockBranch } from '../../../test/make/account-lock.ts'
import { png } from '../../../test/make/file.ts'
import { upload } from '../../../test/make/upload.ts'

let test: TestApp
let branches: number[]
const accountant = 'admin'

beforeAll(async () => {
  test = await startApp()
  const { KKN, BPI } = test.school.branch
  branches = [BPI, KKN]
})
afterAll(() => test.close())

/** Books a bill of 1,000 baht with these shares in satang, the first of Ban Phai, the second of Khon Kaen. */
const bill = (
  values: readonly number[],
  more: Parameters<typeof bookExpense>[1] = {},
  as = accountant,
) => {
  const shares = values.map((value, i) => ({
    branch_id: branches[i % 2] ?? 0,
    value: satang(value),
  }))
  return bookExpense(test, { value: satang(100_000), shares, ...more }, as)
}
const read = async (expenses_id: number, as = accountant) =>
  (await test.call(expenses.get, { expenses_id }, as)).data
const entries = async () => {
  const { count } = await test.db
    .selectFrom('account_entry')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

it('a bill books an entry of each branch, with its part of the tax, and shares its attachments', async () => {
  const { file_id } = await upload(test, accountant, png(20, 20), 'bill.png')
  const tax = { wht_value: satang(3_001), payee: 'การไฟฟ้า', payee_tax_id: '0994000165501' }
  const { data } = await bill([70_000, 30_000], { ...tax, files: [file_id] })
  const first = await read(data.expenses_id)
  expect(first).toMatchObject({ branch_id: branches[0], value: 70_000, wht_value: 2_101 })
  const [other] = first.bill
  expect(first.bill).toHaveLength(1)
  const second = await read(other?.entry_id ?? 0)
  expect(second).toMatchObject({ branch_id: branches[1], value: 30_000, wht_value: 900 })
  expect(second.code).toMatch(/^PV-KKN-/)
  const filesOf = ({ attachments }: typeof second) => attachments.map((file) => file.file_id)
  expect([filesOf(first), filesOf(second)]).toEqual([[file_id], [file_id]])

  const added = await upload(test, accountant, png(21, 21), 'more.png')
  const change = expenses.update.input.parse({
    expenses_id: other?.entry_id,
    version: second.version,
    pay_type: 'cash',
    value: 300,
    other_name: second.other_name,
    ...tax,
    wht_value: 9,
    files: [file_id, added.file_id],
  })
  expect((await test.call(expenses.update, change, accountant)).status).toBe(200)
  expect(filesOf(await read(data.expenses_id))).toEqual([file_id, added.file_id])
  const own = await read(other?.entry_id ?? 0, 'manager.kkn')
  expect(own.bill).toEqual([])
  // The manager of one branch cannot change the attachments of the other, because both entries
  // share them.
  const onlyOne = { ...change, version: own.version, files: [file_id] }
  const refused = await test.call(expenses.update, onlyOne, 'manager.kkn')
  expect(refused.body.errors).toMatchObject([{ path: 'files' }])
  const kept = { ...onlyOne, files: [file_id, added.file_id], detail: 'ตรวจแล้ว' }
  expect((await test.call(expenses.update, kept, 'manager.kkn')).status).toBe(200)
})

it.each([
  ['one share', [100_000], {}, 'shares'],
  ['less than its amount', [50_000, 40_000], {}, 'shares'],
  ['a branch twice', [50_000, 25_000, 25_000], {}, 'shares'],
  ['petty cash', [50_000, 50_000], { cash_source: 'petty_cash' }, 'cash_source'],
] as const)('a bill with %s is refused and books nothing', async (_name, values, more, path) => {
  const before = await entries()
  expect((await bill(values, more)).body.errors).toMatchObject([{ path }])
  expect(await entries()).toBe(before)
})

it('a bill with another branch, or a locked day of one branch, books nothing', async () => {
  const before = await entries()
  expect((await bill([50_000, 50_000], {}, 'manager.kkn')).status).toBe(404)
  const [locked = 0] = branches
  await lockBranch(test, locked, test.clock.today())
  expect((await bill([50_000, 50_000])).body.code).toBe('DAY_LOCKED')
  await lockBranch(test, locked, null)
  expect(await entries()).toBe(before)
})

it('income is not divided, and the shares of the Account call are those of an expense', async () => {
  const input = (category: string) =>
    account.create.input.parse({
      category,
      pay_type: 'cash',
      cash_source: 'outside',
      value: 10,
      other_name: 'ค่าเน็ต',
      shares: branches.map((branch_id) => ({ branch_id, value: 5 })),
    })
  const create = (category: string) =>
    test.call(account.create, input(category), accountant, { 'idempotency-key': randomUUID() })
  expect((await create('other_income')).body.errors).toMatchObject([{ path: 'shares' }])
  const { data } = await create('expenses')
  expect((await read(data.Account_id)).bill).toHaveLength(1)
})
