import { payrollFile } from '@khapdee/contract/entities/payroll-file'
import { taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import { zeroSatang } from '@khapdee/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { makePayrollMonth } from '../../../test/make/payslip.ts'
import { race } from '../../../test/race.ts'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

type Month = NonNullable<Parameters<typeof makePayrollMonth>[2]>

/** An employee with approved months, of the branch ขอนแก่น. */
async function paid(months: readonly Month[], values: Parameters<typeof makeEmployee>[2] = {}) {
  const { user_id } = await makeEmployee(test, test.school.branch.KKN, values)
  for (const month of months) await makePayrollMonth(test, user_id, month)
  return user_id
}
const issue = (year: number, user_ids: number[], as = 'hr') =>
  test.call(taxCertificate.issue, { year, user_ids }, as)
const issueOne = async (year: number, user_id: number) => {
  const [certificate] = (await issue(year, [user_id])).data.certificates
  if (certificate === undefined) throw new Error('no certificate was issued')
  return certificate
}
const cancel = (tax_certificate_id: number, as = 'hr') =>
  test.call(taxCertificate.cancel, { tax_certificate_id, note: 'ชื่อไม่ถูกต้อง' }, as)
const list = async (query: object = {}, as = 'hr') =>
  (await test.call(taxCertificate.gettable, taxCertificate.gettable.input.parse(query), as)).answer
const candidates = async (year: number, as = 'hr') =>
  (await test.call(taxCertificate.candidates, { year }, as)).answer.data
const link = async (tax_certificate_id: number, as = 'hr') =>
  (await test.call(taxCertificate.pdf, { tax_certificate_id }, as)).data.pdf
const textOf = async (pdf: string) =>
  readPdf((await test.raw('GET', pdf)).bytes)[0]?.text.replaceAll(/\s+/g, ' ') ?? ''

it('certifies the approved pay of the year of the pay day, and the pay from before the system was used', async () => {
  const user_id = await paid([
    { month: '2020-01' },
    { month: '2020-02' },
    { month: '2020-12', pay_date: '2021-01-05' },
    { month: '2019-12', pay_date: '2020-01-05' },
  ])
  await test.db
    .insertInto('payroll_opening')
    .values([
      { user_id, year: 2020, type: 'earlier_months', regular: 100_000, tax: 1_000, sso: 5_000 },
      { user_id, year: 2020, type: 'previous_employer', regular: 900_000_00 },
    ])
    .execute()
  const { certificate_code, tax_certificate_id } = await issueOne(2020, user_id)
  expect(certificate_code).toMatch(/^WT-KKN-\d{4}-\d{4}$/)
  const text = await textOf(await link(tax_certificate_id))
  for (const expected of [certificate_code, 'นายมานะ ใจดี', '2563 91,843.75 503.74', 'ภ.ง.ด.1ก'])
    expect(text).toContain(expected)
  expect((await list({ month: '2020' })).total).toEqual({ income: 9_184_375, tax: 50_374 })
})

it('a certificate shows its contents at the time of issue after the person has changed, and that the pay of the year has changed', async () => {
  const user_id = await paid([{ month: '2018-01' }])
  const { tax_certificate_id } = await issueOne(2018, user_id)
  expect((await list({ month: '2018' })).data).toMatchObject([{ status: 'valid' }])
  await test.db
    .updateTable('app_user')
    .set({ fname: 'เปลี่ยน' })
    .where('user_id', '=', user_id)
    .execute()
  await makePayrollMonth(test, user_id, { month: '2018-02' })
  expect(await textOf(await link(tax_certificate_id))).toContain('นายมานะ ใจดี')
  const { data } = await list({ month: '2018', status: 'differs' })
  expect(data).toMatchObject([{ income: 3_028_125, present_income: 6_056_250 }])
  expect((await list({ month: '2018', status: 'valid' })).data).toEqual([])
  await expect(
    test.db
      .updateTable('tax_certificate')
      .set({ income: 1 })
      .where('user_id', '=', user_id)
      .execute(),
  ).rejects.toThrow('only cancelled')
})

it('a cancelled certificate keeps its number and shows 0, and another one gets the next number', async () => {
  const user_id = await paid([{ month: '2017-01' }])
  const first = await issueOne(2017, user_id)
  expect((await issue(2017, [user_id])).body).toMatchObject({ code: 'STATE' })
  expect((await cancel(first.tax_certificate_id)).status).toBe(200)
  expect((await cancel(first.tax_certificate_id)).body).toMatchObject({ code: 'STATE' })
  const text = await textOf(await link(first.tax_certificate_id))
  expect(text).toContain(first.certificate_code)
  expect(text).toContain('2560 0.00 0.00')
  const second = await issueOne(2017, user_id)
  const numberOf = (code: string) => Number(code.slice(-4))
  expect(numberOf(second.certificate_code)).toBe(numberOf(first.certificate_code) + 1)
  const { data, total } = await list({ month: '2017' })
  expect(data.map(({ status, cancel_note }) => [status, cancel_note])).toEqual([
    ['valid', ''],
    ['cancelled', 'ชื่อไม่ถูกต้อง'],
  ])
  expect(total.income).toBe(3_028_125)
})

it('a certificate is issued once when two users press at the same time', async () => {
  const user_id = await paid([{ month: '2016-01' }])
  const outcome = await race(issue(2016, [user_id]), issue(2016, [user_id], 'admin'))
  expect(outcome.split(' ').toSorted()).toEqual(['STATE', 'ok'])
})

it('people who cannot get a certificate are skipped with the reason, and the others get theirs', async () => {
  const good = await paid([{ month: '2015-01' }])
  const noNumber = await paid([{ month: '2015-01' }], { fname: 'ไม่มีเลข' })
  await test.db
    .updateTable('user_salary')
    .set({ idcard: '' })
    .where('user_id', '=', noNumber)
    .execute()
  const waiting = await paid([{ month: '2015-01' }, { month: '2015-02', status: 'draft' }])
  const { data } = await issue(2015, [good, noNumber, waiting])
  expect(data.certificates.map(({ user_id }) => user_id)).toEqual([good])
  expect(new Map(data.left_out.map(({ user_id, problem }) => [user_id, problem]))).toEqual(
    new Map([
      [noNumber, 'เลขประจำตัวประชาชนต้องเป็นตัวเลข 13 หลัก'],
      [waiting, 'มีเงินเดือนที่ยังไม่อนุมัติ 1 เดือน'],
    ]),
  )
  expect((await candidates(2015)).map(({ user_id }) => user_id).toSorted()).toEqual(
    [noNumber, waiting].toSorted(),
  )
  expect((await issue(2015, [noNumber])).body.message).toContain('ไม่มีเลข')
})

it('certifies fees of a contractor separately from the salary of the same year', async () => {
  const user_id = await paid([
    { month: '2014-01' },
    { month: '2014-02', pay_as: 'contractor', sso_employee: 0 },
  ])
  await issue(2014, [user_id])
  const { data } = await list({ month: '2014' })
  expect(data.map((row) => [row.return, row.income]).toSorted()).toEqual([
    ['pnd1a', 3_028_125],
    ['pnd3', 3_028_125],
  ])
})

it('agrees with the yearly file of the salaries, with the payslips of the year, and with the pay from before the system was used', async () => {
  const people = [
    await paid([{ month: '2013-01' }, { month: '2013-02' }]),
    await paid([{ month: '2013-01', branch_id: test.school.branch.BPI }]),
    await paid([{ month: '2013-03', bank: '002', bank_acc: '9876543210' }, { month: '2013-04' }]),
  ]
  const earlier = { income: 100_000, tax: 1_000 }
  await test.db
    .insertInto('payroll_opening')
    .values({
      user_id: people[0] ?? 0,
      year: 2013,
      type: 'earlier_months',
      regular: earlier.income,
      tax: earlier.tax,
    })
    .execute()
  await issue(2013, people, 'admin')
  const file = await test.call(
    payrollFile.create,
    { kind: 'pnd1a', month: '2013-12', branch_id: null },
    'admin',
  )
  const slips = await test.db
    .selectFrom('payroll_month')
    .select((eb) => [eb.fn.sum<string>('gross').as('income'), eb.fn.sum<string>('tax').as('tax')])
    .where('month', 'like', '2013-%')
    .executeTakeFirstOrThrow()
  const { data, total } = await list({ month: '2013' }, 'admin')
  expect(total).toEqual({
    income: Number(slips.income) + earlier.income,
    tax: Number(slips.tax) + earlier.tax,
  })
  expect([file.data.count, file.data.total]).toEqual([data.length, total.tax])
})

it('users without the right to see the pay cannot list, issue, print or cancel the certificate', async () => {
  const [KKN, BPI] = [test.school.branch.KKN, test.school.branch.BPI]
  const moved = await paid([
    { month: '2012-01', branch_id: BPI },
    { month: '2012-02', branch_id: KKN },
  ])
  const refused = await issue(2012, [moved], 'manager.kkn')
  expect(refused.body.message).toContain('มีเงินเดือนของสาขาที่คุณไม่มีสิทธิ์เห็น')
  const { tax_certificate_id } = await issueOne(2012, moved)
  const admin = test.school.userId('admin')
  await makePayrollMonth(test, admin, { month: '2012-01', branch_id: KKN })
  await test.db
    .insertInto('user_salary')
    .values({ user_id: admin, idcard: '1100000000016' })
    .execute()
  expect((await issue(2012, [admin])).status).toBe(404)
  for (const as of ['manager.kkn', 'manager.bpi']) {
    expect((await list({ month: '2012' }, as)).data).toEqual([])
    expect((await list({ month: '2012' }, as)).total.income).toBe(zeroSatang)
    expect((await cancel(tax_certificate_id, as)).status).toBe(404)
    const pdf = await test.call(taxCertificate.pdf, { tax_certificate_id }, as)
    expect(pdf.status).toBe(404)
  }
  expect((await candidates(2012, 'manager.kkn')).map(({ user_id }) => user_id)).toEqual([])
  const { session_id } = await test.db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.user_id', 's.user_id')
    .select('session_id')
    .where('username', '=', 'manager.kkn')
    .executeTakeFirstOrThrow()
  const forged = test.services.tokens.signTaxCertificate({
    tax_certificate_id,
    sessionId: session_id,
    printedAt: '2026-11-21T05:00:00Z',
  })
  expect((await test.raw('GET', `/files/tax-certificates/${forged}/x.pdf`)).status).toBe(404)
})

it('the person can open the own certificate until it is cancelled', async () => {
  const as = 'registrar.kkn'
  const user_id = test.school.userId(as)
  await makePayrollMonth(test, user_id, { month: '2011-01' })
  await test.db.insertInto('user_salary').values({ user_id, idcard: '1100000000016' }).execute()
  const { tax_certificate_id } = await issueOne(2011, user_id)
  const other = await issueOne(2011, await paid([{ month: '2011-01' }]))
  const own = async () => (await test.call(taxCertificate.own, {}, as)).data
  expect(await own()).toMatchObject([{ tax_certificate_id, year: 2011 }])
  const open = (asked: number) =>
    test.call(taxCertificate.ownPdf, { tax_certificate_id: asked }, as)
  const { pdf } = (await open(tax_certificate_id)).data
  expect(await textOf(pdf)).toContain('2554 30,281.25 164.58')
  expect((await open(other.tax_certificate_id)).status).toBe(404)
  await cancel(tax_certificate_id)
  expect((await test.raw('GET', pdf)).status).toBe(404)
  expect(await own()).toEqual([])
})
