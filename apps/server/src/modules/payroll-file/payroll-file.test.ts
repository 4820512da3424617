import { payrollFile } from '@khapdee/contract/entities/payroll-file'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodeTis620 } from '@khapdee/domain/tis-620'
import { readWorkbookSheet } from '../../adapters/xlsx/test/read-workbook.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { makePayrollMonth } from '../../../test/make/payslip.ts'

let test: TestApp
let serial = 0
/** A month that no other test uses. */
const newMonth = () => `2027-${String(++serial).padStart(2, '0')}`

beforeAll(async () => {
  test = await startApp()
  await test.db.updateTable('branch').set({ tax_id: '0405561012345' }).execute()
  await test.db.updateTable('payroll_setting').set({ sso_account: '1012345678' }).execute()
})
afterAll(() => test.close())

const make = (input: object, as = 'admin') =>
  test.call(
    payrollFile.create,
    payrollFile.create.input.parse({ branch_id: test.school.branch.KKN, ...input }),
    as,
  )
const open = async (link: string) => (await test.raw('GET', link)).bytes

async function pay(month: string, values: object = {}, person: object = {}) {
  const { user_id } = await makeEmployee(test, test.school.branch.KKN, person)
  await makePayrollMonth(test, user_id, { month, ...values })
  return user_id
}

it('writes transfers to CSV, without cash and without unapproved months', async () => {
  const month = newMonth()
  await pay(month, {}, { fname: 'ก้อง', email: 'kong@example.com' })
  await pay(month, { pay_type: 'cash' })
  await pay(month, { status: 'draft' })
  const { data, message } = (await make({ kind: 'bank_csv', month })).body as never as {
    data: { file: string; count: number; total: number }
    message: string
  }
  expect(message).toContain('ยังไม่อนุมัติ 1 รายการ')
  expect([data.count, data.total]).toEqual([1, 29_241.67])
  expect((await open(data.file)).toString()).toBe(
    '\uFEFF"ลำดับ","รหัสธนาคาร","เลขบัญชี","ชื่อบัญชี","จำนวนเงิน","อีเมล"\r\n' +
      '"1","004","0123456789","ก้อง ใจดี","29241.67","kong@example.com"\r\n',
  )
})

it('writes the records of social security and of ภ.ง.ด.1 in TIS-620', async () => {
  const month = newMonth()
  await pay(month)
  const sso = await open((await make({ kind: 'sso', month })).data.file)
  const [head = '', detail = ''] = decodeTis620(sso).split('\r\n')
  expect([head.length, detail.length]).toEqual([135, 135])
  expect(head.slice(0, 17)).toBe('11012345678000000')
  expect(head.slice(72)).toBe(
    ['0500', '000001', '000000003000000', '00000000175000', '000000087500', '000000087500'].join(
      '',
    ),
  )
  expect(detail.startsWith('21100000000016003มานะ')).toBe(true)
  const pnd1 = decodeTis620(await open((await make({ kind: 'pnd1_text', month })).data.file))
  expect(pnd1).toBe(
    `001|0405561012345|1100000000016|นาย|มานะ|ใจดี|1|28${month.slice(5)}2570|30281.25|164.58|1\r\n`,
  )
})

it('writes separate sheets of employees and of contractors, and of a whole year', async () => {
  const month = newMonth()
  await pay(month, { pay_as: 'contractor', tax: 90_844 }, { fname: 'ช่าง' })
  const user_id = await pay(month, {}, { fname: 'ครู' })
  await makePayrollMonth(test, user_id, { month: '2028-01' })
  await makePayrollMonth(test, user_id, { month: '2028-02' })
  const rowsOf = async (kind: string, of = month) => {
    const { data } = await make({ kind, month: of })
    return JSON.stringify(readWorkbookSheet(await open(data.file)))
  }
  const pnd1 = await rowsOf('pnd1')
  expect(pnd1).toContain('ครู')
  expect(pnd1).not.toContain('ช่าง')
  const pnd3 = await rowsOf('pnd3')
  expect(pnd3).toContain('ช่าง')
  expect(pnd3).toContain('908.44')
  expect(await rowsOf('pnd1a', '2028-02')).toContain('60562.5')
})

it('refuses a file with wrong data, with the problem and the name of the employee', async () => {
  const month = newMonth()
  await pay(month, { bank_acc: '12345' }, { fname: 'José' })
  const refused = await make({ kind: 'bank_csv', month })
  expect(refused.body.errors).toEqual([
    { path: 'kind', message: 'José ใจดี: เลขที่บัญชีต้องเป็นตัวเลข 10 หลัก' },
  ])
  const { body } = await make({ kind: 'sso', month })
  expect(body.message).toBe('นายJosé ใจดี: “José” มีอักขระ “é” ที่ใช้ในไฟล์นี้ไม่ได้')
  expect(
    await test.db.selectFrom('payroll_file').select('kind').where('period', '=', month).execute(),
  ).toEqual([])
  expect((await make({ kind: 'bank_csv', month: newMonth() })).body.code).toBe('STATE')
})

it('reports when a file was made before, and keeps both files with their hashes', async () => {
  const month = newMonth()
  await pay(month)
  const both = await Promise.all([
    make({ kind: 'ewf', month }),
    make({ kind: 'bank_csv', month }),
    make({ kind: 'bank_csv', month }),
  ])
  expect(both.map(({ body }) => body.code ?? 'ok').toSorted()).toEqual([
    'MADE_BEFORE',
    'STATE',
    'ok',
  ])
  const again = await make({ kind: 'bank_csv', month })
  expect(again.status).toBe(409)
  expect(again.body.message).toMatch(/จัดทำไฟล์นี้แล้วเมื่อ .* น\./)
  await pay(month, {}, { fname: 'เพิ่ม' })
  expect((await make({ kind: 'bank_csv', month, again: true })).status).toBe(200)
  const listed = await test.call(
    payrollFile.gettable,
    { ...payrollFile.gettable.input.parse({}), month, category: 'bank_csv' },
    'admin',
  )
  expect(listed.data.map(({ count }) => count)).toEqual([2, 1])
  expect(new Set(listed.data.map(({ sha256 }) => sha256)).size).toBe(2)
})

it('hides files of other branches, and those with people whose pay the caller does not see', async () => {
  const month = newMonth()
  await pay(month)
  const { data } = await make({ kind: 'bank_csv', month }, 'hr')
  const { payroll_file_id } = data
  const reopen = (as: string) => test.call(payrollFile.open, { payroll_file_id }, as)
  expect((await reopen('manager.kkn')).status).toBe(200)
  expect((await reopen('manager.bpi')).status).toBe(404)
  expect((await reopen('registrar.kkn')).status).toBe(403)
  await makePayrollMonth(test, test.school.userId('admin'), { month })
  expect((await reopen('hr')).body.code).toBe('STATE')
  expect((await make({ kind: 'sso', month }, 'hr')).body.message).toContain(
    'ไม่มีสิทธิ์เห็นเงินเดือน 1 รายการ',
  )
  expect((await make({ kind: 'bank_csv', month, again: true })).status).toBe(200)
  expect((await test.raw('GET', data.file)).status).toBe(409)
})
