/**
 * The figures of a certificate of withheld tax (50 ทวิ): what was paid to one person in a year, by kind of income. Source:
 * product specification, sections 10 and 10b.
 */
import { type Satang, sumSatang, zeroSatang } from '../money.ts'
import type { Day } from '../thai-date.ts'
import { taxYearOf } from './month.ts'

/** The kinds of income in the order of the form. */
export const certificateIncomeKinds = {
  salary: { label: 'เงินเดือน ค่าจ้าง เบี้ยเลี้ยง โบนัส ฯลฯ ตามมาตรา 40 (1)' },
  fee: { label: 'ค่าธรรมเนียม ค่านายหน้า ฯลฯ ตามมาตรา 40 (2)' },
  contract: { label: 'การจ่ายเงินได้ที่ต้องหักภาษี ณ ที่จ่าย ตามมาตรา 3 เตรส (ค่าจ้างทำของ)' },
} as const
export type CertificateIncomeKind = keyof typeof certificateIncomeKinds
const kinds = Object.keys(certificateIncomeKinds) as CertificateIncomeKind[]

/** A payment of the year, satang. */
export interface CertifiedPayment {
  kind: CertificateIncomeKind
  /** The year of tax is that of the pay day. */
  pay_date: Day
  income: Satang
  tax: Satang
  social_security: Satang
  provident_fund: Satang
}

export interface TaxCertificate {
  rows: { kind: CertificateIncomeKind; paid: Satang; tax: Satang }[]
  paid: Satang
  tax: Satang
  social_security: Satang
  provident_fund: Satang
}

/**
 * The figures of a year. A cancelled certificate keeps its rows and shows 0.
 * @param year CE
 */
export function taxCertificate(
  payments: readonly CertifiedPayment[],
  { year, cancelled }: { year: number; cancelled: boolean },
): TaxCertificate {
  const ofYear = payments.filter(({ pay_date }) => taxYearOf(pay_date) === year)
  const total = (
    list: readonly CertifiedPayment[],
    figure: 'income' | 'tax' | 'social_security' | 'provident_fund',
  ) => (cancelled ? zeroSatang : sumSatang(list.map((payment) => payment[figure])))
  return {
    rows: kinds.flatMap((kind) => {
      const list = ofYear.filter((payment) => payment.kind === kind)
      if (list.length === 0) return []
      return [{ kind, paid: total(list, 'income'), tax: total(list, 'tax') }]
    }),
    paid: total(ofYear, 'income'),
    tax: total(ofYear, 'tax'),
    social_security: total(ofYear, 'social_security'),
    provident_fund: total(ofYear, 'provident_fund'),
  }
}
