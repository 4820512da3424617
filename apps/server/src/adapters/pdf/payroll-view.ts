/** The printed data of payslips and certificates of withheld tax as plain JSON; see `view.ts` for the units. */
import type {
  CertificateIncomeKind,
  WithholdingCondition,
  WithholdingReturn,
} from '@khapdee/domain/payroll/tax-certificate'
import type { Month } from '@khapdee/domain/payroll/month'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { SchoolView } from './view.ts'

/** A certificate of withheld tax (50 ทวิ) for an employee, a contractor or a supplier. */
export interface TaxCertificateView {
  /** The payer, with the name of the taxpayer, its tax number and address. */
  school: SchoolView
  /** `WT-KKN-6911-0001` */
  number: string
  issued_at: string
  /** The day of issue. */
  day: Day
  payee: {
    /** The full name with its prefix, or that of a company. */
    name: string
    /** The tax number, which is that of the ID card for people; 13 digits. */
    tax_id: string
    address: string
  }
  return: WithholdingReturn
  /** Of one or more kinds of income; several of one kind differ in their details. */
  rows: {
    kind: CertificateIncomeKind
    /** The reason of the payment, such as `ค่าซ่อมรถ`; an empty text for salaries. */
    detail: string
    /** The pay day `30/11/2569`, or the year of tax `2569`. */
    paid_on: string
    paid: Satang
    tax: Satang
  }[]
  social_security: Satang
  provident_fund: Satang
  condition: WithholdingCondition
  /** Name of the user who issued it. */
  issuer: string
}

export interface PayslipLineView {
  name: string
  /** The computation, such as `8 ชั่วโมง × 62.50`; an empty text for an amount set manually. */
  detail: string
  amount: Satang
}

/** The payslip of a person's approved month. */
export interface PayslipView {
  school: SchoolView
  /** `PS-KKN-6911-0001` */
  number: string
  issued_at: string
  /** How often the month was reopened and approved again. */
  revision: number
  month: Month
  pay_date: Day
  employee: {
    name: string
    /** Masked. */
    idcard: string
    position: string
    department: string
  }
  pay_type: 'cash' | 'transfer'
  /** The account of a transfer. */
  account?: { bank: string; number: string }
  income: PayslipLineView[]
  deduction: PayslipLineView[]
  /** Sums of the year of tax with this month. */
  year_to_date: {
    income: Satang
    tax: Satang
    social_security: Satang
    provident_fund: Satang
    employee_welfare: Satang
  }
}
