/** Recurring entries: the drafts that the job makes, and the records to which a rule may refer. */
import { account, expenses } from '@khapdee/contract/entities/account-entry'
import { recurringEntry } from '@khapdee/contract/entities/recurring-entry'
import { satang, zeroSatang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeItem } from '../../../test/make/account-entry.ts'
import { lockBranch } from '../../../test/make/account-lock.ts'
import { makeRule } from '../../../test/make/recurring-entry.ts'
import { inRounds, raceTimeoutMs } from '../../../test/race.ts'
import { makeDrafts } from './make-drafts.ts'

let test: TestApp
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.set('2026-11-21T03:00:00Z')
  await lockBranch(test, test.school.branch.KKN, null)
})

const ruleWith = async (values: Parameters<typeof makeRule>[1]) =>
  (await makeRule(test, values)).data

/** The days, states and amounts of the entries of a rule. */
async function draftsOf(rule: { recurring_entry_id: number }) {
  const rows = await test.db
    .selectFrom('account_entry')
    .select(['date', 'status', 'value'])
    .where('recurring_entry_id', '=', rule.recurring_entry_id)
    .orderBy('date')
    .execute()
  return rows.map(({ date, status, value }) => `${date} ${status} ${value}`)
}
const runJob = () => makeDrafts(test.db, test.clock)

/** Changes a stored rule, and answers the new one. */
async function change(id: number, values: object) {
  const { data } = await test.call(recurringEntry.get, { recurring_entry_id: id }, manager)
  const fields = Object.fromEntries(
    Object.keys(recurringEntry.fields.shape).map((name) => [name, data[name as keyof typeof data]]),
  )
  const input = { ...fields, recurring_entry_id: id, version: data.version, ...values }
  return test.call(recurringEntry.update, input as never, manager)
}

describe('the drafts of a recurring entry', () => {
  it('are made for every missed day up to today, once', async () => {
    const rule = await ruleWith({ start_day: day('2026-08-31'), day_of_month: 31 })
    await runJob()
    await runJob()
    expect(await draftsOf(rule)).toEqual([
      '2026-08-31 draft 10000',
      '2026-09-30 draft 10000',
      '2026-10-31 draft 10000',
    ])
    test.clock.set('2026-11-30T03:00:00Z')
    await runJob()
    expect((await draftsOf(rule)).at(-1)).toBe('2026-11-30 draft 10000')
  })

  it('end with the rule, and start on its first day', async () => {
    const rule = await ruleWith({
      frequency: 'weekly',
      weekday: 3,
      start_day: day('2026-10-08'),
      end_day: day('2026-10-21'),
    })
    await runJob()
    expect(await draftsOf(rule)).toEqual(['2026-10-14 draft 10000', '2026-10-21 draft 10000'])
    const { data } = await test.call(
      recurringEntry.get,
      { recurring_entry_id: rule.recurring_entry_id },
      manager,
    )
    expect(data).toMatchObject({ next_day: null, open_drafts: 2 })
  })

  it('are made once by several servers at the same time', { timeout: raceTimeoutMs }, async () => {
    await inRounds(async () => {
      const rule = await ruleWith({ start_day: day('2026-11-01') })
      await Promise.all([runJob(), runJob(), runJob()])
      expect(await draftsOf(rule)).toHaveLength(1)
    })
  })

  it('are not made again after one was voided', async () => {
    const rule = await ruleWith({ start_day: day('2026-11-01') })
    await runJob()
    const { entry_id } = await test.db
      .selectFrom('account_entry')
      .select('entry_id')
      .where('recurring_entry_id', '=', rule.recurring_entry_id)
      .executeTakeFirstOrThrow()
    const input = { expenses_id: entry_id, version: 1, note: 'ไม่มีรอบนี้' }
    expect((await test.call(expenses.delete, input, manager)).status).toBe(200)
    await runJob()
    expect(await draftsOf(rule)).toEqual(['2026-11-15 void 10000'])
  })

  it('are not made on locked days until these are unlocked', async () => {
    const rule = await ruleWith({ start_day: day('2026-09-01') })
    await lockBranch(test, test.school.branch.KKN, day('2026-10-15'))
    await runJob()
    expect(await draftsOf(rule)).toEqual(['2026-11-15 draft 10000'])
    await lockBranch(test, test.school.branch.KKN, day('2026-10-14'))
    await runJob()
    expect(await draftsOf(rule)).toEqual(['2026-10-15 draft 10000', '2026-11-15 draft 10000'])
  })

  it('are not made for the time of a pause', async () => {
    const rule = await ruleWith({ start_day: day('2026-09-01') })
    await change(rule.recurring_entry_id, { is_activate: false })
    await runJob()
    expect(await draftsOf(rule)).toEqual([])
    await change(rule.recurring_entry_id, { is_activate: true })
    test.clock.set('2026-12-20T03:00:00Z')
    await runJob()
    expect(await draftsOf(rule)).toEqual(['2026-12-15 draft 10000'])
  })

  it('stay one for each month when the day of the rule changes', async () => {
    const rule = await ruleWith({ start_day: day('2026-11-01') })
    await runJob()
    const changed = await change(rule.recurring_entry_id, { day_of_month: 20 })
    expect(changed.data.next_day).toBe('2026-12-20')
    await runJob()
    expect(await draftsOf(rule)).toEqual(['2026-11-15 draft 10000'])
  })

  it('are excluded from all totals, wait for their amount, and refer to their rule', async () => {
    const item = await makeItem(test, { name: 'ค่าไฟฟ้า', group: 'สาธารณูปโภค' })
    const rule = await ruleWith({
      start_day: day('2026-11-01'),
      list_expenses_id: item,
      value: null,
      payee: 'การไฟฟ้า',
    })
    await runJob()
    const query = account.gettable.input.parse({ start: '2026-11-15', end: '2026-11-15' })
    const list = await test.call(account.gettable, { ...query, text: 'ค่าไฟฟ้า' }, manager)
    expect(list.body.chart.total_expenses).toBe(0)
    expect(list.data).toMatchObject([
      { name: 'ค่าไฟฟ้า', status: 'draft', value: zeroSatang, recurring_entry: rule.name },
    ])
    const [draft] = list.data
    const created = expenses.create.input.parse({
      pay_type: 'transfer',
      list_expenses: item,
      value: 1,
    })
    const { shares: _, ...fields } = created
    const base = {
      ...fields,
      expenses_id: draft?.Account_id ?? 0,
      version: 1,
      status: 'posted' as const,
    }
    const posted = await test.call(expenses.update, { ...base, value: satang(123_400) }, manager)
    expect(posted.data.code).toMatch(/^PV-/)
    expect(await draftsOf(rule)).toEqual(['2026-11-15 posted 123400'])
  })

  it('are in the audit trail as made by the job', async () => {
    await ruleWith({ start_day: day('2026-11-01') })
    await runJob()
    const rows = await test.db
      .selectFrom('audit_log')
      .select(['user_id', 'entity'])
      .where('call', '=', 'JOB recurring-entry')
      .execute()
    expect(rows).toContainEqual({ user_id: null, entity: 'account_entry' })
  })
})

describe('a recurring entry', () => {
  it.each<[string, object, string]>([
    ['a start long ago', { start_day: day('2020-01-01') }, 'start_day'],
    ['an end before the start', { end_day: day('2026-11-20') }, 'end_day'],
    ['more tax than value', { wht_value: satang(10_001) }, 'wht_value'],
    ['tax without a value', { value: null, wht_value: satang(1) }, 'wht_value'],
    ['tax of income', { category: 'other_income', wht_value: satang(1) }, 'wht_value'],
    ['an unknown item', { list_expenses_id: 999_999 }, 'list_expenses_id'],
    ['an unknown vehicle', { vehicle_id: 999_999 }, 'vehicle_id'],
    ['an unknown employee', { employee_id: 999_999 }, 'employee_id'],
  ])('is refused with %s', async (_what, values, path) => {
    const { status, body } = await makeRule(test, values)
    expect([status, body.errors?.[0]?.path]).toEqual([400, path])
  })

  it('leaves the employee that its item requires to its drafts, which are posted with one', async () => {
    const item = await makeItem(test, { name: 'ค่าจ้างรายเดือน', type: 'employee' })
    const rule = await ruleWith({ list_expenses_id: item, start_day: day('2026-11-01') })
    await runJob()
    const query = account.gettable.input.parse({ start: '2026-11-15', end: '2026-11-15' })
    const { data } = await test.call(account.gettable, { ...query, status: 'draft' }, manager)
    const draft = data.find((row) => row.recurring_entry_id === rule.recurring_entry_id)
    const input = expenses.update.input.parse({
      expenses_id: draft?.Account_id,
      version: draft?.version,
      list_expenses: item,
      pay_type: 'transfer',
      value: 100,
    })
    const save = (values: object) => test.call(expenses.update, { ...input, ...values }, manager)
    expect((await save({ status: 'posted' })).body.errors?.[0]?.path).toBe('employee')
    expect((await save({ status: 'draft' })).status).toBe(200)
    const employee = test.school.userId('cashier.kkn')
    const posted = await save({ status: 'posted', employee, version: input.version + 1 })
    expect(posted.data.code).toMatch(/^PV-/)
  })

  it('refuses a tax number with a wrong check digit, and one for income', async () => {
    const wrong = await makeRule(test, { payee_tax_id: '0405559000342' })
    expect(wrong.body.errors?.[0]?.path).toBe('payee_tax_id')
    const ofIncome = { category: 'other_income', payee_tax_id: '0405559000341' } as const
    expect((await makeRule(test, ofIncome)).body.errors?.[0]?.path).toBe('payee_tax_id')
  })

  it('posts no draft with the wrong tax number of an earlier rule', async () => {
    const rule = await ruleWith({ start_day: day('2026-11-01') })
    await test.db
      .updateTable('recurring_entry')
      .set({ payee_tax_id: '0405559000342' })
      .where('recurring_entry_id', '=', rule.recurring_entry_id)
      .execute()
    await runJob()
    const { entry_id: expenses_id, version } = await test.db
      .selectFrom('account_entry')
      .select(['entry_id', 'version'])
      .where('recurring_entry_id', '=', rule.recurring_entry_id)
      .executeTakeFirstOrThrow()
    const input = expenses.update.input.parse({
      expenses_id,
      version,
      other_name: 'ค่าเช่าเครื่อง',
      pay_type: 'transfer',
      value: 100,
      payee_tax_id: '0405559000342',
      status: 'posted',
    })
    const { body } = await test.call(expenses.update, input, manager)
    expect(body.errors?.[0]?.path).toBe('payee_tax_id')
  })

  it('cannot refer to an employee of another branch', async () => {
    const { body } = await makeRule(test, { employee_id: test.school.userId('staff.bpi') })
    expect(body.errors?.[0]?.path).toBe('employee_id')
  })

  it('is not made for another branch', async () => {
    expect((await makeRule(test, { branch_id: test.school.branch.BPI })).status).toBe(404)
  })

  it('keeps its item when the item was closed, but not for the other side', async () => {
    const item = await makeItem(test)
    const rule = await ruleWith({ list_expenses_id: item })
    await test.db
      .updateTable('list_expenses')
      .set({ status: 'closed' })
      .where('list_expenses_id', '=', item)
      .execute()
    expect((await change(rule.recurring_entry_id, { payee: 'ประปา' })).status).toBe(200)
    const other = await change(rule.recurring_entry_id, { category: 'other_income' })
    expect(other.body.errors?.[0]?.path).toBe('list_expenses_id')
  })
})
