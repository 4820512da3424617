/**
 * Serves sample receipts by signed links. A link contains the settings to preview, which may be unsaved.
 */
import { positions } from '@khapdee/domain/employee'
import { satang, zeroSatang } from '@khapdee/domain/money'
import { namePrefixes } from '@khapdee/domain/person-name'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import type { FastifyInstance } from 'fastify'
import type { ReceiptView } from '../../adapters/pdf/view.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { SampleLink } from '../../kernel/tokens.ts'
import { readBranchHeader } from '../branch-header.ts'
import { receiptView } from '../application/document-views.ts'
import type { Logos } from '../document/logos.ts'
import { sendPdf } from '../document/serve-documents.ts'

/** A course for 5,000 baht with 3,000 baht paid; because of the balance, the PromptPay code is printed. */
const line = {
  name: 'รถยนต์ เกียร์อัตโนมัติ พร้อมสอบใบขับขี่ (15 ชม.)',
  promotion_code: '',
  exam_date: null,
  note: '',
  cost: satang(550_000),
  discount: satang(50_000),
  paid_before: zeroSatang,
  paid_now: satang(300_000),
}

/** A fictional person; the ID number is a test number with a valid check digit. */
const payer = {
  prefix: namePrefixes.mr,
  name: 'ทดสอบ ระบบดี',
  idcard: '1100000000016',
  passport: '',
  phone_1: '0812345678',
  address: '99',
  moo: '1',
  soi: '',
  street: '',
  subdistrict: 'ในเมือง',
  district: 'เมืองขอนแก่น',
  province: 'ขอนแก่น',
  postcode: '40000',
}

async function sampleView(
  services: Services,
  link: SampleLink,
): Promise<{ view: ReceiptView; logo: number | null }> {
  const { branch_id, promptpay_id, settings, printedAt } = link
  const header = await readBranchHeader({ tx: services.db }, branch_id, settings)
  const view = receiptView(
    {
      header: { ...header, promptpay_id },
      customer: payer,
      day: todayInBangkok(new Date(printedAt)),
      issuedAt: printedAt,
      clerk: positions.cashier,
      code: `AP-${header.code}-0000-0000`,
    },
    {
      number: `RE-${header.code}-0000-0000`,
      pay_type: 'cash',
      lines: [{ ...line, is_vat: settings.vat_mode === 'vat7' }],
    },
  )
  return { view, logo: link.logo_file_id ?? header.default_logo_file_id }
}

export function serveSamples(app: FastifyInstance, services: Services, logos: Logos): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/samples/:token/:name',
    async (request, reply) => {
      const link = services.tokens.readSample(request.params.token)
      if (link === null) throw notFound()
      const { view, logo } = await sampleView(services, link)
      const bytes = await services.pdf.render({
        kind: 'receipt',
        views: [await logos.addTo(view, logo)],
        print: { mark: 'sample', printedAt: link.printedAt },
        size: link.settings.receipt_size,
      })
      return sendPdf(reply, bytes, request.params.name)
    },
  )
}
