import { application } from '@khapdee/contract/entities/application'
import { branch, branchSettings } from '@khapdee/contract/entities/branch'
import { audit } from '@khapdee/contract/entities/audit'
import { school } from '@khapdee/contract/entities/school'
import type { InputOf } from '@khapdee/contract/endpoint'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { png } from '../../../test/make/file.ts'
import { usernames } from '../../../test/make/school.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'
import { upload } from '../../../test/make/upload.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const defaults = {
  name: 'โรงเรียนสอนขับรถเดิม',
  name_en: '',
  logo_file_id: null,
  form_idcard: 'branch',
  receipt_idcard: 'branch',
} as const
type Values = Omit<InputOf<typeof school.update>, 'version'>

const read = async () => (await test.call(school.get, {}, 'admin')).data
const save = async (values: Partial<Values>, as = 'admin') =>
  test.call(school.update, { ...defaults, ...values, version: (await read()).version }, as)
const register = async () =>
  (await test.call(application.create, applicationInput(test.school), 'registrar.kkn')).data

async function open(link: string) {
  const { status, bytes } = await test.raw('GET', link)
  expect(status).toBe(200)
  return bytes
}
const textOf = async (link: string) =>
  (await readPdf(await open(link))).map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
const formText = async (application_id: number) =>
  textOf((await test.call(application.pdf, { application_id }, 'admin')).data.pdf)

beforeEach(() => save({}))

describe('the settings of the school', () => {
  it('are read and changed by administrator and owner, and by no other role', async () => {
    for (const username of usernames) {
      const isAllowed = ['admin', 'owner'].includes(username)
      const answers = [await test.call(school.get, {}, username), await save({}, username)]
      expect([username, ...answers.map(({ status }) => status)]).toEqual([
        username,
        ...(isAllowed ? [200, 200] : [403, 403]),
      ])
    }
  })

  it('are not changed with a stale version', async () => {
    const { version } = await read()
    await save({ name: 'โรงเรียนใหม่' })
    const late = await test.call(school.update, { ...defaults, name: 'ช้า', version }, 'admin')
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT'])
    expect(await read()).toMatchObject({ name: 'โรงเรียนใหม่', version: version + 1 })
  })

  it('require a Thai name', async () => {
    const wire = { ...defaults, name: '  ', version: (await read()).version }
    const headers = await bearerOf(test, 'admin')
    const { status, body } = await sendWire(test, school.update, wire, headers)
    expect([status, body.errors[0]]).toEqual([400, { path: 'name', message: 'กรุณากรอกชื่อโรงเรียน' }])
  })

  it('are audited with Thai labels', async () => {
    await save({ name: 'โรงเรียนใหม่', receipt_idcard: 'full' })
    const { data } = await test.call(audit.gettable, {}, 'admin')
    expect(data[0]).toMatchObject({
      action: 'แก้ไขการตั้งค่าโรงเรียน',
      entity: 'โรงเรียน',
      changes: [
        { label: 'ชื่อโรงเรียน', before: defaults.name, after: 'โรงเรียนใหม่' },
        {
          label: 'เลขบัตรบนใบเสร็จและใบคืนเงิน',
          before: 'ตามที่ตั้งไว้ในสาขา',
          after: 'เลขเต็ม',
        },
      ],
    })
  })
})

describe('printed documents', () => {
  it('show the school names at the time of issue on receipts, and the current ones on forms', async () => {
    const before = await register()
    await save({ name: 'โรงเรียนสอนขับรถใหม่', name_en: 'New Driving School' })
    const after = await register()
    for (const text of [await textOf(after.pdf), await formText(after.application_id)]) {
      expect(text).toContain('โรงเรียนสอนขับรถใหม่')
      expect(text).toContain('New Driving School')
    }
    const receipt = await textOf(before.pdf)
    expect(receipt).toContain(defaults.name)
    expect(receipt).not.toContain('New Driving School')
    expect(await formText(before.application_id)).toContain('New Driving School')
  })

  it.each([
    ['form_idcard', 'full', true, false],
    ['receipt_idcard', 'full', false, true],
    ['form_idcard', 'branch', false, false],
  ] as const)(
    'show the complete ID number only where the setting %s = %s allows it',
    async (field, mode, form, receipt) => {
      await save({ [field]: mode })
      const registered = await register()
      const masked = /\d-\d{4}-xxxxx-\d\d-\d/
      expect(masked.test(await formText(registered.application_id))).toBe(!form)
      expect(masked.test(await textOf(registered.pdf))).toBe(!receipt)
    },
  )

  it('have the default logo where the branch has none, also on a sample', async () => {
    const { file_id: logo_file_id } = await upload(test, 'admin', png(40, 20))
    expect((await save({ logo_file_id })).data.logo_link).not.toBeNull()
    const { pdf } = await register()
    const { KKN: branch_id } = test.school.branch
    const settings = branchSettings.parse({})
    const input = { branch_id, promptpay_id: '', logo_file_id: null, settings }
    const sample = (await test.call(branch.sample, input, 'admin')).data.pdf
    await save({})
    const without = await register()
    const hasLogo = async (link: string) => (await open(link)).includes('/Subtype /Image')
    expect([await hasLogo(pdf), await hasLogo(without.pdf)]).toEqual([true, false])
    await save({ logo_file_id })
    expect(await hasLogo(sample)).toBe(true)
  })
})
