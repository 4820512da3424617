/** Prints certificates of withheld tax (50 ทวิ) for payees. Source: Revenue Code s.50 bis. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { returnOfPayee, withheldTaxTitle } from '@khapdee/domain/withheld-tax'
import { formatDay } from '@khapdee/domain/thai-date'
import { zeroSatang } from '@khapdee/domain/money'
import { taxCertificateTitle } from '@khapdee/domain/payroll/tax-certificate'
import type { TaxCertificateView } from '../../adapters/pdf/payroll-view.ts'
import type { UserContext } from '../../kernel/context.ts'
import { stateError } from '../../kernel/errors.ts'
import { nextNumber } from '../account-entry/next-code.ts'
import { entryToPrint, printEntryDocument } from '../account-entry/entry-document.ts'

const notWithheld = () => stateError(`รายการนี้ไม่มี${withheldTaxTitle}ที่บันทึกแล้ว`)

/**
 * Returns a link to the certificate of an expense; see `printEntryDocument`. With another address
 * than before, it is issued again under its number.
 * @throws NOT_FOUND; STATE for an entry without withheld tax or without its payee, and for a voided
 * one that has none
 */
export async function printTaxCertificate(
  ctx: UserContext,
  { entry_id, address }: InputOf<typeof withheldTax.certificate>,
): Promise<{ pdf: string }> {
  const entry = await entryToPrint(ctx, entry_id)
  const { branch_id, status, payee, payee_tax_id, wht_value } = entry
  if (wht_value === zeroSatang || status === 'draft') throw notWithheld()
  const form = returnOfPayee(payee_tax_id)
  if (payee === '' || form === null)
    throw stateError(`กรุณากรอกชื่อและเลขประจำตัวผู้เสียภาษีของผู้รับเงินก่อนออก${taxCertificateTitle}`)
  return printEntryDocument(
    ctx,
    'tax_certificate',
    entry,
    async ({ school }, at, issued) => {
      if (status === 'void') throw notWithheld()
      const today = ctx.clock.today()
      const number = issued ?? (await nextNumber(ctx, 'WT', branch_id, today))
      const snapshot: TaxCertificateView = {
        school,
        number,
        issued_at: at,
        day: today,
        payee: { name: payee, tax_id: payee_tax_id, address },
        return: form,
        rows: [
          {
            kind: 'contract',
            detail: entry.name,
            paid_on: formatDay(entry.date),
            paid: entry.value,
            tax: wht_value,
          },
        ],
        social_security: zeroSatang,
        provident_fund: zeroSatang,
        condition: 'withheld',
        issuer: ctx.actor.name,
      }
      return { number, snapshot }
    },
    // Safe: the stored documents of this kind are such views.
    (stored) => (stored as TaxCertificateView).payee.address !== address,
  )
}
