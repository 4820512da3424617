/** Tests the set-up list of a new school, and that receipts require a complete head. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { type BranchSettings, branch } from '@khapdee/contract/entities/branch'
import { setup } from '@khapdee/contract/entities/setup'
import type { SetupStep } from '@khapdee/domain/setup/steps'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const key = () => ({ 'idempotency-key': randomUUID() })
const doneSteps = async (): Promise<SetupStep[]> => {
  const { data } = await test.call(setup.get, {}, 'admin')
  return data.steps.flatMap(({ step, done }) => (done ? [step] : []))
}
const storedBranch = async () =>
  (await test.call(branch.get, { branch_id: test.school.branch.KKN }, 'admin')).data
/** Changes the branch Khon Kaen. */
async function changeBranch(
  values: Partial<InputOf<typeof branch.update>>,
  settings: Partial<BranchSettings> = {},
): Promise<void> {
  const stored = branch.update.input.strip().parse(await storedBranch())
  const changed = { ...stored, ...values, settings: { ...stored.settings, ...settings } }
  const { status } = await test.call(branch.update, changed, 'admin')
  expect(status).toBe(200)
}

describe('the set-up list', () => {
  it('shows a step as done once the data shows it', async () => {
    expect(await doneSteps()).toEqual(['branch', 'courses', 'people'])
    await test.call(setup.receipt, { branch_id: test.school.branch.KKN }, 'admin')
    expect(await doneSteps()).toContain('receipt')
    const input = applicationInput(test.school, {
      course: [{ course_id: test.school.course.car, ...lineInput(600_000) }],
    })
    await test.call(application.create, input, 'registrar.kkn', key())
    expect(await doneSteps()).toContain('registration')
  })

  it('names the branch with missing data, until its hours and PromptPay number are stored', async () => {
    const { data } = await test.call(setup.get, {}, 'admin')
    expect(data.branch_id).toBe(test.school.branch.KKN)
    await changeBranch(
      {},
      { opening_hours: [{ weekday: 'monday', opens: '08:00', closes: '17:00' }] },
    )
    const after = await test.call(setup.get, {}, 'admin')
    expect(after.data.branch_id).toBe(test.school.branch.BPI)
    expect((await storedBranch()).settings.opening_hours).toHaveLength(1)
  })

  it('stores skipped steps once each in their order, and its dismissal', async () => {
    const skipped: SetupStep[] = ['hours', 'school', 'hours']
    const { data } = await test.call(setup.update, { dismissed: true, skipped }, 'admin')
    expect(data.dismissed).toBe(true)
    expect(data.steps.flatMap((row) => (row.skipped ? [row.step] : []))).toEqual([
      'school',
      'hours',
    ])
  })
})

describe('a receipt', () => {
  const register = (paid: number) =>
    test.call(
      application.create,
      applicationInput(test.school, {
        course: [
          {
            course_id: test.school.course.car,
            ...lineInput(600_000, { paid: satang(paid) }),
          },
        ],
      }),
      'registrar.kkn',
      key(),
    )

  it('is refused while the head lacks address or tax number, also for a balance, and nothing is stored', async () => {
    const unpaid = await register(0)
    await changeBranch({ tax_id: '' })
    const before = await test.db.selectFrom('application').select('application_id').execute()
    const refused = await register(600_000)
    expect(refused.body).toMatchObject({
      code: 'RECEIPT_HEAD',
      message: expect.stringContaining('เลขประจำตัวผู้เสียภาษี'),
    })
    expect(
      (await test.db.selectFrom('application').select('application_id').execute()).length,
    ).toBe(before.length)
    const line = await test.db
      .selectFrom('application_line')
      .select('line_id')
      .where('application_id', '=', unpaid.data.application_id)
      .executeTakeFirstOrThrow()
    const pay = await test.call(
      application.paybalance,
      {
        application_id: unpaid.data.application_id,
        lines: [{ line_id: line.line_id, paid: satang(1000), pay_type: 'cash' }],
      },
      'registrar.kkn',
      key(),
    )
    expect(pay.body.code).toBe('RECEIPT_HEAD')
    // Without a payment no document with the head is printed.
    expect((await register(0)).status).toBe(200)
  })

  it('is issued once a user who may change the branch confirms that it has no tax number', async () => {
    await changeBranch({}, { no_tax_number: true })
    expect((await register(600_000)).status).toBe(200)
    await changeBranch({ address: '', subdistrict: '', district: '', province: '', postcode: '' })
    expect((await register(600_000)).body.message).toContain('ที่อยู่')
    await changeBranch({}, { receipt_header: 'โรงเรียนตัวอย่าง\n99 ถนนมิตรภาพ' })
    expect((await register(600_000)).status).toBe(200)
  })
})

it('a tax number needs its check digit', () => {
  const { tax_id } = branch.fields.shape
  const given = ['0405500000001', '', '0405500000002', '1234']
  expect(given.map((text) => tax_id.safeParse(text).success)).toEqual([true, true, false, false])
})
