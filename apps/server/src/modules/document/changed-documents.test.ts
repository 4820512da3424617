/** Documents after corrected, voided and refunded payments, a cancellation and a day close. */
import { application } from '@khapdee/contract/entities/application'
import { closing } from '@khapdee/contract/entities/closing'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'

let test: TestApp
const clerk = 'registrar.kkn'
const cashier = 'cashier.kkn'
const admin = 'admin'

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const textOf = async (link: string) => {
  const { bytes } = await test.raw('GET', link)
  const pages = await readPdf(bytes)
  return pages.map((page) => page.text.replaceAll(/\s+/g, ' ')).join(' ')
}

/** Creates an application with a receipt of 2,000 baht in cash and one of 150 baht by transfer. */
async function register() {
  const { course, otherFee } = test.school
  const { data } = await test.call(
    application.create,
    applicationInput(test.school, {
      course: [{ course_id: course.car, ...lineInput(600_000, { paid: satang(200_000) }) }],
      other_fee: [
        {
          other_fee_id: otherFee.book,
          ...lineInput(15_000, { paid: satang(15_000), pay_type: 'transfer' }),
        },
      ],
    }),
    clerk,
  )
  const [cash, transfer] = data.payments
  if (cash === undefined || transfer === undefined) throw new Error('two receipts were expected')
  return { ...data, cash, transfer }
}

async function voidReceipt({ payment_id }: { payment_id: number }) {
  await test.call(payment.requestDelete, { payment_id, note: 'คีย์ผิด' }, clerk)
  const { status } = await test.call(
    payment.decideDelete,
    { payment_id, decision: 'approve', note: '' },
    admin,
  )
  expect(status).toBe(200)
}

describe('a receipt', () => {
  it('shows its corrected pay type and that it was corrected', async () => {
    const { cash } = await register()
    expect(await textOf(cash.pdf)).not.toContain('(แก้ไขวิธีชำระเงิน)')
    const { payment_id } = cash
    await test.call(payment.editPayType, { payment_id, pay_type: 'transfer', note: '' }, admin)
    expect(await textOf(cash.pdf)).toContain('โอนเงิน (แก้ไขวิธีชำระเงิน)')
  })

  it('is stamped once voided, keeps its number and shows the time of the void', async () => {
    const { cash } = await register()
    test.clock.set('2026-11-21T05:30:00Z')
    await voidReceipt(cash)
    const { data } = await test.call(payment.pdf, { payment_id: cash.payment_id }, clerk)
    const text = await textOf(data.pdf)
    expect(text).toContain(cash.payment_code)
    expect(text).toContain('ยกเลิกเมื่อ 21/11/2569 12:30 น.')
    expect(text).not.toContain('ต้นฉบับ')
  })

  it('is omitted from the file of all receipts once voided; that file has no stamp', async () => {
    const { pdf, cash, transfer } = await register()
    await voidReceipt(cash)
    const text = await textOf(pdf)
    expect(text).toContain(transfer.payment_code)
    expect(text).not.toContain(cash.payment_code)
    expect(text).not.toContain('ยกเลิก')
  })
})

it('stamps the form of a cancelled application', async () => {
  const { application_id } = await register()
  const form = async () => (await test.call(application.pdf, { application_id }, clerk)).data.pdf
  expect(await textOf(await form())).not.toContain('ยกเลิก')
  await test.call(application.delete, { application_id, note: 'ซ้ำ' }, admin)
  expect(await textOf(await form())).toContain('ยกเลิก')
})

it('prints a refund document as the original first and then as copies', async () => {
  const { application_id } = await register()
  const input = { application_id, value: satang(100_000), note: 'ย้ายที่อยู่' }
  const { data } = await test.call(application.refund, input, admin)
  const text = await textOf(data.pdf)
  for (const expected of ['ใบคืนเงิน', 'ต้นฉบับ', data.refund_code, 'จำนวนเงินคืน 1,000.00']) {
    expect(text).toContain(expected)
  }
  const again = await test.call(request.refundpdf, { application_id }, clerk)
  expect(await textOf(again.data.pdf)).toContain('สำเนา')
})

it('prints the report of a day close with its receipts and difference, then as a copy', async () => {
  const { cash } = await register()
  const { branch_id, expected_cash } = (await test.call(closing.current, {}, cashier)).data
  const input = {
    branch_id,
    date: test.clock.today(),
    expected_cash,
    counted_cash: expected_cash,
    note: '',
  }
  const { data } = await test.call(closing.close, input, cashier)
  const text = await textOf(data.pdf)
  for (const expected of [
    'รายงานรับเงินประจำวัน',
    data.closing_code,
    cash.payment_code,
    'ส่วนต่าง 0.00',
  ]) {
    expect(text).toContain(expected)
  }
  const again = await test.call(closing.pdf, { closing_id: data.closing_id }, cashier)
  expect(await textOf(again.data.pdf)).toContain('สำเนา')
})
