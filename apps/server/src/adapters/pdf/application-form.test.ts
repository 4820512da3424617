import type { ApplicationKind } from '@khapdee/domain/application/status'
import { formatBaht, satang } from '@khapdee/domain/money'
import { anyId } from 'promptparse/validate'
import { describe, expect, it } from 'vitest'
import { applicationFormDocument } from './application-form.ts'
import { renderJob } from './job.ts'
import { qrIn } from './test/decode-qr.ts'
import { readPdf } from './test/read-pdf.ts'
import { applicationFormView, current, voided } from './test/sample-views.ts'
import type { ApplicationFormView, Print } from './view.ts'

async function textOf(view: ApplicationFormView, print: Print = current) {
  const pages = readPdf(await renderJob({ kind: 'application-form', view, print }))
  expect(pages).toHaveLength(1)
  return pages.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
}

const qrOf = (view: ApplicationFormView, print: Print = current) =>
  qrIn(applicationFormDocument(view, print))

describe('an application form', () => {
  it('shows customer, lines, totals, documents to bring and the privacy notice', async () => {
    const text = await textOf(applicationFormView())
    for (const expected of [
      'ใบสมัครเรียน',
      'AP-BPI-6911-0017',
      'นางสาวศิรินทร์ทิพย์ ป้ำเจริญสิ้นสุดฟุ้งเฟื่อง',
      'วันเกิด 28 กุมภาพันธ์ 2545',
      'รหัสส่วนลด SONGKRAN',
      '28 พ.ย. 2569 6,000.00 900.00 5,100.00 3,000.00 2,100.00',
      'ยอดสุทธิ 5,300.00',
      'ยอดค้างชำระ 2,100.00',
      'สำเนาบัตรประชาชน',
      'รับทราบประกาศความเป็นส่วนตัวเมื่อ 21/11/2569 08:20 น.',
      'ผู้สมัคร วันที่ ......./......./.......',
      'ผู้จัดทำ วันที่ 21/11/2569',
    ]) {
      expect(text).toContain(expected)
    }
  })

  it.each<[ApplicationKind, string]>([
    ['course', 'ใบสมัครเรียน'],
    ['exam', 'ใบสมัครสอบ'],
    ['vehicle_check', 'ใบสมัครตรวจสภาพรถ'],
    ['other_fee', 'ใบสมัครสินค้าและบริการอื่น'],
    ['request_fee', 'ใบสมัครค่าคำขอ'],
  ])('has the title of its kind, such as %s', async (kind, title) => {
    expect(await textOf(applicationFormView({ kind }))).toContain(title)
  })

  it('omits empty parts', async () => {
    const withoutExam = applicationFormView().lines.slice(1)
    const text = await textOf(applicationFormView({ lines: withoutExam, documents: [] }))
    expect(text).not.toContain('วันสอบ')
    expect(text).not.toContain('เอกสารที่ต้องนำมา')
    expect(text).not.toContain('หมายเหตุ')
  })

  it('has a PromptPay code while a balance is due and the application has not ended', () => {
    const { totals } = applicationFormView()
    const paid = applicationFormView({ totals: { ...totals, balance: satang(0) } })
    expect(anyId(qrOf(applicationFormView()) ?? '')).toMatchObject({ amount: 2100 })
    expect(qrOf(paid)).toBeNull()
    expect(qrOf(applicationFormView(), voided)).toBeNull()
    for (const mark of ['refunded', 'partial_refund'] as const) {
      expect(qrOf(applicationFormView(), { ...current, mark })).toBeNull()
    }
  })

  it('has a stamp when the application is cancelled', async () => {
    const text = await textOf(applicationFormView(), voided)
    expect(text.match(/ยกเลิก(?!เมื่อ)/g)).toHaveLength(2)
  })

  it('has a stamp and the refunded amount when the application is refunded', async () => {
    const { totals } = applicationFormView()
    const writtenOff = satang(totals.net - 20_000)
    const refunded = {
      ...totals,
      paid: satang(20_000),
      refunded: satang(300_000),
      written_off: writtenOff,
    }
    const view = applicationFormView({ totals: { ...refunded, balance: satang(0) } })
    const text = await textOf(view, { ...current, mark: 'partial_refund' })
    expect(text.match(/คืนเงินบางส่วน/g)).toHaveLength(2)
    expect(text).toContain('ชำระแล้ว 200.00')
    expect(text).toContain('จำนวนเงินคืน 3,000.00')
    // The paid, refunded and written-off amounts add up to the net amount.
    expect(text).toContain(`ยอดที่ตัดออก ${formatBaht(satang(writtenOff - 300_000))}`)
  })

  it('has the time of printing instead of a mark while the application is open', async () => {
    const text = await textOf(applicationFormView())
    // In the header and in the footer.
    expect(text.split('พิมพ์เมื่อ 01/12/2569 10:00 น.')).toHaveLength(3)
    expect(text).not.toContain('ต้นฉบับ')
    expect(text).not.toContain('จำนวนเงินคืน')
  })
})
