import { zeroSatang } from '@khapdee/domain/money'
import { expect, it } from 'vitest'
import type { VoucherView } from './account-view.ts'
import { renderJob } from './job.ts'
import { voucherView } from './test/account-samples.ts'
import { readPdf } from './test/read-pdf.ts'
import { copy, original, voided } from './test/sample-views.ts'
import type { Print } from './view.ts'

const render = (view: VoucherView, print: Print = original) =>
  renderJob({ kind: 'voucher', view, print })

async function textOf(view: VoucherView, print?: Print) {
  const pages = readPdf(await render(view, print))
  expect(pages).toHaveLength(1)
  return pages.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
}

it('a voucher of an expense shows the payee, the withheld tax, and the paid amount in words', async () => {
  const text = await textOf(voucherView())
  for (const expected of [
    'ใบสำคัญจ่าย',
    'ต้นฉบับ',
    'PV-BPI-6911-0042',
    '20 พฤศจิกายน 2569',
    'บริษัท ศูนย์บริการรถยนต์ขอนแก่น จำกัด',
    '0-4055-61098-76-5',
    'INV-2569/0871',
    'ค่าใช้จ่ายยานพาหนะ',
    'จำนวนเงิน 5,350.00',
    'ภาษีหัก ณ ที่จ่าย 150.00',
    'จ่ายสุทธิ 5,200.00',
    'ห้าพันสองร้อยบาทถ้วน',
    'กข 1234 ขอนแก่น',
    '128,450 กม.',
    'บัญชีธนาคาร กสิกรไทย รับโอน บ้านไผ่',
    '2 ไฟล์',
    'ผู้อนุมัติ',
    '(สาขาที่ 00001)',
  ]) {
    expect(text).toContain(expected)
  }
})

it('a voucher of other income shows the payer, and no tax where none is withheld', async () => {
  const income = { side: 'income', wht_value: zeroSatang, number: 'IV-BPI-6911-0003' } as const
  const text = await textOf(voucherView({ ...income, is_pass_through: true }), copy)
  for (const expected of ['ใบสำคัญรับเงิน', 'สำเนา', 'รับเงินจาก', 'รับสุทธิ 5,350.00', 'รายรับแทน'])
    expect(text).toContain(expected)
  expect(text).not.toContain('หัก ณ ที่จ่าย')
})

it('a voucher in cash names the source of cash', async () => {
  const cash = { pay_type: 'cash', paid_through: 'เงินสดย่อย หน้าเคาน์เตอร์' } as const
  expect(await textOf(voucherView(cash))).toContain('แหล่งเงินสด เงินสดย่อย หน้าเคาน์เตอร์')
})

it('a voucher of a voided entry is stamped, and a repeated print has the same bytes', async () => {
  expect(await textOf(voucherView(), voided)).toContain('ยกเลิกเมื่อ 22/11/2569 09:00 น.')
  const [first, second] = await Promise.all([render(voucherView()), render(voucherView())])
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
})
