/** The documents of bank accounts that result from paying and reopening months of payroll. */
import { payroll } from '@khapdee/contract/entities/payroll'
import { day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lockBranch } from '../../../test/make/account-lock.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { makeAccount } from '../../../test/make/statement.ts'

let test: TestApp
let branch_id: number
let people: number[]
// Each test has a separate month.
let month = '2026-06'

beforeAll(async () => {
  test = await startApp()
  branch_id = test.school.branch.KKN
})
afterAll(() => test.close())
beforeEach(async () => {
  month = `2026-${String(Number(month.slice(5)) + 1).padStart(2, '0')}`
  await test.db.updateTable('employment_period').set({ end: '2025-01-31' }).execute()
  people = []
  for (let i = 0; i < 2; i++) people.push((await makeEmployee(test, branch_id)).user_id)
})

/** Approves the month of two people who are paid by transfer. */
async function approveTransfers() {
  await test.call(payroll.build, { branch_id, month }, 'hr')
  await test.db
    .updateTable('payroll_month')
    .set({ pay_type: 'transfer' })
    .where('month', '=', month)
    .execute()
  const input = { branch_id, month, user_ids: people }
  expect((await test.call(payroll.submit, input, 'hr')).status).toBe(200)
  expect((await test.call(payroll.confirm, input, 'accountant')).status).toBe(200)
  expect((await test.call(payroll.approve, input, 'owner')).status).toBe(200)
}

/** The documents of the month with their amounts in baht and accounts, payments first. */
async function documents() {
  const { rows } = await sql<{ kind: string; value: number; account: number }>`
    select d.kind, d.value / 100.0 as value, d.bank_account_id as account
    from bank_document d left join account_entry e using (entry_id) left join payroll_posting o using (payroll_posting_id)
      left join bank_move v on v.bank_move_id = d.bank_move_id left join payroll_payment y using (payroll_payment_id)
    where ${month} in (o.month, y.month) order by d.value, d.bank_account_id`.execute(test.db)
  return rows.map(({ kind, value, account }) => [kind, Number(value), account])
}

it('wages are documents when they are paid, each batch on its own account', async () => {
  await approveTransfers()
  const accounts = [await makeAccount(test, branch_id), await makeAccount(test, branch_id)]
  expect((await documents()).map(([kind]) => kind)).toEqual(['entry'])
  const payFrom = (i: number, pay_date = day(test.clock.today())) =>
    test.call(
      payroll.pay,
      {
        branch_id,
        month,
        user_ids: people.slice(i, i + 1),
        pay_date,
        pay_type: 'transfer',
        bank_account_id: accounts[i] ?? null,
      },
      'accountant',
    )
  const lockDay = day('2026-10-31')
  await lockBranch(test, branch_id, lockDay)
  const locked = await payFrom(0, lockDay)
  expect([locked.body.code, locked.body.errors?.[0]?.path]).toEqual(['DAY_LOCKED', 'pay_date'])
  await lockBranch(test, branch_id, null)
  expect([(await payFrom(0)).status, (await payFrom(1)).status]).toEqual([200, 200])
  const [first, second] = accounts
  expect((await documents()).slice(0, 2)).toEqual([
    ['bank_move', -19_125, first],
    ['bank_move', -19_125, second],
  ])
})

it('amounts owed to authorities are documents, minus those of reopened months', async () => {
  await approveTransfers()
  const dues = async () => (await documents()).map(([, value]) => value)
  expect(await dues()).toEqual([-3_500])
  for (const [user_id, left] of [
    [people[0], [-1_750]],
    [people[1], []],
  ] as const) {
    const input = { branch_id, month, user_ids: [user_id ?? 0], note: 'คำนวณผิด' }
    expect((await test.call(payroll.reopen, input, 'owner')).status).toBe(200)
    expect(await dues()).toEqual(left)
  }
})
