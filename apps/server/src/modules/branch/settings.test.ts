import { application } from '@khapdee/contract/entities/application'
import { type BranchSettings, branch, branchSettings } from '@khapdee/contract/entities/branch'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeOtherFee } from '../../../test/make/fee.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { signAnHourAgo } from '../../../test/session.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const defaults = branchSettings.parse({})
const texts = {
  receipt_header: 'โรงเรียนสอนขับรถเมืองใหม่\nเปิดทุกวัน 08:00–18:00 น.',
  receipt_footer: 'สอบถามเพิ่มเติม ไลน์ @khapdee',
}

const textOf = async (link: string) => {
  const { status, bytes } = await test.raw('GET', link)
  expect(status).toBe(200)
  return (await readPdf(bytes)).map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
}

async function save(settings: Partial<BranchSettings>) {
  const { KKN: branch_id } = test.school.branch
  const { data } = await test.call(branch.get, { branch_id }, 'admin')
  const values = branch.update.input.strip().parse(data)
  return test.call(branch.update, { ...values, settings: { ...defaults, ...settings } }, 'admin')
}

const sampleOf = async (
  settings: Partial<BranchSettings>,
  promptpay_id = '',
  logo_file_id: number | null = null,
) =>
  test.call(
    branch.sample,
    {
      branch_id: test.school.branch.KKN,
      promptpay_id,
      logo_file_id,
      settings: { ...defaults, ...settings },
    },
    'admin',
  )

describe('settings of a branch', () => {
  it('have defaults when none are stored', async () => {
    const { KKN: branch_id } = test.school.branch
    await sql`update branch set settings = '{"exam_right_days": 60}' where branch_id = ${branch_id}`.execute(
      test.db,
    )
    const answer = await test.call(branch.get, { branch_id }, 'admin')
    expect(answer.body.data.settings).toEqual({ ...defaults, exam_right_days: 60 })
    await save({ exam_right_days: 60, practice_retake_days: 5 })
    const { before, after } = await test.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('call', '=', 'PUT branch/update')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect({ before, after }).toEqual({
      before: { settings: { ...defaults, exam_right_days: 60 } },
      after: { settings: { ...defaults, exam_right_days: 60, practice_retake_days: 5 } },
    })
  })

  it('propose only fees that the branch offers, each for its own purpose', async () => {
    const { BPI: branch_id } = test.school.branch
    const fee = async (values: object) =>
      (await makeOtherFee(test.db, { kind: 'exam', exam_use: 'retake', ...values })).other_fee_id
    const problemOf = async (other_fee_id: number) => {
      const { KKN } = test.school.branch
      const { data } = await test.call(branch.get, { branch_id: KKN }, 'admin')
      const exam_fees = [
        {
          purpose: 'retake' as const,
          kind: 'theory' as const,
          licence_type: 'car' as const,
          other_fee_id,
        },
      ]
      const answer = await test.call(
        branch.update,
        { ...branch.update.input.strip().parse(data), settings: { ...defaults, exam_fees } },
        'admin',
      )
      return answer.status === 200 ? null : answer.body.errors?.[0]
    }
    const path = 'settings.exam_fees.0.other_fee_id'
    const unknown = { path, message: 'ไม่พบรายการนี้ หรือปิดใช้งานแล้ว' }
    expect(await problemOf(await fee({ branch_id }))).toEqual(unknown)
    expect(await problemOf(await fee({ is_activate: false }))).toEqual(unknown)
    expect(await problemOf(await fee({ exam_use: 'move' }))).toEqual({
      path,
      message: 'กรุณาเลือกค่าสอบที่ใช้สำหรับสอบแก้ตัว',
    })
    const offered = await fee({})
    expect(await problemOf(offered)).toBeNull()
    // A chosen fee that is deactivated later does not prevent other changes.
    await test.db
      .updateTable('other_fee')
      .set({ is_activate: false })
      .where('other_fee_id', '=', offered)
      .execute()
    expect(await problemOf(offered)).toBeNull()
    await save({})
  })

  it.each([
    ['exam_right_days', 0],
    ['theory_retake_days', -1],
    ['practice_retake_days', 1.5],
    ['receipt_header', 'ก\nข\nค\nง'],
    ['receipt_header', 'ก'.repeat(201)],
    ['receipt_footer', 'ก'.repeat(121)],
    ['receipt_size', 'A3'],
    ['pass_mark', 45],
  ])('cannot have %s with the value %j', async (name, value) => {
    const { KKN: branch_id } = test.school.branch
    const { data } = await test.call(branch.get, { branch_id }, 'admin')
    const { accessToken } = await test.login('admin')
    const body = {
      ...branch.update.input.strip().parse(data),
      settings: { ...defaults, [name]: value },
    }
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await test.raw('PUT', branch.update.path, body, headers)
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, `settings.${name}`])
    expect(answer.body.message).toMatch(/[ก-๙]/)
  })
})

describe('the header and footer of documents', () => {
  const register = () =>
    test.call(application.create, applicationInput(test.school), 'registrar.kkn')

  it('are those of the branch on documents issued after the change', async () => {
    await save({})
    const { data: before } = await register()
    await save(texts)
    const { data: after } = await register()
    expect(await textOf(before.pdf)).not.toContain('เมืองใหม่')
    const text = await textOf(after.pdf)
    for (const line of [...texts.receipt_header.split('\n'), texts.receipt_footer, 'เมืองขอนแก่น']) {
      expect(text).toContain(line)
    }
  })

  it('can omit the name and address of the branch, but not its tax number', async () => {
    await test.db.updateTable('branch').set({ tax_id: '0405500000001', address: '99/12' }).execute()
    const shown = await textOf((await sampleOf(texts)).data.pdf)
    expect(shown).toContain('เมืองขอนแก่น')
    expect(shown).toContain('99/12')
    const hidden = await textOf(
      (await sampleOf({ ...texts, receipt_header_address: false })).data.pdf,
    )
    expect(hidden).not.toMatch(/สาขาเมืองขอนแก่น|99\/12/)
    expect(hidden).toContain('0-4055-00000-00-1')
    // The setting is ignored without header lines, because the document would have no header at
    // all.
    expect(await textOf((await sampleOf({ receipt_header_address: false })).data.pdf)).toContain(
      '99/12',
    )
  })
})

describe('branch/sample', () => {
  it.each(['A4', 'A5', '80mm'] as const)(
    'prints size %s, marked as a sample, and saves nothing',
    async (size) => {
      const { KKN: branch_id } = test.school.branch
      const stored = await test.call(branch.get, { branch_id }, 'admin')
      const header = `${'หัวเอกสารยาว '.repeat(5)}\n${'ก'.repeat(60)}\n${'ข'.repeat(60)}`
      const settings = { ...texts, receipt_header: header, receipt_size: size }
      const { data } = await sampleOf(settings, '0812345678')
      const answer = await test.raw('GET', data.pdf)
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(await readPdf(answer.bytes)).toHaveLength(1)
      const text = await textOf(data.pdf)
      expect(text).toContain('ตัวอย่าง')
      expect(text).toContain('RE-KKN-0000-0000')
      expect(text).toContain(texts.receipt_footer)
      expect(text).toContain('พร้อมเพย์')
      expect(await test.call(branch.get, { branch_id }, 'admin')).toMatchObject({
        data: stored.data,
      })
    },
  )

  it('shows the unmasked ID number only when the setting is on', async () => {
    expect(await textOf((await sampleOf({})).data.pdf)).toContain('1-1000-xxxxx-01-6')
    const unmasked = (await sampleOf({ receipt_full_idcard: true })).data.pdf
    expect(await textOf(unmasked)).toContain('1-1000-00000-01-6')
  })

  it('requires a visible branch, and returns a link that expires', async () => {
    const { tokens } = test.services
    const unknown = { branch_id: 999_999, promptpay_id: '', logo_file_id: null, settings: defaults }
    expect((await test.call(branch.sample, unknown, 'admin')).status).toBe(404)
    const link = {
      ...unknown,
      branch_id: test.school.branch.KKN,
      printedAt: '2026-11-21T03:00:00Z',
    }
    const open = async (token: string) =>
      (await test.raw('GET', `/files/samples/${token}/sample.pdf`)).status
    expect(await open(tokens.signSample(link))).toBe(200)
    expect(await open(signAnHourAgo(() => tokens.signSample(link)))).toBe(404)
    const document = tokens.signDocument({ documents: [1], mark: 'copy', printedAt: '' })
    expect(await open(document)).toBe(404)
  })
})

it('returns a PromptPay QR code for testing an id', async () => {
  const { data } = await test.call(branch.promptpay, { promptpay_id: '0812345678' }, 'admin')
  expect(data.size).toBeGreaterThan(20)
  expect((await test.call(branch.promptpay, { promptpay_id: '' }, 'admin')).status).toBe(404)
})
