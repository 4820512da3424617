import { satang } from '@khapdee/domain/money'
import { anyId } from 'promptparse/validate'
import { describe, expect, it } from 'vitest'
import { renderJob } from './job.ts'
import { receiptDocument, type ReceiptSize } from './receipt.ts'
import { qrIn } from './test/decode-qr.ts'
import { pdftotext } from './test/pdftotext.ts'
import { readPdf } from './test/read-pdf.ts'
import { copy, original, receiptLine, receiptView, voided } from './test/sample-views.ts'
import type { Print, ReceiptView } from './view.ts'

const sizes: ReceiptSize[] = ['A4', 'A5', '80mm']

const render = (view: ReceiptView, size: ReceiptSize = 'A4', print: Print = original) =>
  renderJob({ kind: 'receipt', views: [view], print, size })

async function pagesOf(view: ReceiptView, size: ReceiptSize = 'A4', print: Print = original) {
  return readPdf(await render(view, size, print))
}

/** The text of a receipt, with whitespace collapsed. */
async function textOf(view: ReceiptView, size: ReceiptSize = 'A4', print: Print = original) {
  const pages = await pagesOf(view, size, print)
  return pages.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
}

/** The decoded PromptPay code of a receipt, or null without one. */
function promptPayOf(view: ReceiptView, size: ReceiptSize, print: Print = original) {
  const payload = qrIn(receiptDocument([view], print, size))
  return payload === null ? null : anyId(payload)
}

describe.each(sizes)('a receipt on %s', (size) => {
  it('shows the contents required by law and by the school, on one page', async () => {
    const pages = await pagesOf(receiptView(), size)
    expect(pages).toHaveLength(1)
    const text = await textOf(receiptView(), size)
    for (const expected of [
      'โรงเรียนสอนขับรถขับดี',
      'สาขาบ้านไผ่',
      '99/12 หมู่ที่ 3 ถนนมิตรภาพ ตำบลในเมือง อำเภอบ้านไผ่',
      'โทร. 043-224-000',
      'เลขประจำตัวผู้เสียภาษี 0-4055-61012-34-5',
      '(สาขาที่ 00001)',
      'ใบเสร็จรับเงิน',
      'ต้นฉบับ',
      'RE-BPI-6911-0042',
      'เล่มที่ / เลขที่ 6911 / 0042',
      '21 พฤศจิกายน 2569',
      'AP-BPI-6911-0017',
      '1-1000-xxxxx-01-6',
      '081-234-5678',
      'รถยนต์ เกียร์อัตโนมัติ พร้อมสอบใบขับขี่ (15 ชม.)',
      'วันสอบ 28 พ.ย. 2569 เวลา 09:00 น.',
      '6,000.00',
      '900.00',
      '3,000.00',
      '2,100.00',
      'สี่พันสามร้อยสามสิบบาทถ้วน',
      'ชำระครั้งนี้ 4,330.00',
      'ยอดค้างชำระ 2,100.00',
      'วิธีชำระเงิน เงินสด',
      'นายก้องเกียรติ ชัยชำนาญ',
      'พิมพ์เมื่อ 21/11/2569 08:26 น.',
    ]) {
      expect(text).toContain(expected)
    }
    for (const word of ['นางสาวศิรินทร์ทิพย์', 'ป้ำเจริญสิ้นสุดฟุ้งเฟื่อง']) {
      expect(text).toContain(word)
    }
    expect(text).not.toContain('ภาษีมูลค่าเพิ่ม')
  })

  it('shows the cash received and its change, but not after a correction to transfer', async () => {
    const cash_received = satang(500_000)
    const text = await textOf(receiptView({ cash_received }), size)
    expect(text).toContain('รับเงินมา 5,000.00')
    expect(text).toContain('เงินทอน 670.00')
    const corrected = receiptView({ cash_received, pay_type: 'transfer', pay_type_edited: true })
    expect(await textOf(corrected, size)).not.toContain('เงินทอน')
  })

  it('has a PromptPay code for the balance', () => {
    expect(promptPayOf(receiptView(), size)).toMatchObject({
      target: '0405561012345',
      amount: 2100,
    })
  })

  it('has no PromptPay code without a balance, without a PromptPay id, or when void', () => {
    const paid = receiptView({
      lines: [receiptLine({ name: 'ค่าถ่ายรูป 1 นิ้ว', costBaht: 60, paidBaht: 60 })],
    })
    expect(promptPayOf(paid, size)).toBeNull()
    expect(promptPayOf(receiptView({ promptpay_id: '' }), size)).toBeNull()
    expect(promptPayOf(receiptView(), size, voided)).toBeNull()
  })

  it('is marked as a copy or void', async () => {
    const copied = await textOf(receiptView(), size, copy)
    expect(copied).toContain('สำเนา')
    expect(copied).not.toContain('ต้นฉบับ')
    const cancelled = await textOf(receiptView(), size, voided)
    expect(cancelled).toContain('ยกเลิกเมื่อ 22/11/2569 09:00 น.')
    // In the header and across the page.
    expect(cancelled.match(/ยกเลิก(?!เมื่อ)/g)).toHaveLength(2)
  })

  it('shows that the pay type was edited', async () => {
    const view = receiptView({ pay_type: 'transfer', pay_type_edited: true })
    expect(await textOf(view, size)).toContain('โอนเงิน (แก้ไขวิธีชำระเงิน)')
    expect(await textOf(receiptView(), size)).not.toContain('แก้ไขวิธีชำระเงิน')
  })

  it('shows earlier payments, so that the amounts add up', async () => {
    const line = receiptLine({
      name: 'ค่าประกันความเสียหาย',
      costBaht: 1000,
      discountBaht: 100,
      paidBeforeBaht: 500,
      paidBaht: 300,
    })
    const text = await textOf(receiptView({ lines: [line] }), size)
    expect(text).toContain('ชำระแล้ว 500.00')
    expect(await textOf(receiptView(), size)).not.toContain('ชำระแล้ว')
  })

  it('shows the branch’s own header and footer lines, on one page', async () => {
    const { school } = receiptView()
    const lines = ['ใบอนุญาตเลขที่ 12/2569', 'เปิดทุกวัน 08:00–18:00 น.']
    const footer = 'ขอบคุณที่ใช้บริการ'
    const own = receiptView({ school: { ...school, lines, footer } })
    expect(await pagesOf(own, size)).toHaveLength(1)
    const text = await textOf(own, size)
    for (const line of [...lines, footer]) expect(text).toContain(line)
    const nameOnly = { ...school, branch_name: '', address: '', phone: '' }
    expect(await textOf(receiptView({ school: nameOnly }), size)).not.toContain('สาขาบ้านไผ่')
  })

  it('prints markup characters in a name unchanged', async () => {
    const { payer } = receiptView()
    const text = await textOf(receiptView({ payer: { ...payer, name: '<b>A & "B"</b>' } }), size)
    expect(text).toContain('<b>A & "B"</b>')
  })

  it('keeps the longest names and amounts inside the margins', async () => {
    const name = 'ว่าที่ร้อยตรีหญิง พระนางเจ้าสุวัทนาพรรณวดี วงศ์ประเสริฐศักดิ์สิริวัฒนกุลชัยพัฒนาการณ์'
    const withoutSpaces = 'ก้'.repeat(90)
    for (const long of [name, withoutSpaces, 'W'.repeat(90)]) {
      const view = receiptView({
        payer: { ...receiptView().payer, name: long },
        cashier: long,
        lines: [
          receiptLine({
            name: `ค่า${name}`,
            costBaht: 9_999_999,
            discountBaht: 1_234_567,
            paidBeforeBaht: 1,
            paidBaht: 1_000_000,
          }),
        ],
      })
      const pages = await pagesOf(view, size)
      const margin = 10
      for (const { width, runs } of pages) {
        for (const run of runs) {
          expect(run.x).toBeGreaterThanOrEqual(margin)
          expect(run.x + run.width).toBeLessThanOrEqual(width - margin)
        }
      }
      const text = pages.map((page) => page.runs.map((run) => run.text).join('')).join('')
      expect(text.replace(/\s/g, '')).toContain(long.replace(/\s/g, ''))
    }
  })

  it('gives the same bytes every time', async () => {
    const first = await render(receiptView(), size)
    await render(receiptView({ number: 'RE-BPI-6911-0043' }), size, copy)
    expect(Buffer.compare(first, await render(receiptView(), size))).toBe(0)
  })

  it('gives the same bytes when its data was stored as JSON', async () => {
    const stored: ReceiptView = JSON.parse(JSON.stringify(receiptView()))
    expect(Buffer.compare(await render(receiptView(), size), await render(stored, size))).toBe(0)
  })
})

describe('a receipt of 60 lines', () => {
  const lines = Array.from({ length: 60 }, (_, i) =>
    receiptLine({ name: `ค่าฝึกเพิ่มรายชั่วโมง ครั้งที่ ${i + 1}.`, costBaht: 450, paidBaht: 450 }),
  )

  it.each(['A4', 'A5'] as const)('repeats the table header on every %s page', async (size) => {
    const pages = await pagesOf(receiptView({ lines }), size)
    expect(pages.length).toBeGreaterThan(1)
    for (const [i, { text }] of pages.entries()) {
      expect(text).toContain('ลำดับ รายการ ราคา')
      expect(text).toContain(`หน้า ${i + 1}/${pages.length}`)
    }
    const text = pages.map((page) => page.text).join('\n')
    for (const line of lines) expect(text.split(line.name)).toHaveLength(2)
  })

  it('is one page on an 80 mm roll', async () => {
    expect(await pagesOf(receiptView({ lines }), '80mm')).toHaveLength(1)
  })
})

it('shows a passport where there is no ID number', async () => {
  const payer = { name: 'Ms. Jane Doe', passport: 'AA1234567', address: '', phone: '' }
  const text = await textOf(receiptView({ payer }))
  expect(text).toContain('เลขที่หนังสือเดินทาง AA1234567')
  expect(text).not.toContain('เลขประจำตัวประชาชน')
  expect(text).not.toContain('ที่อยู่')
})

it("prints the Revenue Department's term for the head office, (สำนักงานใหญ่), for branch 00000", async () => {
  const school = { ...receiptView().school, branch_no: '00000' }
  expect(await textOf(receiptView({ school }))).toContain('(สำนักงานใหญ่)')
})

it('prints satang in the amount in words', async () => {
  const totals = { ...receiptView().totals, paid_now: satang(20_021) }
  expect(await textOf(receiptView({ totals }))).toContain('สองร้อยบาทยี่สิบเอ็ดสตางค์')
})

it.runIf(pdftotext.available)('contains text that poppler extracts', async () => {
  const text = pdftotext.read(await render(receiptView()))
  expect(text).toContain('นางสาวศิรินทร์ทิพย์ ป้ำเจริญสิ้นสุดฟุ้งเฟื่อง')
  expect(text).toContain('สี่พันสามร้อยสามสิบบาทถ้วน')
  expect(text).not.toContain('\u200B')
})

describe.each(sizes)('two receipts in one file on %s', (size) => {
  const second = receiptView({ number: 'RE-BPI-6911-0188', pay_type: 'transfer' })

  it('shows both with their numbers', async () => {
    const views = [receiptView(), second] as const
    const bytes = await renderJob({ kind: 'receipt', views, print: original, size })
    const pages = await readPdf(bytes)
    expect(pages).toHaveLength(size === '80mm' ? 1 : 2)
    const text = pages.map((page) => page.text).join(' ')
    for (const { number } of views) expect(text).toContain(number)
  })
})
