import { satang, zeroSatang } from '@khapdee/domain/money'
import { expect, it } from 'vitest'
import { renderJob } from './job.ts'
import type { PayslipView } from './payroll-view.ts'
import { payslipLine, payslipView } from './test/payroll-samples.ts'
import { readPdf } from './test/read-pdf.ts'
import { current } from './test/sample-views.ts'

const render = (view: PayslipView) => renderJob({ kind: 'payslip', view, print: current })
const pagesOf = async (view: PayslipView) =>
  readPdf(await render(view)).map(({ text }) => text.replaceAll(/\s+/g, ' '))

it('a payslip shows income, deductions, net pay in words, the sums of the year and how it is paid', async () => {
  const pages = await pagesOf(payslipView())
  expect(pages).toHaveLength(1)
  for (const expected of [
    'สลิปเงินเดือน',
    'PS-BPI-6911-0003',
    'งวด พฤศจิกายน 2569',
    'วันที่จ่าย 30 พฤศจิกายน 2569',
    'โอนเงิน กสิกรไทย',
    '012-3-45678-9',
    'นายก้องเกียรติ ชัยชำนาญ',
    '1-1017-xxxxx-70-8',
    'เงินเดือน 30,000.00 ภาษีหัก ณ ที่จ่าย 164.58',
    '3 ชั่วโมง × 93.75',
    'รวมรายได้ 32,381.25',
    'รวมรายหัก 1,118.33',
    'เงินได้สุทธิ 31,262.92',
    'สามหมื่นหนึ่งพันสองร้อยหกสิบสองบาทเก้าสิบสองสตางค์',
    'ยอดสะสมปี 2569',
    '341,234.56 1,810.38 9,625.00 157.50',
  ]) {
    expect(pages[0]).toContain(expected)
  }
})

it('a payslip omits funds without payments, the bank account for cash, and the deductions if there are none', async () => {
  const { year_to_date, account: _account, ...view } = payslipView()
  const sums = { ...year_to_date, employee_welfare: zeroSatang }
  const [text] = await pagesOf({ ...view, pay_type: 'cash', deduction: [], year_to_date: sums })
  expect(text).toContain('เงินสด')
  expect(text).toContain('เงินได้สุทธิ 32,381.25')
  expect(text).not.toContain('เลขบัญชี')
  expect(text).not.toContain('กองทุน')
})

it('a payslip repeats its table headers on every page of many lines', async () => {
  const income = Array.from({ length: 60 }, (_, i) => payslipLine(`ค่าสอน ${i + 1}`, 10_000))
  const pages = await pagesOf(payslipView({ income }))
  expect(pages.length).toBeGreaterThan(2)
  const heads = pages.filter((text) => text.includes('รายได้ จำนวนเงิน รายหัก จำนวนเงิน'))
  expect(heads.length).toBeGreaterThanOrEqual(pages.length - 1)
  expect(pages.at(-1)).toContain('รวมรายได้ 6,000.00')
})

it('renders the same bytes each time', async () => {
  const view = payslipView({ deduction: [payslipLine('ประกันสังคม', satang(1))] })
  const [first, second] = await Promise.all([render(view), render(view)])
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
})
