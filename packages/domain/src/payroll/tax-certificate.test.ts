import { expect, it } from 'vitest'
import { satang } from '../money.ts'
import { day } from '../thai-date.ts'
import {
  type CertificateIncomeKind,
  cancelledCertificate,
  taxCertificate,
} from './tax-certificate.ts'

const payment = (kind: CertificateIncomeKind, pay_date: string, income: number, tax: number) => ({
  kind,
  pay_date: day(pay_date),
  income: satang(income),
  tax: satang(tax),
  social_security: satang(kind === 'salary' ? 87_500 : 0),
  provident_fund: satang(0),
})
const payments = [
  payment('contract', '2026-06-30', 1_000_000, 30_000),
  payment('salary', '2026-01-31', 3_000_000, 16_458),
  payment('salary', '2026-02-28', 3_000_000, 16_458),
  payment('salary', '2025-12-31', 9, 9),
]

it('sums the payments of a year by kind of income, in the order of the form', () => {
  expect(taxCertificate(payments, 2026)).toEqual({
    rows: [
      { kind: 'salary', paid: 6_000_000, tax: 32_916 },
      { kind: 'contract', paid: 1_000_000, tax: 30_000 },
    ],
    social_security: 175_000,
    provident_fund: 0,
  })
})

it('shows 0 in each row of a cancelled certificate', () => {
  expect(cancelledCertificate(taxCertificate(payments, 2026))).toEqual({
    rows: [
      { kind: 'salary', paid: 0, tax: 0 },
      { kind: 'contract', paid: 0, tax: 0 },
    ],
    social_security: 0,
    provident_fund: 0,
  })
})
