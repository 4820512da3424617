import { payroll } from '@khapdee/contract/entities/payroll'
import { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { payrollWorkRate } from '@khapdee/contract/entities/payroll-work-rate'
import type { PanelRole } from '@khapdee/domain/exam-session'
import { satang } from '@khapdee/domain/money'
import { type Day, day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { addPanel, insertSession, seatCandidate } from '../../../test/make/exam-session.ts'
import { inRounds, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let branch_id: number
let user_id: number
let list_payroll_id: number
const october = '2026-10'
const november = '2026-11'

beforeAll(async () => {
  test = await startApp({ now: '2026-11-21T03:00:00Z' })
  branch_id = test.school.branch.KKN
  const item = { name: 'ค่าคุมสอบ', category: 'work', regular: false } as const
  list_payroll_id = (await test.call(payrollItem.create, item, 'admin')).data.list_payroll_id
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.updateTable('employment_period').set({ end: '2025-01-31' }).execute()
  user_id = (await makeEmployee(test, branch_id)).user_id
})

const rateInput = (values: object = {}) => ({
  user_id,
  list_payroll_id,
  valid_from: day('2026-09-01'),
  rate: satang(30_000),
  ...values,
})
const giveRate = (values: object = {}, as = 'hr') =>
  test.call(payrollWorkRate.create, rateInput(values), as)

/** A held session with the person on its panel and candidates with these results. */
async function hold(
  on: Day,
  results: ('pass' | 'absent')[] = ['pass'],
  role: PanelRole = 'examiner',
) {
  const exam_session_id = await insertSession(test, on, { capacity: 10 })
  await addPanel(test, exam_session_id, [user_id], role)
  const result_by = test.school.userId('admin')
  for (const result of results) {
    const { exam_id } = await seatCandidate(test, exam_session_id)
    await test.db
      .updateTable('exam')
      .set({ result, result_at: '2026-11-20T03:00:00Z', result_by })
      .where('exam_id', '=', exam_id)
      .execute()
  }
  await end(exam_session_id)
  return exam_session_id
}
const end = (id: number, ended_at: string | null = '2026-11-20T04:00:00Z') =>
  test.db
    .updateTable('exam_session')
    .set({
      ended_at,
      ended_by: ended_at === null ? null : test.school.userId('admin'),
      status: 'closed',
    })
    .where('exam_session_id', '=', id)
    .execute()

const build = (month = october) => test.call(payroll.build, { branch_id, month }, 'hr')
const read = async (month = october) =>
  (await test.call(payroll.user, { user_id, month }, 'hr')).data
const workOf = async (month = october) =>
  (await read(month)).income.flatMap(({ work }) => work.map(({ key }) => key))
const step = (name: 'submit' | 'confirm' | 'approve', as: string, month = october) =>
  test.call(payroll[name], { branch_id, month, user_ids: [user_id] }, as)
async function approve() {
  await step('submit', 'hr')
  await step('confirm', 'accountant')
  expect((await step('approve', 'owner')).status).toBe(200)
}

it('pays held sessions by the rate of the person, and lists the sessions of the line', async () => {
  await giveRate({ unit: 'person', rate: satang(2_500) })
  await giveRate({ role: 'chair', unit: 'time' })
  const examined = await hold(day('2026-10-05'), ['pass', 'pass', 'absent'])
  const chaired = await hold(day('2026-10-06'), ['absent'], 'chair')
  await end(await hold(day('2026-10-07')), null)
  await hold(day('2026-10-08'), [])
  await build()
  const { income, totals, work_changes } = await read()
  expect(
    income.map(({ name, amount, value, title_value }) => [name, amount, value, title_value]),
  ).toEqual([
    ['ค่าคุมสอบ · คุมสอบ', 5_000, 200, 'person'],
    ['ค่าคุมสอบ · คุมสอบ (ประธาน)', 30_000, 100, 'time'],
  ])
  expect(income.flatMap(({ work }) => work.map(({ key, quantity }) => [key, quantity]))).toEqual([
    [`exam_panel:${examined}`, 200],
    [`exam_panel:${chaired}`, 100],
  ])
  expect(income[0]?.explanation.map(({ figure }) => figure)).toEqual(['25.00', '2', '50.00'])
  expect(totals.income).toBe(2_035_000)
  expect(work_changes).toEqual([])
  expect((await build()).data).toMatchObject({ built: 0, changed: 0 })
})

it('shows changes after the month was built, and proposes them when it is built again', async () => {
  await giveRate()
  const session = await hold(day('2026-10-05'))
  await build()
  await end(session, null)
  const added = await hold(day('2026-10-09'))
  const { work_changes } = await read()
  expect(work_changes.map(({ before, after }) => [before, after])).toEqual([
    [100, null],
    [null, 100],
  ])
  const { flags } = (await test.call(payroll.totals, { branch_id, month: october }, 'hr')).data
  expect(flags.filter((flag) => flag.user_id === user_id)).toMatchObject([
    { message: expect.stringContaining('งานที่คิดเงินเปลี่ยนแปลง 2 รายการ'), block: false },
  ])
  expect((await build()).data.changed).toBe(1)
  expect(await workOf()).toEqual([`exam_panel:${added}`])
  expect((await read()).work_changes).toEqual([])
})

it('pays late work of an approved month in the next one, and never twice', async () => {
  await giveRate()
  const paid = await hold(day('2026-10-05'))
  await build()
  await approve()
  const late = await hold(day('2026-10-06'))
  expect((await read()).work_changes).toMatchObject([{ before: null, after: 100 }])
  await build(november)
  expect(await workOf(november)).toEqual([`exam_panel:${late}`])
  expect((await read()).work_changes).toEqual([])
  const reopened = { branch_id, month: october, user_ids: [user_id], note: 'คำนวณผิด' }
  expect((await test.call(payroll.reopen, reopened, 'owner')).status).toBe(200)
  await build()
  expect(await workOf()).toEqual([`exam_panel:${paid}`])
  await build(november)
  expect(await workOf(november)).toEqual([])
  await build()
  expect(await workOf()).toEqual([`exam_panel:${paid}`, `exam_panel:${late}`])
})

it('leaves work of an earlier month that is a draft to that month', async () => {
  await giveRate()
  const session = await hold(day('2026-10-05'))
  await build(november)
  expect(await workOf(november)).toEqual([])
  await build()
  expect(await workOf()).toEqual([`exam_panel:${session}`])
})

it('pays the work of a void month in another one, and restores a void month without it', async () => {
  await giveRate()
  const session = await hold(day('2026-10-05'))
  await build()
  await step('submit', 'hr')
  const call = { branch_id, month: october, user_ids: [user_id], note: 'จัดทำผิดคน' }
  expect((await test.call(payroll.void, call, 'accountant')).status).toBe(403)
  const answer = await test.call(payroll.void, call, 'owner')
  expect([answer.status, answer.data.count]).toEqual([200, 1])
  expect((await test.call(payroll.void, call, 'owner')).status).toBe(409)
  expect((await step('submit', 'hr')).status).toBe(409)
  const { status, return_note, steps, is_editable } = await read()
  expect([status, return_note, steps.at(-1)?.label, is_editable]).toEqual([
    'void',
    call.note,
    'ยกเลิก',
    false,
  ])
  const isListed = async (values: object) =>
    (await test.call(payroll.gettable, { month: october, ...values }, 'hr')).data.some(
      (row) => row.user_id === user_id,
    )
  expect([await isListed({ status: '' }), await isListed({ status: 'void' })]).toEqual([
    false,
    true,
  ])
  expect((await build()).data).toMatchObject({ built: 0, changed: 0 })
  expect((await test.call(payroll.reopen, call, 'owner')).status).toBe(200)
  expect(await read()).toMatchObject({ status: 'draft', revision: 1 })
  // Work that the void month released is not paid before it is certain that no other month pays it.
  expect((await step('submit', 'hr')).body.code).toBe('VALIDATION')
  await build()
  expect(await workOf()).toEqual([`exam_panel:${session}`])
  expect((await step('submit', 'hr')).status).toBe(200)
})

it('protects the work that a submitted month pays, even against statements outside of the calls', async () => {
  await giveRate()
  await hold(day('2026-10-05'))
  await build()
  await step('submit', 'hr')
  await expect(
    test.db.deleteFrom('payroll_work').where('user_id', '=', user_id).execute(),
  ).rejects.toThrow(/not a draft/)
})

it(
  'pays a piece of work once when two months that may pay it are built at once',
  async () => {
    const session = await hold(day('2026-10-06'))
    await inRounds(async () => {
      await test.db.updateTable('employment_period').set({ end: '2025-01-31' }).execute()
      user_id = (await makeEmployee(test, branch_id)).user_id
      await giveRate()
      await build()
      await build(november)
      await step('submit', 'hr')
      await addPanel(test, session, [user_id])
      const returned = { branch_id, month: october, user_ids: [user_id], note: 'แก้ยอด' }
      await Promise.all([
        test.call(payroll.return, returned, 'accountant').then(() => build()),
        build(november),
      ])
      await build()
      const paying = [...(await workOf()), ...(await workOf(november))]
      expect(paying).toEqual([`exam_panel:${session}`])
    })
  },
  raceTimeoutMs,
)

it('adds, corrects and deletes rates, each day and work once, with the version that was seen', async () => {
  const { data: rate } = await giveRate({ role: 'chair' })
  expect(rate).toMatchObject({ item: 'ค่าคุมสอบ', role: 'chair', unit: 'time', version: 1 })
  expect((await giveRate({ role: 'chair' })).body.code).toBe('DUPLICATE')
  expect((await giveRate({ role: 'chair', valid_from: day('2026-10-01') })).status).toBe(200)
  const { user_id: _, ...fields } = rateInput({ role: 'chair', rate: satang(35_000) })
  const key = { payroll_work_rate_id: rate.payroll_work_rate_id, version: 1 }
  const update = (values: object = {}) =>
    test.call(payrollWorkRate.update, { ...key, ...fields, ...values }, 'hr')
  expect((await update({ valid_from: day('2026-10-01') })).body.code).toBe('DUPLICATE')
  expect((await update()).data).toMatchObject({ rate: 35_000, version: 2 })
  expect((await update()).status).toBe(409)
  expect((await test.call(payrollWorkRate.delete, { ...key, version: 2 }, 'hr')).status).toBe(200)
  const { rates, is_editable } = (await test.call(payrollWorkRate.list, { user_id }, 'hr')).data
  expect([rates.length, is_editable]).toEqual([1, true])
})

it('allows nobody to add a rate for themselves, and refuses items that are not income', async () => {
  const own = await giveRate({ user_id: test.school.userId('hr') })
  expect(own.body.code).toBe('OWN_PAY')
  const deduction = {
    name: 'ค่าเสียหาย',
    type: 'deduction',
    category: 'damages',
    posting: 'school_income',
  } as const
  const item = (await test.call(payrollItem.create, deduction, 'admin')).data.list_payroll_id
  expect((await giveRate({ list_payroll_id: item })).body.errors).toMatchObject([
    { path: 'list_payroll_id' },
  ])
})
