/** The value added tax that prices include: on receipts and refunds, in the list of payments, in the report and in its files. */
import { branch } from '@khapdee/contract/entities/branch'
import { payment } from '@khapdee/contract/entities/payment'
import { report } from '@khapdee/contract/entities/report'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { makeOtherFee } from '../../../test/make/fee.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
const fees = { exempt: 0, taxed: 0, passed: 0, asBranch: 0 }

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  const fee = async (values: object) =>
    (await makeOtherFee(test.db, { price: satang(10_700), ...values })).other_fee_id
  fees.exempt = await fee({ vat_mode: 'exempt' })
  fees.taxed = await fee({ vat_mode: 'vat7' })
  fees.passed = await fee({ vat_mode: 'vat7', is_pass_through: true })
  fees.asBranch = await fee({ vat_mode: 'branch' })
})
afterAll(() => test.close())

/** Changes the tax mode of the branch, and its tax number. */
async function setBranch(vat_mode: 'exempt' | 'vat7', more: object = {}, tax_id?: string) {
  const { data } = await test.call(branch.get, { branch_id: test.school.branch.KKN }, 'admin')
  const values = branch.update.input.strip().parse(data)
  const settings = { ...values.settings, vat_mode, ...more }
  const input = { ...values, settings, ...(tax_id !== undefined && { tax_id }) }
  expect((await test.call(branch.update, input, 'admin')).status).toBe(200)
  return values.tax_id
}

/** Sells each fee for 107 baht, paid in cash. */
const sell = (ids: readonly number[]) =>
  desk.register({
    course: [],
    type: 'exam',
    other_fee: ids.map((other_fee_id) => ({
      other_fee_id,
      ...lineInput(10_700, { paid: satang(10_700) }),
    })),
  })

const rowOf = async (payment_id: number) => {
  const { data } = await test.call(payment.gettable, {}, 'manager.kkn')
  return data.find((row) => row.payment_id === payment_id)
}
const taxOf = async ({ payments: [first] }: Registered) =>
  (await rowOf(first?.payment_id ?? 0))?.vat_value
const textOf = async (link: string) => {
  const { bytes } = await test.raw('GET', link)
  return (await readPdf(bytes)).map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
}
const receiptOf = async ({ payments: [first] }: Registered) =>
  textOf(
    (await test.call(payment.pdf, { payment_id: first?.payment_id ?? 0 }, 'manager.kkn')).data.pdf,
  )

it('receipts of an exempt branch include no tax, except for fees with a separate mode', async () => {
  expect(await taxOf(await sell([fees.exempt, fees.passed, fees.asBranch]))).toBe(0)
  const taxed = await sell([fees.taxed, fees.exempt])
  expect(await taxOf(taxed)).toBe(700)
  const text = await receiptOf(taxed)
  for (const part of [
    'ใบเสร็จรับเงิน / ใบกำกับภาษี',
    'มูลค่าก่อนภาษีมูลค่าเพิ่ม 100.00',
    'ภาษีมูลค่าเพิ่ม 7% 7.00',
    'มูลค่าที่ไม่มีภาษีมูลค่าเพิ่ม 107.00',
  ])
    expect(text).toContain(part)
})

it('the tax is 7/107 of all items that a branch with tax sells for itself, rounded once for each receipt', async () => {
  await setBranch('vat7')
  const app = await desk.register({
    course: [],
    type: 'exam',
    other_fee: [fees.asBranch, fees.taxed, fees.exempt, fees.passed].map((other_fee_id) => ({
      other_fee_id,
      ...lineInput(10_700, { paid: satang(8) }),
    })),
  })
  // 0.01 of 0.16 baht together, like the tax of each of the two lines alone.
  expect(await taxOf(app)).toBe(1)
  const text = await receiptOf(app)
  expect(text).toContain('ภาษีมูลค่าเพิ่ม 7% 0.01')
  expect(text).toContain('มูลค่าที่ไม่มีภาษีมูลค่าเพิ่ม 0.16')
  await setBranch('exempt')
  const paid = await desk.pay(app, [[0, 10_692]])
  expect((await rowOf(paid.data.payments[0]?.payment_id ?? 0))?.vat_value).toBe(699)
})

it('the tax is returned by a refund, which is a credit note, and remains on a voided receipt', async () => {
  const app = await sell([fees.taxed])
  const refund = await desk.refund(app, 5350)
  expect(refund.status).toBe(200)
  const { data } = await test.call(payment.gettable, {}, 'manager.kkn')
  expect(data.find((row) => row.refund)?.vat_value).toBe(-350)
  const text = await textOf(refund.data.pdf)
  expect(text).toContain('ใบคืนเงิน / ใบลดหนี้')
  expect(text).toContain('ภาษีมูลค่าเพิ่ม 7% 3.50')
  const voided = await sell([fees.taxed])
  const id = voided.payments[0]?.payment_id ?? 0
  await desk.requestVoid(id)
  expect((await desk.decideVoid(id, 'approve')).status).toBe(200)
  expect(await rowOf(id)).toMatchObject({ status: 'deleted', vat_value: 700 })
})

it('the tax in the report equals that in the list to which it leads', async () => {
  const today = test.clock.today()
  const days = { start: today, end: today, branch: String(test.school.branch.KKN) }
  const { data: rows } = await test.call(payment.gettable, { ...days, perPage: 100 }, 'accountant')
  const sum = rows.reduce(
    (s, { status, vat_value }) => s + (status === 'deleted' ? 0 : vat_value),
    0,
  )
  const { answer } = await test.call(report.gettable, { type: 'receipts', ...days }, 'accountant')
  const at = answer.columns.findIndex(({ title }) => title === 'ภาษีมูลค่าเพิ่ม')
  expect(answer.data.at(-1)?.cells[at]).toMatchObject({ value: sum })
  expect(sum).toBeGreaterThan(0)
})

it('a branch with tax needs a tax number, even if the branch has confirmed that it has none', async () => {
  const taxId = await setBranch('exempt', { no_tax_number: true }, '')
  const other_fee = (id: number) => [
    { other_fee_id: id, ...lineInput(10_700, { paid: satang(10_700) }) },
  ]
  await expect(
    desk.register({ course: [], type: 'exam', other_fee: other_fee(fees.taxed) }),
  ).rejects.toThrow(/RECEIPT_HEAD/)
  expect((await sell([fees.exempt])).payments).toHaveLength(1)
  await setBranch('exempt', { no_tax_number: false }, taxId)
})
