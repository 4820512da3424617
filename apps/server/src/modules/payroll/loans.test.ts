import { audit } from '@khapdee/contract/entities/audit'
import { drawer } from '@khapdee/contract/entities/drawer'
import { payroll } from '@khapdee/contract/entities/payroll'
import { payrollLoan } from '@khapdee/contract/entities/payroll-loan'
import { statement } from '@khapdee/contract/entities/statement'
import { satang } from '@khapdee/domain/money'
import { addDays, day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lockBranch } from '../../../test/make/account-lock.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { makeLoan } from '../../../test/make/payroll.ts'
import { makeAccount, makeLine } from '../../../test/make/statement.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let branch_id: number
let user_id: number
const baht = (value: number) => satang(value * 100)

beforeAll(async () => {
  test = await startApp()
  branch_id = test.school.branch.KKN
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.updateTable('employment_period').set({ end: '2025-01-31' }).execute()
  user_id = (await makeEmployee(test, branch_id)).user_id
})

const today = () => day(test.clock.today())
const give = (values: object = {}, as = 'accountant') =>
  test.call(
    payrollLoan.create,
    {
      user_id,
      type: 'loan',
      principal: baht(5_000),
      instalment: baht(2_000),
      first_month: today().slice(0, 7),
      day: today(),
      pay_type: 'transfer',
      ...values,
    },
    as,
  )
const loans = async (as = 'accountant') =>
  (await test.call(payrollLoan.list, { user_id }, as)).data.loans
const repay = (loan: { payroll_loan_id: number; version: number }, values: object = {}) =>
  test.call(
    payrollLoan.repay,
    {
      payroll_loan_id: loan.payroll_loan_id,
      version: loan.version,
      value: baht(1_000),
      day: today(),
      pay_type: 'transfer',
      ...values,
    },
    'accountant',
  )
const build = (month: string) => test.call(payroll.build, { branch_id, month }, 'hr')
const deducted = async (month: string) => {
  const { data } = await test.call(payroll.user, { user_id, month }, 'hr')
  return data.deduction.flatMap(({ source, amount }) =>
    source?.startsWith('loan:') ? [amount] : [],
  )
}
const cash = async () =>
  Number((await test.call(drawer.get, { branch_id }, 'owner')).body.data.balance)

it('a loan is paid out of the drawer without an expense, and the cash returns when the loan is cancelled', async () => {
  const top_up = { branch_id, kind: 'top_up', value: baht(9_000), note: 'x' } as const
  await test.call(drawer.move, top_up, 'manager.kkn')
  const count = () =>
    test.db
      .selectFrom('account_entry')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
  const [before, entries] = [await cash(), await count()]
  const { data: loan } = await give({ pay_type: 'cash' })
  expect(loan).toMatchObject({ state: 'open', balance: baht(5_000), is_cancellable: true })
  expect([before - (await cash()), await count()]).toEqual([5_000, entries])
  const input = { payroll_loan_id: loan.payroll_loan_id, note: 'บันทึกผิด', version: loan.version }
  expect((await test.call(payrollLoan.cancel, input, 'accountant')).data.state).toBe('cancelled')
  expect([await cash(), await count()]).toEqual([before, entries])
  expect((await repay({ ...loan, version: loan.version + 1 })).status).toBe(409)
})

it('a loan by transfer is a document of the account, and is refused on a locked day', async () => {
  const bank_account_id = await makeAccount(test, branch_id)
  const documents = async () => {
    const { data } = await test.call(statement.documents, { bank_account_id }, 'accountant')
    return data.rows.filter(({ kind }) => kind === 'bank_move').toReversed()
  }
  const values = async () => (await documents()).map(({ value }) => value)
  const cancel = (loan: { payroll_loan_id: number; version: number }) =>
    test.call(
      payrollLoan.cancel,
      { payroll_loan_id: loan.payroll_loan_id, note: 'บันทึกผิด', version: loan.version },
      'accountant',
    )
  const { data: first } = await give()
  expect(await values()).toEqual([-baht(5_000)])
  const repaid = (await repay(first)).data
  expect(await values()).toEqual([-baht(5_000), baht(1_000)])
  expect((await cancel(repaid)).status).toBe(409)

  const yesterday = addDays(today(), -1)
  const { data: early } = await give({
    day: yesterday,
    principal: baht(300),
    instalment: baht(300),
  })
  await lockBranch(test, branch_id, yesterday)
  for (const refused of [
    await give({ day: yesterday }),
    await repay(early, { day: yesterday, value: baht(100) }),
  ])
    expect([refused.body.code, refused.body.errors?.[0]?.path]).toEqual(['DAY_LOCKED', 'day'])
  // A payout on a locked day cannot be changed, so the money is returned today.
  expect((await cancel(early)).status).toBe(200)
  expect((await values()).toSorted((a, b) => a - b)).toEqual([
    -baht(5_000),
    -baht(300),
    baht(300),
    baht(1_000),
  ])
  await lockBranch(test, branch_id, null)

  const { data: open } = await give({ principal: baht(70), instalment: baht(70) })
  expect(await values()).toContain(-baht(70))
  await cancel(open)
  expect(await values()).not.toContain(-baht(70))
  const { data: matched } = await give({ principal: baht(80), instalment: baht(80) })
  const { id = 0 } = (await documents()).find(({ value }) => value === -baht(80)) ?? {}
  const line = await makeLine(test, bank_account_id, -baht(80))
  const input = { statement_line_ids: [line], bank_move_ids: [id] }
  const match = await test.call(statement.match, statement.match.input.parse(input), 'accountant')
  expect(match.status).toBe(200)
  await cancel(matched)
  expect(await values()).toContain(baht(80))
})

it('a loan by transfer goes through the chosen account, which must be one of its branch', async () => {
  const makeOther = (branch = branch_id) => makeAccount(test, branch)
  const [account, back] = [await makeOther(), await makeOther()]
  const closed = await makeOther()
  await test.db
    .updateTable('bank_account')
    .set({ is_activate: false })
    .where('bank_account_id', '=', closed)
    .execute()
  const foreign = await makeOther(test.school.branch.BPI)
  const { data: loan } = await give({ bank_account_id: account })
  for (const refused of [
    await give({ bank_account_id: closed }),
    await give({ bank_account_id: foreign }),
    await give({ bank_account_id: account, pay_type: 'cash' }),
    await repay(loan, { bank_account_id: foreign }),
    await repay(loan, { bank_account_id: account, pay_type: 'cash' }),
  ])
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'bank_account_id'])
  const repaid = (await repay(loan, { bank_account_id: back })).data
  const moves = await test.db
    .selectFrom('bank_move')
    .select(['bank_account_id', 'value'])
    .where('payroll_loan_id', '=', loan.payroll_loan_id)
    .orderBy('bank_move_id')
    .execute()
  expect(moves.map((move) => [move.bank_account_id, Number(move.value)])).toEqual([
    [account, -baht(5_000)],
    [back, baht(1_000)],
  ])
  const names = await test.db
    .selectFrom('bank_account')
    .select('name')
    .where('bank_account_id', 'in', [account, back])
    .orderBy('bank_account_id')
    .execute()
  expect(repaid.events.map(({ bank_account }) => bank_account)).toEqual(
    names.map(({ name }) => name),
  )
  const trail = await test.call(audit.gettable, { type: 'payroll_loan' }, 'admin')
  for (const { name } of names) expect(JSON.stringify(trail.body)).toContain(name)
  expect((await repay(repaid, { bank_account_id: null })).status).toBe(200)
})

it('a cancelled loan by transfer goes back to the account that it left', async () => {
  const bank_account_id = await makeAccount(test, branch_id)
  const yesterday = addDays(today(), -1)
  const { data: loan } = await give({ bank_account_id, day: yesterday })
  await lockBranch(test, branch_id, yesterday)
  const input = { payroll_loan_id: loan.payroll_loan_id, note: 'บันทึกผิด', version: loan.version }
  expect((await test.call(payrollLoan.cancel, input, 'accountant')).status).toBe(200)
  await lockBranch(test, branch_id, null)
  const moves = await test.db
    .selectFrom('bank_move')
    .select('bank_account_id')
    .where('payroll_loan_id', '=', loan.payroll_loan_id)
    .execute()
  expect(moves).toEqual([{ bank_account_id }, { bank_account_id }])
})

it('a loan is deducted by its instalment, at most by the balance, and explained by rows', async () => {
  const { data: loan } = await give()
  const months = [0, 1].map((ahead) => {
    const [year = 0, at = 0] = today().split('-').map(Number)
    const index = year * 12 + at - 1 + ahead
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  })
  const [first = '', second = ''] = months
  await build(first)
  await repay(loan, { value: baht(2_500), note: 'คืนก่อนกำหนด' })
  await build(second)
  expect([await deducted(first), await deducted(second)]).toEqual([[baht(2_000)], [baht(500)]])
  const [shown] = await loans()
  expect(shown).toMatchObject({ state: 'repaid', balance: 0, is_cancellable: false })
  expect(shown?.events.map(({ kind, value }) => [kind, value])).toEqual(
    expect.arrayContaining([
      ['payout', baht(5_000)],
      ['deduction', -baht(2_000)],
      ['repayment', -baht(2_500)],
      ['deduction', -baht(500)],
    ]),
  )
  const input = { payroll_loan_id: loan.payroll_loan_id, note: 'x', version: shown?.version ?? 0 }
  expect((await test.call(payrollLoan.cancel, input, 'accountant')).status).toBe(409)
})

it('a draft that deducts more than is owed cannot be submitted until it is built again', async () => {
  const { data: loan } = await give({ principal: baht(2_000) })
  const month = today().slice(0, 7)
  await build(month)
  const line = (await test.call(payroll.user, { user_id, month }, 'hr')).data
  const changed = line.deduction.find(({ source }) => source?.startsWith('loan:'))
  const lines = [
    { payroll_line_id: changed?.payroll_line_id, value: baht(3_000), override_reason: 'ขอคืนเพิ่ม' },
  ]
  const consent = 'หนังสือยินยอมลงวันที่จ้าง'
  const saved = { user_id, month, lines, consent, version: line.version }
  expect((await test.call(payroll.lines, saved, 'hr')).status).toBe(200)
  const submit = () => test.call(payroll.submit, { branch_id, month, user_ids: [user_id] }, 'hr')
  const refused = await submit()
  expect([refused.status, refused.body.message]).toEqual([400, expect.anything()])
  expect(JSON.stringify(refused.body)).toContain('เกินยอดคงเหลือ')
  expect(loan.balance).toBe(baht(2_000))
})

it.each([
  ['an instalment above the principal', { instalment: baht(5_001) }, 'instalment'],
  ['a first month before the payout', { first_month: '2026-01' }, 'first_month'],
])('refuses %s', async (_, values, path) => {
  expect((await give(values)).body.errors).toMatchObject([{ path }])
  expect(await loans()).toEqual([])
})

it('other branches and users without the permission to pay are refused, and the audit trail hides the amount of a loan', async () => {
  const { payroll_loan_id } = await makeLoan(test, { user_id, branch_id })
  const loan = { payroll_loan_id, version: 1 }
  const listed = await test.call(payrollLoan.list, { user_id }, 'manager.bpi')
  expect([listed.status, (await give({}, 'manager.bpi')).status]).toEqual([404, 404])
  expect([(await give({}, 'hr')).status, (await give({}, 'registrar.kkn')).status]).toEqual([
    403, 403,
  ])
  expect((await repay(loan, { value: baht(6_001) })).body.errors).toMatchObject([{ path: 'value' }])
  expect((await repay(loan)).status).toBe(200)
  const trail = await test.call(audit.gettable, { type: 'payroll_loan' }, 'admin')
  expect(JSON.stringify(trail.body)).not.toMatch(/1,?000(\.00)? บาท|100000/)
})

it(
  'at most the owed amount is paid back, even when two users record it at the same time',
  async () => {
    await inRounds(async () => {
      const { data: loan } = await give()
      const whole = () => repay(loan, { value: baht(5_000) })
      const results = await race(whole(), whole())
      expect(results.split(' ').filter((result) => result === 'ok')).toHaveLength(1)
    })
    expect((await loans()).every(({ balance }) => balance === 0)).toBe(true)
  },
  raceTimeoutMs,
)
