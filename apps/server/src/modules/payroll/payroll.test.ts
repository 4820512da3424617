import { expenses } from '@khapdee/contract/entities/account-entry'
import { approval } from '@khapdee/contract/entities/approval'
import { audit } from '@khapdee/contract/entities/audit'
import { drawer } from '@khapdee/contract/entities/drawer'
import { employee } from '@khapdee/contract/entities/employee'
import { payroll } from '@khapdee/contract/entities/payroll'
import { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { employeeInput, makeEmployee } from '../../../test/make/employee.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let branch_id: number
let user_id: number
const baht = (value: number) => satang(Math.round(value * 100))
// Each test has a separate month, so that totals of one do not include those of another.
let month = '2025-12'

beforeAll(async () => {
  test = await startApp()
  branch_id = test.school.branch.KKN
})
afterAll(() => test.close())
beforeEach(async () => {
  const [year = 0, at = 0] = month.split('-').map(Number)
  month = at === 12 ? `${year + 1}-01` : `${year}-${String(at + 1).padStart(2, '0')}`
  await test.db.updateTable('employment_period').set({ end: '2025-01-31' }).execute()
  user_id = (await makeEmployee(test, branch_id)).user_id
})

const build = (as = 'hr') => test.call(payroll.build, { branch_id, month }, as)
const read = (as = 'hr', person = user_id) =>
  test.call(payroll.user, { user_id: person, month }, as)
type Step = 'submit' | 'confirm' | 'approve'
const step = (name: Step, as: string, values: object = {}) =>
  test.call(payroll[name], { branch_id, month, user_ids: [user_id], ...values }, as)
const reopen = (as = 'owner') =>
  test.call(payroll.reopen, { branch_id, month, user_ids: [user_id], note: 'คำนวณผิด' }, as)
const payOut = (values: object = {}, as = 'accountant') =>
  test.call(
    payroll.pay,
    {
      branch_id,
      month,
      user_ids: [user_id],
      pay_date: day(test.clock.today()),
      pay_type: 'cash',
      ...values,
    },
    as,
  )
async function approveAll() {
  await build()
  for (const [name, as] of [
    ['submit', 'hr'],
    ['confirm', 'accountant'],
    ['approve', 'owner'],
  ] as const)
    expect([name, (await step(name, as)).status]).toEqual([name, 200])
}
const legs = async () => {
  const rows = await test.db
    .selectFrom('account_entry as e')
    .innerJoin('payroll_posting as p', 'p.payroll_posting_id', 'e.payroll_posting_id')
    .select(['e.payroll_leg', 'e.value'])
    .where('p.month', '=', month)
    .orderBy('e.entry_id')
    .execute()
  return rows.map(({ payroll_leg, value }) => [payroll_leg, Number(value) / 100])
}

it('a month waits in the inbox of those who may confirm or approve it, but not of its submitter or another branch', async () => {
  await build()
  await step('submit', 'hr')
  const inbox = async (as: string) => {
    const { data } = await test.call(approval.payroll, {}, as)
    const { waiting } = (await test.call(approval.count, {}, as)).data
    expect([as, waiting]).toEqual([as, data.length])
    return data.map((row) => [row.branch_id, row.month, row.step, row.count, row.net])
  }
  const { net } = (await read()).data.totals
  const submitted = [branch_id, month, 'confirm', 1, net]
  expect(await inbox('manager.kkn')).toEqual([submitted])
  for (const as of ['hr', 'manager.bpi', 'registrar.kkn']) expect(await inbox(as)).toEqual([])
  await step('confirm', 'manager.kkn')
  expect(await inbox('manager.kkn')).toEqual([])
  expect(await inbox('owner')).toEqual([[branch_id, month, 'approve', 1, net]])
  await test.call(
    payroll.return,
    { branch_id, month, user_ids: [user_id], note: 'คำนวณผิด' },
    'owner',
  )
  expect(await inbox('owner')).toEqual([])
})

it('builds a draft once, with the computation of social security, and nothing changes the second time', async () => {
  expect((await build()).data).toMatchObject({ built: 1, changed: 0 })
  const { data } = await read()
  expect(data).toMatchObject({ status: 'draft', is_payroll: false, is_editable: true })
  expect(data.salary).toMatchObject([{ source: 'salary', amount: baht(20_000) }])
  expect(data.deduction.map(({ source, amount }) => [source, amount])).toEqual([
    ['tax', 0],
    ['sso', baht(875)],
  ])
  expect(data.deduction[1]?.explanation.at(-1)).toEqual({
    operator: '=',
    label: 'ประกันสังคม',
    figure: '875.00',
  })
  expect(data.totals).toMatchObject({ net: baht(19_125), employer: baht(875) })
  expect((await build()).data).toEqual({ built: 0, changed: 0, differences: [] })
})

it('the list shows the difference that a later change of the salary causes', async () => {
  await build()
  const stored = (await test.call(employee.get, { user_id }, 'admin')).data
  const { password: _, ...values } = employeeInput(test, { username: stored.username })
  const pay = { salary: baht(30_000), pay_from: day(`${month}-01`) }
  const given = { ...values, ...pay, user_id, version: stored.version }
  expect((await test.call(employee.update, given, 'admin')).status).toBe(200)
  const { differences } = (await build()).data
  expect(differences).toContainEqual(
    expect.objectContaining({ name: 'เงินเดือน', before: baht(20_000), after: baht(30_000) }),
  )
  expect((await read()).data.salary).toMatchObject([{ amount: baht(30_000) }])
})

it('a proposed amount is changed only with a reason, and lines of items are added', async () => {
  const { list_payroll_id } = (
    await test.call(payrollItem.create, { name: `โบนัส ${month}`, category: 'bonus' }, 'admin')
  ).data
  await build()
  const { data } = await read()
  const sso = data.deduction.find(({ source }) => source === 'sso')
  const change = (line: object, as = 'hr') =>
    test.call(
      payroll.lines,
      {
        user_id,
        month,
        version: data.version,
        lines: [
          { payroll_line_id: sso?.payroll_line_id, ...line },
          { list_payroll_id, value: baht(1_000) },
        ],
      },
      as,
    )
  const refused = await change({ value: baht(500) })
  expect(refused.body.errors).toMatchObject([{ path: 'lines.0.override_reason' }])
  const { data: saved } = await change({ value: baht(500), override_reason: 'ตามที่แจ้งไว้' })
  expect(saved.deduction.find(({ source }) => source === 'sso')).toMatchObject({
    amount: baht(500),
    proposed: baht(875),
    override_reason: 'ตามที่แจ้งไว้',
  })
  expect(saved.income).toMatchObject([{ name: `โบนัส ${month}`, amount: baht(1_000) }])
  expect((await change({ value: baht(1), override_reason: 'x' })).status).toBe(409)
})

it('three people take a month through its steps, and its cost is posted once', async () => {
  await approveAll()
  expect(await legs()).toEqual([
    ['net_pay:cash', 19_125],
    ['dues:social_security', 1_750],
  ])
  const { data } = await read()
  expect(data).toMatchObject({ status: 'approved', is_approve: true, is_editable: false })
  expect(data.payslip_code).toMatch(/^PS-KKN-/)
  expect(data.steps.map(({ step: name }) => name)).toEqual(['submit', 'confirm', 'approve'])
  const before = Number((await test.call(drawer.get, { branch_id }, 'owner')).body.data.balance)
  expect((await payOut()).status).toBe(409)
  const top_up = { branch_id, kind: 'top_up', value: baht(30_000), note: 'x' } as const
  await test.call(drawer.move, top_up, 'manager.kkn')
  expect((await payOut()).status).toBe(200)
  expect((await payOut()).status).toBe(409)
  const after = Number((await test.call(drawer.get, { branch_id }, 'owner')).body.data.balance)
  expect(after - before).toBe(30_000 - 19_125)
  expect(await legs()).toHaveLength(2)
  expect((await reopen()).status).toBe(409)
})

it('reverses the posting of a month when it is reopened, and keeps the number of the payslip', async () => {
  await approveAll()
  const { payslip_code } = (await read()).data
  expect((await reopen()).status).toBe(200)
  expect(await legs()).toEqual([
    ['net_pay:cash', 19_125],
    ['dues:social_security', 1_750],
    ['net_pay:cash', -19_125],
    ['dues:social_security', -1_750],
  ])
  expect((await read()).data).toMatchObject({ status: 'draft', revision: 1, payslip_code })
  await approveAll()
  expect((await read()).data.payslip_code).toBe(payslip_code)
})

it('the submitter may neither confirm nor approve, and a month is returned with a note', async () => {
  await build()
  await step('submit', 'manager.kkn')
  const refused = await step('confirm', 'manager.kkn')
  expect([refused.status, refused.body.code]).toEqual([403, 'SAME_USER'])
  const input = { branch_id, month, user_ids: [user_id], note: 'ตรวจวันลาอีกครั้ง' }
  expect((await test.call(payroll.return, input, 'accountant')).status).toBe(200)
  expect((await read()).data).toMatchObject({ status: 'returned', return_note: input.note })
  expect((await step('submit', 'hr', { net: baht(1) })).body.code).toBe('CONFLICT')
  expect((await step('submit', 'hr', { net: baht(19_125) })).status).toBe(200)
})

it('users who see all branches see the pay of a manager, but the accountant does not see that of the owner', async () => {
  await build()
  const setRole = (key: string) =>
    sql`update app_user set role_id = (select role_id from role where key = ${key}) where user_id = ${user_id}`.execute(
      test.db,
    )
  await setRole('manager')
  for (const as of ['hr', 'accountant', 'owner', 'manager.kkn'])
    expect([as, (await read(as)).status]).toEqual([as, 200])
  await setRole('owner')
  for (const [as, status] of [
    ['owner', 200],
    ['accountant', 404],
    ['manager.kkn', 404],
  ] as const)
    expect([as, (await read(as)).status]).toEqual([as, status])
})

it('the pay of others is hidden in lists, details, totals and the audit trail', async () => {
  await build()
  expect((await read('manager.bpi')).status).toBe(404)
  for (const as of ['registrar.kkn', 'cashier.kkn', 'instructor.kkn'])
    expect((await read(as)).status).toBe(403)
  const listed = await test.call(payroll.gettable, { month }, 'manager.bpi')
  expect(listed.answer).toMatchObject({ data: [], total: { net: 0 } })
  expect((await test.call(payroll.own, {}, 'instructor.kkn')).data).toEqual([])
  const entries = await test.call(audit.gettable, { type: 'payroll_month' }, 'admin')
  expect(JSON.stringify(entries.body)).not.toMatch(/20,?000|19,?125/)
})

it('staff cannot change or void entries that payroll posted', async () => {
  await approveAll()
  const { entry_id, version } = await test.db
    .selectFrom('account_entry')
    .select(['entry_id', 'version'])
    .where('payroll_leg', 'is not', null)
    .orderBy('entry_id', 'desc')
    .executeTakeFirstOrThrow()
  const refused = await test.call(
    expenses.delete,
    { expenses_id: entry_id, note: 'x', version },
    'admin',
  )
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/เงินเดือน/)])
})

it(
  'builds, submits, confirms, approves and reopens once, even when several users press at the same time',
  async () => {
    await inRounds(async () => {
      user_id = (await makeEmployee(test, branch_id)).user_id
      const built = await Promise.all([build('hr'), build('admin'), build('manager.kkn')])
      expect(built.map(({ status }) => status)).toEqual([200, 200, 200])
      const months = await test.db
        .selectFrom('payroll_month')
        .select('payroll_id')
        .where('user_id', '=', user_id)
        .execute()
      expect(months).toHaveLength(1)
      const once = async (...calls: ReturnType<typeof reopen | typeof step>[]) =>
        expect((await race(...calls)).split(' ').filter((result) => result === 'ok')).toHaveLength(
          1,
        )
      await once(step('submit', 'hr'), step('submit', 'admin'))
      await once(step('confirm', 'accountant'), step('confirm', 'accountant'))
      await once(step('approve', 'owner'), step('approve', 'admin'))
      await once(reopen('owner'), reopen('admin'))
    })
    expect((await legs()).reduce((total, [, value]) => total + Number(value), 0)).toBe(0)
  },
  raceTimeoutMs,
)
