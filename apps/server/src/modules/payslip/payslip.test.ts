import { payslip } from '@khapdee/contract/entities/payslip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { makePayrollMonth } from '../../../test/make/payslip.ts'
import { partsOf } from '../../../test/payslip-parts.ts'

let test: TestApp
const month = '2026-10'

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const textsOf = (bytes: Uint8Array) =>
  readPdf(bytes).map(({ text }) => text.replaceAll(/\s+/g, ' '))
const open = async (link: string) => (await test.raw('GET', link)).bytes
const print = (user_id: number, as = 'hr') => test.call(payslip.pdf, { user_id, month }, as)

async function makePaid(values: Parameters<typeof makePayrollMonth>[2] = {}) {
  const { user_id } = await makeEmployee(test, values.branch_id ?? test.school.branch.KKN)
  return { user_id, ...(await makePayrollMonth(test, user_id, values)) }
}

it('a payslip has the lines of an approved month and the sums of the year', async () => {
  const { user_id, payslip_code } = await makePaid()
  await makePayrollMonth(test, user_id, { month: '2026-09' })
  await makePayrollMonth(test, user_id, { month: '2026-08', status: 'draft' })
  await makePayrollMonth(test, user_id, { month: '2026-11' })
  await test.db
    .insertInto('payroll_opening')
    .values([
      { user_id, year: 2026, type: 'earlier_months', regular: 100_000, tax: 1_000, sso: 5_000 },
      { user_id, year: 2026, type: 'previous_employer', regular: 900_000_00 },
      { user_id, year: 2025, type: 'earlier_months', regular: 900_000_00 },
    ])
    .execute()
  const { data } = await print(user_id)
  expect(data.hint).toBe('')
  const [text, ...more] = textsOf(await open(data.pdf))
  expect(more).toEqual([])
  for (const expected of [
    payslip_code,
    'งวด ตุลาคม 2569',
    'นายมานะ ใจดี',
    '1.5 ชั่วโมง × 187.50',
    'เงินได้สุทธิ 29,241.67',
    'ธนาคารกสิกรไทย',
    '0123456789',
    // Two months of 30,281.25 and 1,000.00 before the system was used.
    '61,562.50 339.16 1,800.00',
  ]) {
    expect(text).toContain(expected)
  }
})

it('a payslip is refused before approval, to other branches, to users without the permission, and for an employee with a higher role', async () => {
  const draft = await makePaid({ status: 'draft' })
  expect((await print(draft.user_id)).body).toMatchObject({ code: 'STATE' })
  const paid = await makePaid()
  expect((await print(paid.user_id, 'manager.kkn')).status).toBe(200)
  expect((await print(paid.user_id, 'manager.bpi')).status).toBe(404)
  expect((await print(paid.user_id, 'registrar.kkn')).status).toBe(403)
  const admin = test.school.userId('admin')
  await makePayrollMonth(test, admin)
  expect((await print(admin)).status).toBe(404)
})

it('every employee gets the own payslip, once it is approved', async () => {
  const as = 'registrar.kkn'
  const own = (asked = month) => test.call(payslip.own, { month: asked }, as)
  expect((await own()).status).toBe(404)
  const user_id = test.school.userId(as)
  await makePayrollMonth(test, user_id, { month: '2026-11', status: 'draft' })
  expect((await own('2026-11')).status).toBe(404)
  const { payslip_code } = await makePayrollMonth(test, user_id)
  expect(textsOf(await open((await own()).data.pdf))[0]).toContain(payslip_code)
})

it('a link opens only while its session may see the payslip', async () => {
  const { user_id } = await makePaid()
  const { pdf } = (await print(user_id, 'manager.kkn')).data
  expect((await test.raw('GET', pdf)).status).toBe(200)
  expect((await test.raw('GET', pdf.replace('/payslips/', '/payslips-of-month/'))).status).toBe(404)
  await test.db
    .updateTable('app_user')
    .set({ role_id: test.school.role('admin') })
    .where('user_id', '=', user_id)
    .execute()
  expect((await test.raw('GET', pdf)).status).toBe(404)
})

it('a payslip is locked with the kind of password that the school chose, and its hint does not disclose the password', async () => {
  await test.db.updateTable('school').set({ payslip_password: 'birthday' }).execute()
  const { user_id } = await makePaid()
  expect((await print(user_id)).body).toMatchObject({
    code: 'STATE',
    message: 'ยังไม่มีวันเกิดของพนักงาน จึงล็อกสลิปเงินเดือนไม่ได้',
  })
  await test.db
    .updateTable('app_user')
    .set({ birthday: '1987-03-09' })
    .where('user_id', '=', user_id)
    .execute()
  const { data } = await print(user_id)
  expect(data.hint).toContain('วันเกิดของพนักงาน 8 หลัก')
  expect(JSON.stringify(data)).not.toContain('09032530')
  expect(Buffer.from(await open(data.pdf)).includes('/Encrypt')).toBe(true)
  await test.db.updateTable('school').set({ payslip_password: 'none' }).execute()
})

it('all payslips of a month are one file, whose answer counts the finished ones', async () => {
  const month = '2026-05'
  const branch_id = test.school.branch.BPI
  const people = []
  for (let i = 0; i < 27; i++) people.push(await makePaid({ month, branch_id }))
  await makePaid({ month, branch_id, status: 'draft' })
  await makePaid({ month })
  const many = (branch: string, as: string) => test.call(payslip.many, { branch, month }, as)
  const { data } = await many(String(branch_id), 'hr')
  expect(data.count).toBe(27)
  const { finished, file } = partsOf(Buffer.from(await open(data.file)))
  expect(finished).toEqual([25, 27, 27])
  const pages = textsOf(file)
  expect(pages).toHaveLength(27)
  for (const { payslip_code } of people)
    expect(pages.filter((text) => text.includes(payslip_code))).toHaveLength(1)
  expect((await many('all', 'manager.kkn')).data.count).toBe(1)
  expect((await many(String(branch_id), 'manager.kkn')).status).toBe(404)
  expect((await test.call(payslip.many, { branch: 'all', month: '2024-01' }, 'hr')).body.code).toBe(
    'STATE',
  )
})
