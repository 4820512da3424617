import { audit } from '@khapdee/contract/entities/audit'
import { payroll } from '@khapdee/contract/entities/payroll'
import { payrollOpening } from '@khapdee/contract/entities/payroll-opening'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'

let test: TestApp
let branch_id: number
let user_id: number
const month = '2026-07'
const baht = (value: number) => satang(Math.round(value * 100))

beforeAll(async () => {
  test = await startApp({ now: '2026-11-21T03:00:00Z' })
  branch_id = test.school.branch.KKN
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.updateTable('employment_period').set({ end: '2025-01-31' }).execute()
  user_id = (await makeEmployee(test, branch_id)).user_id
})

const sums = (values: object = {}) => ({
  year: 2026,
  type: 'earlier_months' as const,
  regular: baht(600_000),
  tax: baht(5_000),
  sso: baht(5_250),
  ...values,
})
const record = (values: object = {}, as = 'hr') =>
  test.call(payrollOpening.create, { user_id, ...sums(values) }, as)
const build = () => test.call(payroll.build, { branch_id, month }, 'hr')
const read = async () => {
  const { data, detail } = (await test.call(payroll.user, { user_id, month }, 'hr')).answer
  return { tax: data.deduction.find(({ source }) => source === 'tax')?.amount, detail }
}

it.each([
  // 720,000 − 100,000 − 70,500 = 549,500, of which the tax is 34,925; less 5,000, in 6 payments.
  ['months before the school began', {}, 4_987.5, 620_000],
  // The other employer certifies this income, which is not part of the yearly figures here.
  ['another employer', { type: 'previous_employer' }, 4_987.5, 20_000],
  // The same with 100,000 of it irregular: the tax of the year is the same.
  ['irregular income', { regular: baht(500_000), irregular: baht(100_000) }, 4_987.5, 620_000],
  // 220,000 − 100,000 − 60,000 − 10,500 = 49,500 is free of tax; the yearly return claims back what was withheld.
  ['little income', { regular: baht(100_000) }, 0, 120_000],
  ['another year', { year: 2025 }, 0, 20_000],
])('computes the tax of July with the sums of %s', async (_, values, tax, income) => {
  await record(values)
  await build()
  const { detail, ...shown } = await read()
  expect(shown.tax).toBe(baht(tax))
  expect(detail).toMatchObject({ year: 2026, income: baht(income) })
})

it('proposes another tax after the sums are corrected or deleted, and audits these changes without the amounts', async () => {
  const { data: stored } = await record()
  await build()
  const key = { payroll_opening_id: stored.payroll_opening_id, version: 1 }
  const corrected = { ...key, ...sums({ tax: baht(11_000) }) }
  expect((await test.call(payrollOpening.update, corrected, 'hr')).data).toMatchObject({
    version: 2,
  })
  expect((await test.call(payrollOpening.update, corrected, 'hr')).status).toBe(409)
  expect((await build()).data.differences).toMatchObject([
    { name: 'ภาษีหัก ณ ที่จ่าย', before: baht(4_987.5), after: baht(3_987.5) },
  ])
  expect((await test.call(payrollOpening.delete, { ...key, version: 2 }, 'hr')).status).toBe(200)
  await build()
  expect((await read()).tax).toBe(0)
  const entries = await test.call(audit.gettable, { type: 'payroll_opening' }, 'admin')
  expect(entries.body.data.length).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(entries.body)).not.toMatch(/600,?000|11,?000/)
})

it('refuses a second row of a year and type, more tax than income, a later year, and a row of the caller', async () => {
  expect((await record()).status).toBe(200)
  expect((await record()).body.code).toBe('DUPLICATE')
  expect(
    (await record({ type: 'previous_employer', tax: baht(600_001) })).body.errors,
  ).toMatchObject([{ path: 'tax' }])
  expect((await record({ year: 2027 })).body.errors).toMatchObject([{ path: 'year' }])
  expect((await record({ user_id: test.school.userId('hr') })).body.code).toBe('OWN_PAY')
  expect((await record({}, 'registrar.kkn')).status).toBe(403)
  const list = await test.call(payrollOpening.list, { user_id }, 'hr')
  expect(list.data).toMatchObject({ openings: [sums({ irregular: 0 })], is_editable: true })
  expect((await test.call(payrollOpening.list, { user_id }, 'manager.bpi')).status).toBe(404)
})
