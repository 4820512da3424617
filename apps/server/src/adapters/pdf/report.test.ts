import { satang } from '@khapdee/domain/money'
import { expect, it } from 'vitest'
import type { ReportTable } from './account-view.ts'
import { renderJob } from './job.ts'
import { reportView } from './test/account-samples.ts'
import { readPdf } from './test/read-pdf.ts'
import { original } from './test/sample-views.ts'

const number = 'RE-KKN-6911-0004'
/** A list of entries: a day, a number, two texts and two amounts. */
const entries: ReportTable = {
  columns: [
    ...['วันที่', 'เลขที่', 'รายการ', 'ผู้จ่าย/ผู้รับเงิน', 'วิธีชำระเงิน'].map((title) => ({
      title,
      kind: 'text' as const,
    })),
    ...['รายรับ', 'รายจ่าย'].map((title) => ({ title, kind: 'money' as const })),
  ],
  rows: Array.from({ length: 20 }, () => ({
    level: 'row',
    cells: [
      '01/11/2569',
      number,
      'รถยนต์ เกียร์ธรรมดา พร้อมสอบใบขับขี่ (15 ชม.)',
      'เบญจมาศ ศิริวารินทร์',
      'โอนเงิน',
      { satang: satang(12_345_600) },
      null,
    ],
  })),
}

it('a list of entries keeps the days and the numbers of documents on one line', async () => {
  const view = reportView({ tables: [entries] })
  const pages = readPdf(await renderJob({ kind: 'report', view, print: original }))
  const text = pages.map((page) => page.text).join('')
  expect(text.split(number)).toHaveLength(21)
  expect(text.split('01/11/2569')).toHaveLength(21)
})

it('the headings of a table of sums are shown', async () => {
  const pages = readPdf(await renderJob({ kind: 'report', view: reportView(), print: original }))
  expect(pages[0]?.text).toContain('รายรับ')
})
