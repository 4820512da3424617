import { leaverLink } from '@khapdee/contract/entities/leaver-link'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { makePayrollMonth, makeTaxCertificate } from '../../../test/make/payslip.ts'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'

let test: TestApp
const password = '1100000000016'

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** A person who left, with two payslips and a certificate. */
async function leaver() {
  const branch_id = test.school.branch.KKN
  const { user_id } = await makeEmployee(test, branch_id, {
    status: 'resigned',
    is_active: false,
  })
  await makePayrollMonth(test, user_id, { month: '2026-09' })
  await makePayrollMonth(test, user_id, { month: '2026-10' })
  await makePayrollMonth(test, user_id, { month: '2026-11', status: 'draft' })
  await makeTaxCertificate(test, { user_id, branch_id })
  return user_id
}
const create = (user_id: number, as = 'hr') => test.call(leaverLink.create, { user_id }, as)
const list = async (user_id: number) => (await test.call(leaverLink.list, { user_id }, 'hr')).data
const tokenOf = async (user_id: number) =>
  (await create(user_id)).data.path.slice('/leaver/'.length)
const open = (token: string, typed = password) =>
  test.call(leaverLink.open, { token, password: typed })

it('a leaver opens the last payslip and the certificates with the password, for fourteen days', async () => {
  const user_id = await leaver()
  const { data } = await create(user_id)
  expect(data.hint).not.toContain(password)
  expect(Date.parse(data.expires_at) - test.clock.now().getTime()).toBe(14 * 86_400_000)
  const opened = (await open(data.path.slice('/leaver/'.length), '1-1000-00000-01-6')).data
  expect(opened.documents.map(({ title }) => title)).toEqual([
    'สลิปเงินเดือน ตุลาคม 2569',
    'หนังสือรับรอง 50 ทวิ ปีภาษี 2569',
  ])
  const { bytes } = await test.raw('GET', opened.documents[0]?.pdf ?? '')
  expect(readPdf(bytes)[0]?.text).toContain('ตุลาคม 2569')
  const [link] = await list(user_id)
  expect(link).toMatchObject({ status: 'open', opened_at: expect.any(String) as string })
  const rows = await test.db
    .selectFrom('audit_log')
    .select(['user_id', 'after'])
    .where('entity', '=', 'leaver_link')
    .where('entity_id', '=', String(link?.leaver_link_id))
    .execute()
  expect(new Set(rows.map((row) => row.user_id))).toEqual(
    new Set([test.school.userId('hr'), user_id]),
  )
})

it('discloses nothing without the password, and is locked by the fifth wrong one', async () => {
  const user_id = await leaver()
  const token = await tokenOf(user_id)
  for (let i = 1; i <= 5; i++) {
    const { body } = await open(token, '1100000000017')
    expect(body).toMatchObject({ code: 'PASSWORD' })
    expect(JSON.stringify(body)).not.toContain('มานะ')
  }
  expect((await open(token)).body).toMatchObject({ code: 'LINK' })
  expect(await list(user_id)).toMatchObject([{ status: 'locked' }])
  expect((await open('x'.repeat(32))).body).toMatchObject({ code: 'LINK' })
})

it('a revoked, replaced or expired link opens nothing; nor do the document links that it returned before', async () => {
  const user_id = await leaver()
  const first = await tokenOf(user_id)
  const pdf = (await open(first)).data.documents[1]?.pdf ?? ''
  const second = await tokenOf(user_id)
  expect((await open(first)).body).toMatchObject({ code: 'LINK' })
  expect((await test.raw('GET', pdf)).status).toBe(404)
  const [{ leaver_link_id } = { leaver_link_id: 0 }] = await list(user_id)
  const revoke = (as: string) => test.call(leaverLink.revoke, { leaver_link_id }, as)
  expect((await revoke('manager.bpi')).status).toBe(404)
  expect((await revoke('hr')).status).toBe(200)
  expect((await open(second)).body).toMatchObject({ code: 'LINK' })
  const third = await tokenOf(user_id)
  await test.db
    .updateTable('leaver_link')
    .set({ expires_at: test.clock.now().toISOString() })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .execute()
  expect((await open(third)).body).toMatchObject({ code: 'LINK' })
  expect((await list(user_id)).map(({ status }) => status)).toEqual([
    'expired',
    'revoked',
    'revoked',
  ])
})

it('a link is created only for people who left, whose pay is visible to the user and who have a number for the password', async () => {
  const { user_id } = await makeEmployee(test, test.school.branch.KKN)
  expect((await create(user_id)).body).toMatchObject({ code: 'STATE' })
  const left = await leaver()
  expect((await create(left, 'manager.bpi')).status).toBe(404)
  await test.db.updateTable('user_salary').set({ idcard: '' }).where('user_id', '=', left).execute()
  expect((await create(left)).body).toMatchObject({ code: 'STATE' })
})
