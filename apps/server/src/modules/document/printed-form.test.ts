/** The application form shows the application as it is when its link is made; receipts stay as issued. */
import { application } from '@khapdee/contract/entities/application'
import { customer } from '@khapdee/contract/entities/customer'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { deleteExpiredRows } from '../../kernel/jobs.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'

let test: TestApp
const clerk = 'registrar.kkn'
const admin = 'admin'
const scanToPay = 'สแกนคิวอาร์พร้อมเพย์'
const registered = '2026-11-21T01:00:00Z'

beforeAll(async () => {
  test = await startApp()
})
beforeEach(() => test.clock.set(registered))
afterAll(() => test.close())

async function textOf(link: string) {
  const { bytes } = await test.raw('GET', link)
  return readPdf(bytes)
    .map((page) => page.text.replaceAll(/\s+/g, ' '))
    .join(' ')
}

const linkOfForm = async (application_id: number) =>
  (await test.call(application.pdf, { application_id }, clerk)).data.pdf

const formText = async (application_id: number) => textOf(await linkOfForm(application_id))

/** Registers the car course of 6,000 baht. @param paid in satang */
async function register(paid: number, person = customerInput()) {
  const course = [
    { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(paid) }) },
  ]
  const input = applicationInput(test.school, { course, customer: person })
  return (await test.call(application.create, input, clerk)).data
}

/** Pays for the only line. @param paid in satang */
async function pay(application_id: number, paid: number) {
  const { data } = await test.call(application.get, { application_id }, clerk)
  const line_id = data.course[0]?.line_id ?? 0
  const lines = [{ line_id, paid: satang(paid), pay_type: 'cash' as const }]
  const input = { application_id, lines, bank_reference: '', note: '' }
  return (await test.call(application.paybalance, input, clerk)).data
}

describe('the application form', () => {
  it('shows only the payable amount while a refund request is open', async () => {
    const input = applicationInput(test.school, {
      course: [
        { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(200_000) }) },
      ],
      other_fee: [{ other_fee_id: test.school.otherFee.book, ...lineInput(15_000) }],
    })
    const { application_id } = (await test.call(application.create, input, clerk)).data
    const { data } = await test.call(application.get, { application_id }, clerk)
    const [course, book] = [data.course[0]?.line_id ?? 0, data.other_fee[0]?.line_id ?? 0]
    const refundOf = (line_id: number) => ({
      application_id,
      value: satang(200_000),
      lines: [{ line_id, value: satang(200_000) }],
      note: 'ย้ายที่อยู่',
    })
    expect(await formText(application_id)).toMatch(/สแกนคิวอาร์พร้อมเพย์.*4,150\.00/)
    await test.call(refundRequest.create, refundOf(course), 'cashier.kkn')
    const text = await formText(application_id)
    expect(text).toContain('รอคืนเงิน')
    expect(text).toMatch(/สแกนคิวอาร์พร้อมเพย์.*150\.00/)
    const bookLine = { line_id: book, paid: satang(15_000), pay_type: 'cash' as const }
    await test.call(application.paybalance, { application_id, lines: [bookLine] }, 'cashier.kkn')
    expect(await formText(application_id)).not.toContain(scanToPay)
  })

  it('shows no balance and no PromptPay code once the balance is paid', async () => {
    const { application_id } = await register(200_000)
    expect(await formText(application_id)).toContain(scanToPay)
    await pay(application_id, 400_000)
    const text = await formText(application_id)
    expect(text).toContain('ชำระแล้ว 6,000.00')
    expect(text).toContain('ยอดค้างชำระ 0.00')
    expect(text).not.toContain(scanToPay)
  })

  it('shows the new balance after a part payment', async () => {
    const { application_id } = await register(200_000)
    await pay(application_id, 150_000)
    const text = await formText(application_id)
    expect(text).toContain('ชำระแล้ว 3,500.00')
    expect(text).toContain('ยอดค้างชำระ 2,500.00')
    expect(text).toMatch(new RegExp(`${scanToPay}.*2,500.00 บาท`))
    expect(text).not.toContain('4,000.00')
  })

  it.each([
    ['คืนเงินบางส่วน', 150_000, 'ชำระแล้ว 500.00'],
    ['คืนเงินแล้ว', 200_000, 'ชำระแล้ว 0.00'],
  ])('is stamped %s after a refund', async (state, value, paidText) => {
    const { application_id } = await register(200_000)
    await test.call(
      application.refund,
      { application_id, value: satang(value), note: 'ย้ายที่อยู่' },
      admin,
    )
    const text = await formText(application_id)
    // In the header and across the page.
    expect(text.split(state)).toHaveLength(3)
    for (const expected of [paidText, 'จำนวนเงินคืน', 'ยอดค้างชำระ 0.00']) {
      expect(text).toContain(expected)
    }
    expect(text).not.toContain(scanToPay)
  })

  it('is stamped after a cancellation', async () => {
    const { application_id } = await register(0)
    await test.call(application.delete, { application_id, note: 'ซ้ำ' }, admin)
    const text = await formText(application_id)
    expect(text.split('ยกเลิก')).toHaveLength(3)
    expect(text).not.toContain(scanToPay)
  })

  it('has no PromptPay code for a rejected request fee', async () => {
    const input = {
      customer: customerInput(),
      request_fee: [{ request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }],
      bank_reference: '',
      note: '',
    }
    const { application_id } = (await test.call(request.create, input, clerk)).data
    expect(await formText(application_id)).toContain(scanToPay)
    const decision = { application_id, decision: 'reject' as const, note: 'เอกสารไม่ครบ' }
    expect((await test.call(request.approve, decision, admin)).status).toBe(200)
    expect(await formText(application_id)).not.toContain(scanToPay)
  })

  it('shows the decision on a rejected request fee, and whether its money is still to be refunded', async () => {
    const fee = lineInput(2000, { paid: satang(500) })
    const input = {
      customer: customerInput(),
      request_fee: [{ request_fee_id: test.school.requestFee.copy, ...fee }],
      bank_reference: '',
      note: '',
    }
    const { application_id } = (await test.call(request.create, input, clerk)).data
    expect(await formText(application_id)).not.toContain('ผลการอนุมัติ')
    const decision = { application_id, decision: 'reject' as const, note: 'เอกสารไม่ครบ' }
    await test.call(request.approve, decision, admin)
    const due = await formText(application_id)
    // In the header and across the page.
    expect(due.split('ต้องคืนเงิน')).toHaveLength(3)
    expect(due).toContain('ผลการอนุมัติ ไม่อนุมัติ')
    expect(due).not.toContain('ยุติ')
    const refund = { application_id, value: satang(500), note: 'ไม่อนุมัติ' }
    await test.call(request.refund, refund, admin)
    const refunded = await formText(application_id)
    expect(refunded).not.toContain('ต้องคืนเงิน')
    expect(refunded.split('คืนเงินแล้ว')).toHaveLength(3)
    expect(refunded).toContain('ผลการอนุมัติ ไม่อนุมัติ')
  })

  it('shows a corrected name, and the date of its registration', async () => {
    const person = customerInput({ fname: 'สมชัย' })
    const { application_id, application_code } = await register(200_000, person)
    expect(await formText(application_id)).toContain('สมชัย')
    const { data } = await test.call(customer.check, { idcard: person.idcard }, clerk)
    const { customer_id = 0, version = 0 } = data ?? {}
    test.clock.set('2026-11-25T03:30:00Z')
    const changed = { ...person, fname: 'สมชาย', customer_id, version }
    expect((await test.call(customer.updateprofile, changed, clerk)).status).toBe(200)
    const text = await formText(application_id)
    for (const expected of [
      'สมชาย',
      application_code,
      '21 พฤศจิกายน 2569',
      'ผู้จัดทำ วันที่ 21/11/2569',
    ]) {
      expect(text).toContain(expected)
    }
    expect(text).not.toContain('สมชัย')
  })

  it('lists the documents that the school requires, and no list while it requires none', async () => {
    const { application_id } = await register(0)
    expect(await formText(application_id)).not.toContain('เอกสารที่ต้องนำมา')
    const name = 'หนังสือยินยอมผู้ปกครอง'
    await test.db.insertInto('document_type').values({ name, condition: 'everyone' }).execute()
    const text = await formText((await register(0)).application_id)
    expect(text).toContain(name)
  })

  it('shows the time of printing instead of original or copy', async () => {
    const { application_id } = await register(200_000)
    test.clock.set('2026-11-25T03:30:00Z')
    for (const text of [await formText(application_id), await formText(application_id)]) {
      // In the header and in the footer.
      expect(text.split('พิมพ์เมื่อ 25/11/2569 10:30 น.')).toHaveLength(3)
      expect(text).not.toContain('ต้นฉบับ')
      expect(text.replaceAll('สำเนาบัตรประชาชน', '')).not.toContain('สำเนา')
    }
  })

  it('is the same file each time its link is opened, also after a payment', async () => {
    const { application_id } = await register(200_000)
    const link = await linkOfForm(application_id)
    const before = await test.raw('GET', link)
    await pay(application_id, 400_000)
    const after = await test.raw('GET', link)
    expect(after.status).toBe(200)
    expect(after.bytes.equals(before.bytes)).toBe(true)
  })

  it('has no personal data in its link', async () => {
    const person = customerInput({ fname: 'Somchai' })
    const { application_id } = await register(200_000, person)
    const [, , , token = '', name] = (await linkOfForm(application_id)).split('/')
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(Object.keys(claims).toSorted()).toEqual(['exp', 'iat', 'printedAt', 'printed_form_id'])
    expect(name).toMatch(/^AP-KKN-\d{4}-\d{4}\.pdf$/)
  })

  it('opens neither with a changed link nor after its data was deleted', async () => {
    const { application_id } = await register(200_000)
    const link = await linkOfForm(application_id)
    expect((await test.raw('GET', link.replace(/\.[^./]+\/AP/, '.AAAA/AP'))).status).toBe(404)
    await deleteExpiredRows.run(test.db)
    expect((await test.raw('GET', link)).status).toBe(200)
    await test.db.updateTable('printed_form').set({ createdAt: '2020-01-01' }).execute()
    await deleteExpiredRows.run(test.db)
    expect((await test.raw('GET', link)).status).toBe(404)
  })

  it('is returned by a registration without payment', async () => {
    const { pdf } = await register(0)
    const text = await textOf(pdf)
    expect(text).toContain('ใบสมัครเรียน')
    expect(text).toMatch(new RegExp(`${scanToPay}.*6,000.00 บาท`))
    expect(text.split('พิมพ์เมื่อ 21/11/2569 08:00 น.')).toHaveLength(3)
  })

  it('counts its prints', async () => {
    const { application_id } = await register(200_000)
    await formText(application_id)
    await formText(application_id)
    const { prints } = await test.db
      .selectFrom('issued_document')
      .select('prints')
      .where('application_id', '=', application_id)
      .where('kind', '=', 'application_form')
      .executeTakeFirstOrThrow()
    expect(prints).toBe(2)
  })
})

describe('a receipt', () => {
  it('has a PromptPay code at its issue and never on a copy', async () => {
    const { application_id, pdf } = await register(200_000)
    expect(await textOf(pdf)).toContain(scanToPay)
    const paid = await pay(application_id, 150_000)
    expect(await textOf(paid.pdf)).toContain(scanToPay)
    for (const { payment_id } of paid.payments) {
      const { data } = await test.call(application.pdfpayment, { payment_id }, clerk)
      const text = await textOf(data.pdf)
      expect(text).toContain('สำเนา')
      expect(text).toContain('ยอดค้างชำระ 2,500.00')
      expect(text).not.toContain(scanToPay)
    }
    const { data } = await test.call(application.pdfpayment, { application_id }, clerk)
    expect(await textOf(data.pdf)).not.toContain(scanToPay)
  })

  it.each<[string, (application_id: number) => Promise<unknown>]>([
    ['was paid', (id) => pay(id, 400_000)],
    ['became less', (id) => pay(id, 100_000)],
    [
      'ended with a refund',
      (application_id) =>
        test.call(
          application.refund,
          { application_id, value: satang(200_000), note: 'ย้ายที่อยู่' },
          admin,
        ),
    ],
    [
      'waits for a refund',
      (application_id) =>
        test.call(
          refundRequest.create,
          { application_id, value: satang(200_000), note: 'ย้ายที่อยู่' },
          'cashier.kkn',
        ),
    ],
  ])('shows no PromptPay code when its link is opened after the balance %s', async (_, change) => {
    const { application_id, pdf } = await register(200_000)
    const before = await textOf(pdf)
    expect(before).toMatch(new RegExp(`${scanToPay}.*4,000.00 บาท`))
    await change(application_id)
    const after = await textOf(pdf)
    expect(after).toContain('ยอดค้างชำระ 4,000.00')
    expect(after).not.toContain(scanToPay)
  })

  it('has no PromptPay code when its first print is not at its issue', async () => {
    const { payments } = await register(200_000)
    const payment_id = payments[0]?.payment_id ?? 0
    await test.db
      .updateTable('issued_document')
      .set({ prints: 0, first_printed_at: null })
      .where('payment_id', '=', payment_id)
      .execute()
    test.clock.set('2026-11-21T01:30:00Z')
    const text = await textOf(
      (await test.call(application.pdfpayment, { payment_id }, clerk)).data.pdf,
    )
    expect(text).toContain('ต้นฉบับ')
    expect(text).not.toContain(scanToPay)
  })
})
