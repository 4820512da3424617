/**
 * The legs of an approved month in the books: the cost of the pay, and the amounts owed to people
 * and authorities. Paying the owed amounts is no further expense. Source: product specification,
 * section 10b.
 */
import type { PayType } from '../application/status.ts'
import { type Satang, satang, sumSatang } from '../money.ts'
import type { DeductionKind } from './deductions.ts'
import type { DeductionPosting } from './lines.ts'
import { payrollWords } from './payroll-words.ts'

/** The recipients of withheld money. */
export const authorities = {
  revenue: { label: 'กรมสรรพากร' },
  social_security: { label: 'สำนักงานประกันสังคม' },
  employee_welfare: { label: payrollWords.employeeWelfare },
  provident_fund: { label: payrollWords.providentFund },
  student_loan: { label: 'กยศ.' },
  other: { label: 'หน่วยงานอื่น' },
} as const
export type Authority = keyof typeof authorities

/** The authority to which a deduction of this kind is remitted. */
export function authorityOf(kind: DeductionKind): Authority {
  if (kind === 'tax') return 'revenue'
  if (kind === 'sso') return 'social_security'
  if (kind === 'ewf') return 'employee_welfare'
  return kind === 'provident_fund' || kind === 'student_loan' ? kind : 'other'
}

/** The posting of a person's approved month; all amounts in satang, not negative. */
export interface ApprovedPay {
  pay_type: PayType
  /** Sum of the income lines. */
  income: Satang
  deductions: readonly { kind: DeductionKind; posting: DeductionPosting; amount: Satang }[]
  /** Shares of the employer, which are not part of the pay. */
  employer: readonly { authority: Authority; amount: Satang }[]
}

/**
 * One leg. `value` is positive for cost and negative for amounts owed, recovered or earned, so that
 * all legs of a month sum to 0.
 */
export type PostingLeg =
  /** Pay after the deductions that reduce it. */
  | { leg: 'gross_pay'; value: Satang }
  | { leg: 'employer_share'; authority: Authority; value: Satang }
  | { leg: 'net_pay'; pay_type: PayType; value: Satang }
  /** The amount withheld for the authority, and the share of the employer. */
  | { leg: 'authority_dues'; authority: Authority; value: Satang }
  /** Moves no money: lowers the balance of an advance or a loan. */
  | { leg: 'recovered_advance'; value: Satang }
  /** Moves no money: income of the school, such as for damages. */
  | { leg: 'school_income'; value: Satang }

/** The legs of a branch's month, each kind once, without those of 0. */
export function postingLegs(people: readonly ApprovedPay[]): PostingLeg[] {
  const legs = new Map<string, PostingLeg>()
  const add = (leg: PostingLeg) => {
    const { value, ...identity } = leg
    const key = JSON.stringify(identity)
    legs.set(key, { ...leg, value: satang((legs.get(key)?.value ?? 0) + value) })
  }
  const minus = (value: number) => satang(-value)
  for (const { pay_type, income, deductions, employer } of people) {
    const amountOf = (list: readonly { amount: Satang }[]) =>
      sumSatang(list.map(({ amount }) => amount))
    const reduced = amountOf(deductions.filter(({ posting }) => posting === 'reduces_pay'))
    add({ leg: 'gross_pay', value: satang(income - reduced) })
    add({ leg: 'net_pay', pay_type, value: minus(income - amountOf(deductions)) })
    for (const { kind, posting, amount } of deductions) {
      if (posting === 'withheld_for')
        add({ leg: 'authority_dues', authority: authorityOf(kind), value: minus(amount) })
      if (posting === 'recovers_advance') add({ leg: 'recovered_advance', value: minus(amount) })
      if (posting === 'school_income') add({ leg: 'school_income', value: minus(amount) })
    }
    for (const { authority, amount } of employer) {
      add({ leg: 'employer_share', authority, value: amount })
      add({ leg: 'authority_dues', authority, value: minus(amount) })
    }
  }
  return [...legs.values()].filter(({ value }) => value !== 0)
}
