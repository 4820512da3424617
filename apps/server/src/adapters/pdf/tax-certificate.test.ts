import { satang } from '@khapdee/domain/money'
import { expect, it } from 'vitest'
import { renderJob } from './job.ts'
import type { TaxCertificateView } from './payroll-view.ts'
import { taxCertificateView } from './test/payroll-samples.ts'
import { readPdf } from './test/read-pdf.ts'
import { original, voided } from './test/sample-views.ts'

const render = (view: TaxCertificateView, print = original) =>
  renderJob({ kind: 'tax-certificate', view, print })

async function copiesOf(view: TaxCertificateView, print?: typeof original) {
  const pages = readPdf(await render(view, print))
  expect(pages).toHaveLength(2)
  return pages.map(({ text }) => text.replaceAll(/\s+/g, ' '))
}

it('a certificate has two copies with payer, payee, income of the year and tax in words', async () => {
  const copies = await copiesOf(taxCertificateView())
  for (const text of copies) {
    for (const expected of [
      'หนังสือรับรองการหักภาษี ณ ที่จ่าย',
      'WT-BPI-6912-0003',
      'โรงเรียนสอนขับรถขับดี (สาขาที่ 00001)',
      '0-4055-61012-34-5',
      'นายก้องเกียรติ ชัยชำนาญ',
      '1-1017-00230-70-8',
      '2569 360,000.00 1,975.00',
      'รวมเงินที่จ่ายและภาษีที่หักนำส่ง 360,000.00 1,975.00',
      'หนึ่งพันเก้าร้อยเจ็ดสิบห้าบาทถ้วน',
      'กองทุนประกันสังคม 10,500.00 บาท',
      'ต้นฉบับ',
    ]) {
      expect(text).toContain(expected)
    }
  }
  expect(copies[0]).toContain('ฉบับที่ 1 สำหรับผู้ถูกหักภาษี')
  expect(copies[1]).toContain('ฉบับที่ 2 สำหรับผู้ถูกหักภาษี')
})

const supplier: Partial<TaxCertificateView> = {
  return: 'pnd53',
  payee: { name: 'บริษัท ศูนย์บริการรถยนต์ จำกัด', tax_id: '0405561098765', address: '' },
  rows: [
    ['ค่าซ่อมรถ', 535_000, 15_000],
    ['ค่าเช่าสนาม', 2_000_000, 100_000],
  ].map(([detail, paid, tax]) => ({
    kind: 'contract',
    detail: String(detail),
    paid_on: '30/11/2569',
    paid: satang(Number(paid)),
    tax: satang(Number(tax)),
  })),
}

it('a certificate to a supplier lists several payments of one kind of income', async () => {
  const [text] = await copiesOf(taxCertificateView(supplier))
  for (const expected of [
    '30/11/2569 5,350.00 150.00',
    'ค่าซ่อมรถ',
    'ค่าเช่าสนาม 30/11/2569 20,000.00 1,000.00',
    'รวมเงินที่จ่ายและภาษีที่หักนำส่ง 25,350.00 1,150.00',
  ]) {
    expect(text).toContain(expected)
  }
})

it('a cancelled certificate keeps its number and shows 0', async () => {
  const [text] = await copiesOf(taxCertificateView(supplier), voided)
  for (const expected of [
    'WT-BPI-6912-0003',
    'ยกเลิกเมื่อ 22/11/2569 09:00 น.',
    'ค่าเช่าสนาม 30/11/2569 0.00 0.00',
    'รวมเงินที่จ่ายและภาษีที่หักนำส่ง 0.00 0.00',
    'ศูนย์บาทถ้วน',
  ]) {
    expect(text).toContain(expected)
  }
  expect(text).not.toContain('1,150.00')
})
