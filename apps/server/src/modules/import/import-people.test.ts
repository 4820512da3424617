/** Import of employees and customers: passwords, roles, pay, ID numbers. */
import { randomUUID } from 'node:crypto'
import { imports } from '@khapdee/contract/entities/import'
import { user } from '@khapdee/contract/entities/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeCustomer } from '../../../test/make/customer.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { csvFile, xlsxFile } from '../../../test/make/sheet.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Calls = (typeof imports)[keyof typeof imports]
const previewOf = async ({ preview }: Calls, file: Uint8Array, as: string) =>
  (await test.call(preview, { file }, as)).data
async function importFile(calls: Calls, file: Uint8Array, as: string, headers = {}) {
  const { digest } = await previewOf(calls, file, as)
  return test.call(calls.confirm, { file, digest }, as, headers)
}
const messages = ({ rows }: Awaited<ReturnType<typeof previewOf>>) =>
  rows.map(({ errors }) => errors.map(({ message }) => message))

describe('employees', () => {
  const { employee: calls } = imports
  const heads = ['ชื่อผู้ใช้', 'คำนำหน้า', 'ชื่อ', 'นามสกุล', 'บทบาท', 'สาขา']
  const person = (username: string, role = 'พนักงานทั่วไป', branch = 'KKN') => [
    username,
    'นาย',
    'มานะ',
    username,
    role,
    branch,
  ]
  const fileOf = (...people: string[][]) => csvFile([heads, ...people])

  it('returns the initial passwords of new employees once and does not store them', async () => {
    const file = fileOf(person('import.one'), person('Import.Two'))
    const key = { 'idempotency-key': randomUUID() }
    const { digest } = await previewOf(calls, file, 'hr')
    const send = () => test.call(calls.confirm, { file, digest }, 'hr', key)
    const { data } = await send()
    expect(data.passwords).toEqual([
      { username: 'import.one', name: 'นายมานะ import.one', first_password: expect.any(String) },
      { username: 'import.two', name: 'นายมานะ Import.Two', first_password: expect.any(String) },
    ])
    const [{ username = '', first_password = '' } = {}] = data.passwords
    const { data: session } = await test.call(user.login, { username, password: first_password })
    expect(session.userData.must_change_password).toBe(true)
    // The repeated call has the same answer without the passwords.
    const again = await send()
    expect(again.data).toEqual({ ...data, passwords: [] })
    const keys = await test.db.selectFrom('idempotency_key').selectAll().execute()
    expect(JSON.stringify(keys)).not.toContain(first_password)
    const trail = await test.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(trail)).not.toContain(first_password)
  })

  it('updates employees by user name and keeps values that are not in the file', async () => {
    const { username, user_id } = await makeEmployee(test, test.school.branch.KKN, {
      nickname: 'นะ',
      phone_1: '0811111111',
    })
    const file = csvFile([
      [...heads, 'โทรศัพท์มือถือ', 'วันที่เริ่มงาน', 'วันหยุดประจำสัปดาห์', 'เงินเดือน', 'ธนาคาร'],
      [...person(username), '822222222', '1 ก.พ. 69', 'จันทร์,อาทิตย์', '15,000', 'ธนาคารกสิกรไทย'],
    ])
    const plan = await previewOf(calls, file, 'hr')
    expect(plan.rows[0]).toMatchObject({
      state: 'changed',
      id: user_id,
      before: { 6: '', 7: '', 8: '081-111-1111', 9: '20,000.00', 10: '' },
    })
    const done = await importFile(calls, file, 'hr')
    expect([done.status, done.data.passwords]).toEqual([200, []])
    const stored = await test.db
      .selectFrom('app_user')
      .selectAll()
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({
      nickname: 'นะ',
      phone_1: '0822222222',
      start_date: '2026-02-01',
      day_off: ['monday', 'sunday'],
    })
    const pay = await test.db
      .selectFrom('user_salary')
      .selectAll()
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    expect(pay).toMatchObject({ salary: 1_500_000, bank: '004', idcard: '1100000000016' })
    expect((await previewOf(calls, file, 'hr')).counts.same).toBe(1)
  })

  it('refuses to assign a role with more rights than the caller, and to change an employee with such a role', async () => {
    const plan = await previewOf(
      calls,
      fileOf(
        person('import.boss', 'ผู้ดูแลระบบ'),
        person('import.none', 'ไม่มีบทบาทนี้'),
        person('admin', 'ผู้ดูแลระบบ'),
        person('import.far', 'พนักงานทั่วไป', 'BPI'),
      ),
      'manager.kkn',
    )
    expect(messages(plan)).toEqual([
      ['กำหนดบทบาทที่มีสิทธิ์มากกว่าของตนเองไม่ได้'],
      ['ไม่พบบทบาทนี้'],
      ['ชื่อผู้ใช้ นี้มีในระบบแล้ว'],
      [expect.stringMatching(/^ไม่พบสาขานี้/)],
    ])
    expect(messages(await previewOf(calls, fileOf(person('admin', 'ผู้ดูแลระบบ')), 'hr'))).toEqual([
      ['คุณไม่มีสิทธิ์แก้ไขผู้ดูแลระบบ'],
    ])
  })

  it("refuses to deactivate an employee with more rights than the caller, or to change that employee's pay", async () => {
    const role_id = test.school.role('owner')
    const { username } = await makeEmployee(test, test.school.branch.KKN, { role_id })
    const planOf = (head: string, value: string, role = 'ผู้บริหาร') =>
      previewOf(
        calls,
        csvFile([
          [...heads, head],
          [...person(username, role), value],
        ]),
        'hr',
      )
    const message = 'ผู้ใช้งานนี้มีสิทธิ์มากกว่าของคุณ จึงจัดการบัญชีของผู้ใช้งานนี้ไม่ได้'
    expect(messages(await planOf('เข้าสู่ระบบได้', 'ปิดใช้งาน'))).toEqual([[message]])
    expect(messages(await planOf('ชื่อเล่น', '', 'พนักงานทั่วไป'))).toEqual([[message]])
    expect(messages(await planOf('ชื่อเล่น', 'ใหญ่'))).toEqual([[]])
    expect(messages(await planOf('เงินเดือน', '99999'))).toEqual([[message]])
  })

  it('refuses a salary column from a caller who may not view salaries', async () => {
    const file = csvFile([
      [...heads, 'เงินเดือน'],
      [...person('import.pay'), '1'],
    ])
    const { role_id } = await test.db
      .selectFrom('app_user')
      .select('role_id')
      .where('username', '=', 'manager.bpi')
      .executeTakeFirstOrThrow()
    await test.db
      .deleteFrom('role_permission')
      .where('role_id', '=', role_id)
      .where('permission', '=', 'user.view-salary')
      .execute()
    test.services.access.clearCache()
    const { status, body } = await test.call(calls.preview, { file }, 'manager.bpi')
    expect([status, body.message]).toEqual([400, expect.stringMatching(/ไม่มีสิทธิ์.*“เงินเดือน”/)])
  })

  it('ends the sessions of deactivated employees, but refuses to deactivate the caller', async () => {
    const deactivation = (username: string) =>
      csvFile([
        [...heads, 'เข้าสู่ระบบได้'],
        [...person(username, username === 'hr' ? 'เจ้าหน้าที่บุคคล' : 'พนักงานทั่วไป'), 'ปิดใช้งาน'],
      ])
    const { username, user_id } = await makeEmployee(test, test.school.branch.KKN)
    await test.login(username)
    expect((await importFile(calls, deactivation(username), 'hr')).status).toBe(200)
    const open = await test.db
      .selectFrom('session')
      .select('session_id')
      .where('user_id', '=', user_id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([])
    const own = await importFile(calls, deactivation('hr'), 'hr')
    expect([own.status, own.body.message]).toEqual([409, expect.stringMatching(/^บรรทัดที่ 2: /)])
  })
})

describe('customers', () => {
  const { customer: calls } = imports
  const heads = [
    'เลขประจำตัวประชาชน',
    'เลขที่หนังสือเดินทาง',
    'คำนำหน้า',
    'ชื่อ',
    'นามสกุล',
    'โทรศัพท์มือถือ',
    'วันเกิด',
  ]
  const find = (idcard: string) =>
    test.db.selectFrom('customer').selectAll().where('idcard', '=', idcard).executeTakeFirst()

  it('reads ID and telephone numbers as Excel converts them', async () => {
    const file = await xlsxFile(heads, [
      [1_100_000_000_024, '', 'นาง', 'สมศรี', 'ใจดี', 812_345_678, 35_000],
      ['', 'aa1234567', 'Mr.', 'John', 'Doe', '081-234-5678', '21/11/2540'],
    ])
    const plan = await previewOf(calls, file, 'registrar.kkn')
    expect(plan.rows.map(({ cells }) => cells[0])).toEqual(['1-1000-xxxxx-02-4', ''])
    expect(plan.counts).toMatchObject({ new: 2, wrong: 0 })
    expect((await importFile(calls, file, 'registrar.kkn')).status).toBe(200)
    expect(await find('1100000000024')).toMatchObject({
      phone_1: '0812345678',
      birthday: '1995-10-28',
      is_foreigner: false,
      branch_id: test.school.branch.KKN,
    })
    const foreigner = await test.db
      .selectFrom('customer')
      .selectAll()
      .where('passport', '=', 'AA1234567')
      .executeTakeFirst()
    expect(foreigner).toMatchObject({ is_foreigner: true, birthday: '1997-11-21' })
    expect((await previewOf(calls, file, 'registrar.kkn')).counts.same).toBe(2)
  })

  it('checks customers by the rules of the registration form', async () => {
    const plan = await previewOf(
      calls,
      csvFile([
        heads,
        ['1100000000017', '', 'นาย', 'ก', 'ข', '0812345678', ''],
        ['', '', 'นาย', 'ก', 'ข', '0812345678', ''],
        ['1.1E+12', '', 'นาย', 'ก', 'ข', '123', '31/04/2540'],
      ]),
      'registrar.kkn',
    )
    expect(messages(plan)).toEqual([
      ['เลขประจำตัวประชาชนไม่ถูกต้อง กรุณาตรวจสอบ'],
      ['กรุณากรอกเลขประจำตัวประชาชน'],
      [
        expect.stringMatching(/^Excel ย่อเลขนี้/),
        'รูปแบบวันที่ไม่ถูกต้อง (วว/ดด/ปปปป)',
        'กรุณากรอกหมายเลขโทรศัพท์ให้ถูกต้อง',
      ],
    ])
  })

  it('finds customers by ID number, updates their values and increments the version', async () => {
    const { customer_id, idcard, prefix, fname, sname } = await makeCustomer(
      test.db,
      test.school.branch.KKN,
    )
    const file = csvFile([heads, [idcard, '', prefix, fname, sname, '0899999999', '']])
    const plan = await previewOf(calls, file, 'registrar.kkn')
    expect(plan.rows[0]).toMatchObject({ state: 'changed', before: { 6: '081-234-5678' } })
    expect((await importFile(calls, file, 'registrar.kkn')).status).toBe(200)
    expect(await find(idcard)).toMatchObject({
      customer_id,
      phone_1: '0899999999',
      birthday: '2000-01-15',
      version: 2,
    })
  })

  it('neither shows nor changes customers of another branch', async () => {
    const { idcard, passport } = await makeCustomer(test.db, test.school.branch.BPI, {
      fname: 'ลับมาก',
    })
    const plan = await previewOf(
      calls,
      csvFile([heads, [idcard, passport, 'นาย', 'ก', 'ข', '0812345678', '']]),
      'registrar.kkn',
    )
    expect(messages(plan)).toEqual([['ผู้สมัครเลขนี้มีอยู่แล้วในสาขาอื่น']])
    expect(JSON.stringify(plan)).not.toContain('ลับมาก')
  })
})
