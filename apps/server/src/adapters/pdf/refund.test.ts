import { satang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import { renderJob } from './job.ts'
import { pdftotext } from './test/pdftotext.ts'
import { readPdf } from './test/read-pdf.ts'
import { copy, original, refundView } from './test/sample-views.ts'
import type { Print, RefundView } from './view.ts'

const render = (view: RefundView, print: Print = original) =>
  renderJob({ kind: 'refund', views: [view], print })

async function textOf(view: RefundView, print: Print = original) {
  const pages = await readPdf(await render(view, print))
  return pages.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
}

describe('a refund document', () => {
  it('shows recipient, lines, amounts, pay type and reason on one page', async () => {
    expect(await readPdf(await render(refundView()))).toHaveLength(1)
    const text = await textOf(refundView())
    for (const expected of [
      'ใบคืนเงิน',
      'ต้นฉบับ',
      'RF-BPI-6911-0003',
      'AP-BPI-6911-0017',
      '21 พฤศจิกายน 2569',
      'นางสาวศิรินทร์ทิพย์ ป้ำเจริญสิ้นสุดฟุ้งเฟื่อง',
      '1-1000-xxxxx-01-6',
      'ยอดที่ชำระแล้ว 3,200.00',
      'จำนวนเงินคืน 2,500.75',
      'ยอดที่ไม่คืน 699.25',
      'สองพันห้าร้อยบาทเจ็ดสิบห้าสตางค์',
      'ย้ายที่อยู่ไปต่างจังหวัด',
      'วิธีคืนเงิน โอนเงิน',
      'นายก้องเกียรติ ชัยชำนาญ',
      'ผู้อนุมัติ นางวิภา รุ่งเรือง',
      'อ้างถึงใบเสร็จ RE-BPI-6911-0017, RE-BPI-6911-0018',
      'โอนเข้าบัญชี ธนาคารกสิกรไทย 1234567890 นางสาวศิรินทร์ทิพย์',
    ]) {
      expect(text).toContain(expected)
    }
  })

  it('shows each refund of an application on its own page', async () => {
    const views = [refundView(), refundView({ number: 'RF-BPI-6911-0004' })] as const
    const pages = await readPdf(await renderJob({ kind: 'refund', views, print: copy }))
    expect(pages.map(({ text }) => /RF-BPI-6911-000\d/.exec(text)?.[0])).toEqual([
      'RF-BPI-6911-0003',
      'RF-BPI-6911-0004',
    ])
  })

  it('stored by an earlier version is printed without the parts that it did not store', async () => {
    const { receipts: _, account: __, approver: ___, ...view } = refundView()
    const lines = view.lines.map(({ refunded: _refunded, ...line }) => line)
    const text = await textOf({ ...view, lines })
    expect(text).not.toMatch(/ผู้อนุมัติ|อ้างถึงใบเสร็จ|โอนเข้าบัญชี/)
    expect(text).toContain('ยอดที่ไม่คืน 699.25')
  })

  it('is marked as a copy when printed again', async () => {
    const text = await textOf(refundView(), copy)
    expect(text).toContain('สำเนา')
    expect(text).not.toContain('ต้นฉบับ')
  })

  it('keeps long names, reasons and amounts inside the margins', async () => {
    const long = 'ว่าที่ร้อยตรีหญิงพระนางเจ้าสุวัทนาพรรณวดีวงศ์ประเสริฐศักดิ์สิริวัฒนกุลชัยพัฒนาการณ์'
    const view = refundView({
      payee: { ...refundView().payee, name: long },
      cashier: long,
      note: 'เหตุผล '.repeat(60),
      value: satang(99_999_999_99),
    })
    for (const { width, runs } of await readPdf(await render(view))) {
      for (const run of runs) {
        expect(run.x).toBeGreaterThanOrEqual(30)
        expect(run.x + run.width).toBeLessThanOrEqual(width - 30)
      }
    }
  })

  it('gives the same bytes for the same data, also after it was stored as JSON', async () => {
    const first = await render(refundView())
    await render(refundView({ number: 'RF-BPI-6911-0004' }), copy)
    const stored: RefundView = JSON.parse(JSON.stringify(refundView()))
    expect(Buffer.compare(first, await render(stored))).toBe(0)
  })
})

it.runIf(pdftotext.available)('contains text that poppler extracts', async () => {
  const text = pdftotext.read(await render(refundView()))
  expect(text).toContain('สองพันห้าร้อยบาทเจ็ดสิบห้าสตางค์')
  expect(text).not.toContain('\u200B')
})
