/**
 * Certificates of withheld tax (50 ทวิ): the kinds of income of the form, and the payments to one person in a year. Source:
 * Revenue Code s.50 bis and the form of the Revenue Department; product specification, sections 10 and 10b.
 */
import { fieldTitles } from '../field-titles.ts'
import { headings, stateWords } from '../words.ts'
import { type Satang, sumSatang, zeroSatang } from '../money.ts'
import type { PayKind } from '../employee.ts'
import type { Day } from '../thai-date.ts'
import { digitsProblem } from './fixed-width.ts'
import { taxYearOf } from './month.ts'

export const taxCertificateTitle = 'หนังสือรับรองการหักภาษี ณ ที่จ่าย (50 ทวิ)'
/** For lists and buttons, which have no space for the whole title. */
export const shortCertificateTitle = 'หนังสือรับรอง 50 ทวิ'

/** The kinds of income in the order of the form, with their numbers on it. */
export const certificateIncomeKinds = {
  salary: { number: '1', label: 'เงินเดือน ค่าจ้าง เบี้ยเลี้ยง โบนัส ฯลฯ ตามมาตรา 40 (1)' },
  fee: { number: '2', label: 'ค่าธรรมเนียม ค่านายหน้า ฯลฯ ตามมาตรา 40 (2)' },
  royalty: { number: '3', label: 'ค่าแห่งลิขสิทธิ์ ฯลฯ ตามมาตรา 40 (3)' },
  interest: { number: '4 (ก)', label: 'ดอกเบี้ย ฯลฯ ตามมาตรา 40 (4) (ก)' },
  dividend: { number: '4 (ข)', label: 'เงินปันผล เงินส่วนแบ่งกำไร ฯลฯ ตามมาตรา 40 (4) (ข)' },
  contract: {
    number: '5',
    label:
      'การจ่ายเงินได้ที่ต้องหักภาษี ณ ที่จ่าย ตามคำสั่งกรมสรรพากรที่ออกตามมาตรา 3 เตรส เช่น ค่าจ้างทำของ ค่าบริการ ค่าเช่า ค่าขนส่ง ค่าโฆษณา',
  },
  other: { number: '6', label: headings.other },
} as const
export type CertificateIncomeKind = keyof typeof certificateIncomeKinds
export const certificateIncomeOrder = Object.keys(certificateIncomeKinds) as CertificateIncomeKind[]

/** The return in which the payer reports the tax, in the order of the form. */
export const withholdingReturns = {
  pnd1a: { label: 'ภ.ง.ด.1ก' },
  pnd1a_special: { label: 'ภ.ง.ด.1ก พิเศษ' },
  pnd2: { label: 'ภ.ง.ด.2' },
  pnd3: { label: 'ภ.ง.ด.3' },
  pnd2a: { label: 'ภ.ง.ด.2ก' },
  pnd3a: { label: 'ภ.ง.ด.3ก' },
  pnd53: { label: 'ภ.ง.ด.53' },
} as const
export type WithholdingReturn = keyof typeof withholdingReturns

/** The returns in which pay is reported: salaries, and fees of contractors. */
export const payReturns = { pnd1a: withholdingReturns.pnd1a, pnd3: withholdingReturns.pnd3 }
export type PayReturn = keyof typeof payReturns

/** The kind of income and the return of a kind of pay. */
export const certifiedPay = {
  employee: { kind: 'salary', return: 'pnd1a' },
  contractor: { kind: 'contract', return: 'pnd3' },
} as const satisfies Record<PayKind, { kind: CertificateIncomeKind; return: PayReturn }>

export const taxCertificateStates = {
  valid: { label: stateWords.valid, tone: 'ok' },
  /** Whether pay of its year was approved or reopened after it was issued. */
  differs: { label: 'ยอดเปลี่ยนหลังออก', tone: 'warn' },
  cancelled: { label: stateWords.cancelled, tone: 'danger' },
} as const
export type TaxCertificateState = keyof typeof taxCertificateStates

/** A person whose pay of a year may be certified. */
export interface CertifiedPerson {
  name: string
  /** The tax number, which is that of the ID card. */
  idcard: string
  /** Whether the person has pay of the year in branches that the issuer may not see. */
  hasHiddenPay: boolean
  hasLeft: boolean
  /** Number of months of the year that are not approved yet. */
  waiting: number
}

/**
 * Why no certificate can be issued, in Thai, or null. During the year, an employed person may have
 * months that are not approved.
 */
export function taxCertificateProblem(
  { name, idcard, hasHiddenPay, hasLeft, waiting }: CertifiedPerson,
  { yearIsOver }: { yearIsOver: boolean },
): string | null {
  if (hasHiddenPay) return 'มีเงินเดือนของสาขาที่คุณไม่มีสิทธิ์เห็น'
  const wrong = digitsProblem(idcard, 13, { label: fieldTitles.idcard, name })
  if (wrong !== null) return wrong.message
  return waiting > 0 && (yearIsOver || hasLeft) ? `มีเงินเดือนที่ยังไม่อนุมัติ ${waiting} เดือน` : null
}

/** The party that bears the tax. */
export const withholdingConditions = {
  withheld: { label: 'หัก ณ ที่จ่าย' },
  always_borne: { label: 'ออกให้ตลอดไป' },
  borne_once: { label: 'ออกให้ครั้งเดียว' },
} as const
export type WithholdingCondition = keyof typeof withholdingConditions

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
  social_security: Satang
  provident_fund: Satang
}

/**
 * The figures of a year: a row for each kind of income that was paid.
 * @param year CE
 */
export function taxCertificate(
  payments: readonly CertifiedPayment[],
  year: number,
): TaxCertificate {
  const ofYear = payments.filter(({ pay_date }) => taxYearOf(pay_date) === year)
  const total = (
    list: readonly CertifiedPayment[],
    figure: 'income' | 'tax' | 'social_security' | 'provident_fund',
  ) => sumSatang(list.map((payment) => payment[figure]))
  return {
    rows: certificateIncomeOrder.flatMap((kind) => {
      const list = ofYear.filter((payment) => payment.kind === kind)
      if (list.length === 0) return []
      return [{ kind, paid: total(list, 'income'), tax: total(list, 'tax') }]
    }),
    social_security: total(ofYear, 'social_security'),
    provident_fund: total(ofYear, 'provident_fund'),
  }
}

/** A cancelled certificate keeps its rows and shows 0 in each. */
export const cancelledCertificate = <
  Certificate extends Omit<TaxCertificate, 'rows'> & {
    rows: readonly { paid: Satang; tax: Satang }[]
  },
>(
  certificate: Certificate,
): Certificate => ({
  ...certificate,
  rows: certificate.rows.map((row) => ({ ...row, paid: zeroSatang, tax: zeroSatang })),
  social_security: zeroSatang,
  provident_fund: zeroSatang,
})
