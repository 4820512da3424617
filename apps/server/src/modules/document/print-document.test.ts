import { application } from '@khapdee/contract/entities/application'
import { customer } from '@khapdee/contract/entities/customer'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'

let test: TestApp
const clerk = 'registrar.kkn'
let made: {
  application_id: number
  application_code: string
  pdf: string
  payments: { payment_id: number; payment_code: string; pdf: string }[]
}

beforeAll(async () => {
  test = await startApp()
  const { course, otherFee } = test.school
  const answer = await test.call(
    application.create,
    applicationInput(test.school, {
      customer: customerInput({
        prefix: 'นางสาว',
        fname: '<b>ป้ำ</b>',
        sname: 'น้ำผึ้ง',
        idcard: '1100000000016',
      }),
      course: [
        {
          course_id: course.car,
          ...lineInput(600_000, { paid: satang(200_025), promotion_code: 'TEN' }),
        },
      ],
      other_fee: [
        {
          other_fee_id: otherFee.book,
          ...lineInput(15_000, { paid: satang(15_000), pay_type: 'transfer' }),
        },
      ],
    }),
    clerk,
  )
  made = answer.data
})
afterAll(() => test.close())

const open = (link: string) => test.raw('GET', link)
const textOf = async (link: string) => {
  const pages = await readPdf((await open(link)).bytes)
  return pages.map((page) => page.text.replaceAll(/\s+/g, ' ')).join(' ')
}

describe('a receipt', () => {
  it('shows payer, lines, pay type and balance, and masks the ID number', async () => {
    const text = await textOf(made.payments[0]?.pdf ?? '')
    for (const expected of [
      'ใบเสร็จรับเงิน',
      'ต้นฉบับ',
      made.payments[0]?.payment_code,
      made.application_code,
      'นางสาว<b>ป้ำ</b> น้ำผึ้ง',
      '1-1000-xxxxx-01-6',
      'รถยนต์ พร้อมสอบ',
      'รหัสส่วนลด TEN',
      '2,000.25',
      'สองพันบาทยี่สิบห้าสตางค์',
      '3,399.75',
    ]) {
      expect(text).toContain(expected)
    }
    expect(text).not.toContain('1100000000016')
    expect(text).not.toContain('ค่าคู่มือ')
  })

  it('is in one file with the other receipts of its registration', async () => {
    const pages = await readPdf((await open(made.pdf)).bytes)
    expect(pages).toHaveLength(2)
  })

  it('is the same file every time its link is opened', async () => {
    const [first, second] = [await open(made.pdf), await open(made.pdf)]
    expect(first.status).toBe(200)
    expect(first.headers['content-type']).toBe('application/pdf')
    expect(second.bytes.equals(first.bytes)).toBe(true)
  })

  it('is marked as a copy when printed again, and each print is counted', async () => {
    const payment_id = made.payments[0]?.payment_id
    const again = await test.call(application.pdfpayment, { payment_id }, clerk)
    expect(await textOf(again.data.pdf)).toContain('สำเนา')
    const { prints } = await test.db
      .selectFrom('issued_document')
      .select('prints')
      .where('payment_id', '=', payment_id ?? 0)
      .executeTakeFirstOrThrow()
    expect(prints).toBe(2)
  })

  it('is unchanged after its customer, course and branch have changed', async () => {
    const before = await textOf(made.payments[0]?.pdf ?? '')
    const idcard = '1100000000016'
    const { data } = await test.call(customer.check, { idcard }, clerk)
    const { customer_id = 0, version = 0 } = data ?? {}
    await test.call(
      customer.updateprofile,
      { ...customerInput({ fname: 'เปลี่ยนชื่อ', idcard }), customer_id, version },
      clerk,
    )
    await test.db.updateTable('course').set({ name: 'เปลี่ยนหลักสูตร', price: 1 }).execute()
    await test.db.updateTable('branch').set({ name: 'ย้ายสาขา' }).execute()
    expect(await textOf(made.payments[0]?.pdf ?? '')).toBe(before)
  })
})

describe('the application form', () => {
  it('is printed on demand with all lines, marked neither as original nor as copy', async () => {
    const { data } = await test.call(
      application.pdf,
      { application_id: made.application_id },
      clerk,
    )
    const text = await textOf(data.pdf)
    expect(text).toContain('ใบสมัครเรียน')
    expect(text).not.toContain('ต้นฉบับ')
    expect(text).toContain('ค่าคู่มือ/หนังสือเรียน')
  })
})

describe('a link', () => {
  const parts = () => made.pdf.split('/')

  it('opens no other document when its token is changed', async () => {
    const [empty, files, documents, token = '', name] = parts()
    const [header, claims = '', signature] = token.split('.')
    const other = Buffer.from(
      Buffer.from(claims, 'base64url').toString().replace('"original"', '"copy"'),
    ).toString('base64url')
    for (const forged of [`${header}.${other}.${signature}`, `${header}.${claims}.AAAA`, 'x']) {
      expect((await open([empty, files, documents, forged, name].join('/'))).status).toBe(404)
    }
  })

  it('does not accept an access token, and its token does not sign in', async () => {
    const { accessToken } = await test.login(clerk)
    const [empty, files, documents, token, name] = parts()
    expect((await open([empty, files, documents, accessToken, name].join('/'))).status).toBe(404)
    const answer = await test.raw('GET', 'user/me', undefined, { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(401)
  })

  it('is refused for a document of another branch', async () => {
    const { application_id, payments } = made
    const other = 'registrar.bpi'
    expect((await test.call(application.pdf, { application_id }, other)).status).toBe(404)
    expect((await test.call(application.pdfpayment, { application_id }, other)).status).toBe(404)
    const payment_id = payments[0]?.payment_id
    expect((await test.call(application.pdfpayment, { payment_id }, other)).status).toBe(404)
    expect((await test.call(application.get, { application_id }, other)).status).toBe(404)
  })

  it('requires a payment or an application', async () => {
    expect((await test.call(application.pdfpayment, {}, clerk)).status).toBe(400)
  })
})
