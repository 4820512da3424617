import { account, expenses, income } from '@khapdee/contract/entities/account-entry'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense, bookIncome } from '../../../test/make/account-entry.ts'
import { moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const textOf = async (link: string) =>
  readPdf((await test.raw('GET', link)).bytes)
    .map(({ text }) => text.replaceAll(/\s+/g, ' '))
    .join(' ')
const print = (expenses_id: number, as = manager) => test.call(expenses.pdf, { expenses_id }, as)
const printed = async (expenses_id: number) => textOf((await print(expenses_id)).data.pdf)

it('a voucher is printed once as an original, and then as copies of what was printed', async () => {
  const { data } = await bookExpense(test, { value: satang(12_350), payee: 'ร้านน้ำแข็ง' })
  const first = await printed(data.expenses_id)
  for (const expected of ['ต้นฉบับ', data.code, 'ร้านน้ำแข็ง', 'หนึ่งร้อยยี่สิบสามบาทห้าสิบสตางค์'])
    expect(first).toContain(expected)
  await test.db.updateTable('branch').set({ name: 'ชื่อใหม่' }).where('code', '=', 'KKN').execute()
  const second = await printed(data.expenses_id)
  expect(second).toContain('สำเนา')
  expect(second).not.toContain('ชื่อใหม่')
})

it('the next print of a changed entry is an original again', async () => {
  const { data } = await bookExpense(test)
  await print(data.expenses_id)
  const changed = expenses.update.input.parse({
    expenses_id: data.expenses_id,
    version: 1,
    pay_type: 'cash',
    value: 250,
    other_name: 'ค่าน้ำแข็ง',
  })
  expect((await test.call(expenses.update, changed, manager)).status).toBe(200)
  const text = await printed(data.expenses_id)
  expect(text).toContain('ต้นฉบับ')
  expect(text).toContain('250.00')
  expect(await printed(data.expenses_id)).toContain('สำเนา')
})

it('stamps the voucher of a voided entry, printed before or not', async () => {
  const before = await bookExpense(test)
  const { pdf } = (await print(before.data.expenses_id)).data
  const never = await bookExpense(test)
  for (const { data } of [before, never]) {
    const input = { expenses_id: data.expenses_id, version: 1, note: 'ซ้ำ' }
    expect((await test.call(expenses.delete, input, manager)).status).toBe(200)
    expect(await printed(data.expenses_id)).toContain('ยกเลิกเมื่อ')
  }
  // The link that was made before the void shows the stamp, too.
  expect(await textOf(pdf)).toContain('ยกเลิกเมื่อ')
})

it('drafts and entries of receipts have no voucher; entries of the other side and of other branches are not found', async () => {
  const draft = await bookExpense(test, { status: 'draft' })
  expect((await print(draft.data.expenses_id)).body).toMatchObject({
    code: 'STATE',
    message: expect.stringContaining('ฉบับร่าง'),
  })
  await moneyDesk(test).register({ paid: [5000, 0] })
  const { entry_id } = await test.db
    .selectFrom('account_entry')
    .select('entry_id')
    .where('payment_id', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  expect((await test.call(income.pdf, { income_id: entry_id }, manager)).body.code).toBe('STATE')
  const booked = await bookIncome(test)
  expect((await print(booked.data.income_id)).status).toBe(404)
  expect((await print(booked.data.income_id, 'manager.bpi')).status).toBe(404)
  const { income_id: Account_id } = booked.data
  expect((await test.call(account.pdf, { Account_id }, 'manager.bpi')).status).toBe(404)
  expect((await test.call(account.pdf, { Account_id }, manager)).status).toBe(200)
})

it('when two users print a voucher for the first time at once, one gets a copy', async () => {
  const { data } = await bookExpense(test)
  const answers = await Promise.all([print(data.expenses_id), print(data.expenses_id)])
  const texts = await Promise.all(answers.map(({ data: { pdf } }) => textOf(pdf)))
  expect(texts.filter((text) => text.includes('สำเนา'))).toHaveLength(1)
})
