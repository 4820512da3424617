import { noDrawerParts } from '@khapdee/domain/drawer'
import { satang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import { renderJob } from './job.ts'
import { pdftotext } from './test/pdftotext.ts'
import { readPdf } from './test/read-pdf.ts'
import { dayCloseDocument } from './day-close.ts'
import { closingView, copy, movement, original } from './test/sample-views.ts'
import type { ClosingView, Print } from './view.ts'

const render = (view: ClosingView, print: Print = original) =>
  renderJob({ kind: 'closing', view, print })

const pagesOf = async (view: ClosingView, print?: Print) => readPdf(await render(view, print))

async function textOf(view: ClosingView, print?: Print) {
  const pages = await pagesOf(view, print)
  return pages.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
}

/** Number of texts with a strikethrough in the definition. */
const strikethroughsIn = (view: ClosingView) =>
  JSON.stringify(dayCloseDocument(view, original)).split('"lineThrough"').length - 1

describe('the report of a day close', () => {
  it('shows the movements, both sums, the count and the difference with its reason', async () => {
    expect(await pagesOf(closingView())).toHaveLength(1)
    const text = await textOf(closingView())
    for (const expected of [
      'รายงานรับเงินประจำวัน',
      'DC-BPI-6911-0021',
      '21 พฤศจิกายน 2569',
      '21/11/2569 18:05 น.',
      'รับเงิน 2 รายการ',
      'คืนเงิน 1 รายการ',
      'ใบเสร็จที่ยกเลิก 1 รายการ',
      'รวม 3,830.00 1,500.50',
      'เงินโอนตามระบบ 1,500.50',
      'เงินสดตามระบบ 3,830.00',
      'เงินสดที่นับได้ 3,810.00',
      'เงินสดขาด 20.00',
      'ทอนเงินผิด 20 บาท',
      '1,000.00 บาท 3 3,000.00',
      'ผู้จัดทำ',
      'ผู้ตรวจสอบ',
    ]) {
      expect(text).toContain(expected)
    }
  })

  it('names the parts of the expected cash, the movements of the drawer, the deposit and the next float', async () => {
    const view = closingView({
      parts: {
        ...noDrawerParts,
        float: satang(200_000),
        receipts: satang(433_000),
        refunds: satang(-50_000),
        expenses: satang(-30_000),
        deposit: satang(-100_000),
      },
      drawer_moves: [
        {
          kind: 'expenses',
          value: satang(-30_000),
          at: '2026-11-21T04:05:00.000Z',
          user: 'นางสาวสมศรี ใจดี',
          text: 'PV-BPI-6911-0004 วัสดุสำนักงาน',
        },
        {
          kind: 'deposit',
          value: satang(-100_000),
          at: '2026-11-21T05:05:00.000Z',
          user: 'นางสาวสมศรี ใจดี',
          text: 'ฝากช่วงเที่ยง',
        },
      ],
      expected_cash: satang(453_000),
      counted_cash: satang(453_000),
      difference: satang(0),
      deposit: satang(253_000),
      next_float: satang(200_000),
    })
    const text = await textOf(view)
    for (const expected of [
      'รวม 3,830.00 1,500.50',
      'PV-BPI-6911-0004 วัสดุสำนักงาน',
      'ฝากช่วงเที่ยง',
      'รวม -1,300.00',
      'เงินทอนตั้งต้น 2,000.00',
      'รับเงินสด 4,330.00',
      'คืนเงิน -500.00',
      'รายจ่าย -300.00',
      'นำฝากธนาคาร -1,000.00',
      'เงินสดตามระบบ 4,530.00',
      'นำฝากธนาคาร 2,530.00',
      'เงินทอนยกไป 2,000.00',
    ]) {
      expect(text).toContain(expected)
    }
    expect(text).not.toContain('เติมเงินสด')
  })

  it('explains a sum below 0, unless the difference was counted from it', async () => {
    const negative = { denominations: [], expected_cash: satang(-50_000), counted_cash: satang(0) }
    const text = await textOf(closingView({ ...negative, difference: satang(0) }))
    expect(text).toContain('เงินสดตามระบบ -500.00')
    expect(text).toContain('ส่วนต่าง 0.00')
    expect(text).toContain('คืนเงินสดมากกว่าที่รับ 500.00 บาท')
    const earlier = await textOf(closingView({ ...negative, difference: satang(50_000) }))
    expect(earlier).toContain('เงินสดเกิน 500.00')
    expect(earlier).not.toContain('คืนเงินสดมากกว่าที่รับ')
  })

  it('shows voided receipts struck through', () => {
    expect(strikethroughsIn(closingView())).toBe(2)
    expect(strikethroughsIn(closingView({ movements: [movement(1)] }))).toBe(0)
  })

  it('has neither denominations nor reason when only a sum was entered and it matches', async () => {
    const { note: _, ...view } = closingView({ denominations: [], difference: satang(0) })
    const text = await textOf(view)
    expect(text).toContain('ส่วนต่าง 0.00')
    expect(text).not.toContain('ธนบัตรและเหรียญ')
    expect(text).not.toContain('เหตุผลที่เงินสดไม่ตรง')
  })

  it('keeps everything inside the margins', async () => {
    const long = 'พระนางเจ้าสุวัทนาพรรณวดีวงศ์ประเสริฐศักดิ์สิริวัฒนกุลชัยพัฒนาการณ์'
    const view = closingView({
      movements: [movement(1, { customer: long, user: long, paid: satang(9_999_999_99) })],
      note: 'เหตุผล '.repeat(60),
      cashier: long,
    })
    for (const { width, runs } of await pagesOf(view)) {
      for (const run of runs) {
        expect(run.x).toBeGreaterThanOrEqual(30)
        expect(run.x + run.width).toBeLessThanOrEqual(width - 30)
      }
    }
  })

  it('gives the same bytes for the same data, also after it was stored as JSON', async () => {
    const first = await render(closingView())
    await render(closingView({ movements: [movement(9)] }), copy)
    const stored: ClosingView = JSON.parse(JSON.stringify(closingView()))
    expect(Buffer.compare(first, await render(stored))).toBe(0)
  })
})

it('repeats the table header on every page of 500 movements', async () => {
  const movements = Array.from({ length: 500 }, (_, i) => movement(i + 1))
  const pages = await pagesOf(closingView({ movements }))
  expect(pages.length).toBeGreaterThan(10)
  const headed = pages.filter(({ text }) => text.includes('ลำดับ เลขที่ วันเวลา'))
  expect(headed).toEqual(pages.filter(({ text }) => text.includes('RE-BPI-')))
  for (const [i, { text }] of pages.entries()) {
    expect(text).toContain(`หน้า ${i + 1}/${pages.length}`)
  }
  const text = pages.map((page) => page.text).join('\n')
  for (const { number } of movements) expect(text.split(number)).toHaveLength(2)
})

it.runIf(pdftotext.available)('contains text that poppler extracts', async () => {
  const text = pdftotext.read(await render(closingView()))
  expect(text).toContain('ศิรินทร์ทิพย์')
  expect(text).toContain('เงินสดที่นับได้')
  expect(text).not.toContain('\u200B')
})
