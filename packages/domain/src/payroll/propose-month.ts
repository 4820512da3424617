/**
 * The pay of a person for a month: unchanged lines are proposed anew, then contributions and tax on
 * the result, then deductions taken in their order. Repeating it changes nothing. Source: product
 * specification, sections 10 and 10b.
 */
import { fieldTitles } from '../field-titles.ts'
import { payrollWords } from './payroll-words.ts'
import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'
import { builtInLines } from './built-in-lines.ts'
import {
  type Contribution,
  ewfContribution,
  isSsoMember,
  noContribution,
  ssoContribution,
  ssoWage,
} from './contributions.ts'
import { deductionKinds, type DeductionKind, takeDeductions } from './deductions.ts'
import type { DraftLine, MonthDraft, MonthFacts, MonthFigures, PayTerms } from './draft.ts'
import { leavesIn, unpaidDays, workedShare } from './employment.ts'
import { fromBasisPoints, product, ratio, roundHalfUp } from './exact.ts'
import { type Explanation, term } from './explanation.ts'
import { type PayBases, mergeLines, payBases, payTotals } from './lines.ts'
import { lastDayOf, periodsLeft } from './month.ts'
import {
  type Proposed,
  amountFrom,
  filled,
  lastTerms,
  proposeEarnings,
  proposed,
  salaryOf,
} from './propose-earnings.ts'
import { rateOn } from './rates.ts'
import { allowancesOf, annualTax } from './tax.ts'
import { type Withholding, contractorTax, withhold } from './withholding.ts'

/** Sources of the lines that depend on all others. */
const statutory = new Set(['tax', 'sso', 'ewf', 'provident_fund'])
const isStatutory = ({ source }: DraftLine): boolean => source !== null && statutory.has(source)

/** Deductions that reduce pay never exceed the income. */
function limitReductions(lines: readonly DraftLine[]): DraftLine[] {
  let left = payTotals(lines.filter(({ type }) => type === 'income').map(asPayLine))
    .income as number
  return lines.map((line) => {
    if (line.posting !== 'reduces_pay') return line
    const amount = satang(Math.min(line.amount, left))
    left -= amount
    return { ...line, amount, carried: satang(line.amount - amount) }
  })
}

const asPayLine = (line: DraftLine) => ({ ...line, side: line.type })

interface Contributions {
  sso: Contribution
  ewf: Contribution
  provident_fund: Satang
  pvdExplanation: Explanation
  sso_wage: Satang
}

function contributions(facts: MonthFacts, terms: PayTerms, bases: PayBases): Contributions {
  const { rates, province, month, periods } = facts
  const on = { day: lastDayOf(month), province }
  const none = {
    sso: noContribution,
    ewf: noContribution,
    provident_fund: zeroSatang,
    pvdExplanation: [],
    sso_wage: zeroSatang,
  }
  if (terms.pay_as === 'contractor') return none
  const unpaid = unpaidDays(facts.absences, periods, month)
  const worked = workedShare(salaryOf(facts).share, unpaid)
  const sso_wage = ssoWage({ fixed: bases.sso, declared: terms.sso_salary, worked })
  const limits = rateOn(rates, 'sso_base', on)
  const shares = rateOn(rates, 'sso_share', on)
  const first_employed = periods.map(({ start }) => start).toSorted()[0] ?? on.day
  const isMember = isSsoMember({
    registered: terms.sso_member,
    birthday: facts.birthday,
    first_employed,
  })
  const ewfRate = rateOn(rates, 'ewf', on)
  const pvd = roundHalfUp(product(ratio(bases.sso), fromBasisPoints(terms.pvd_rate)))
  return {
    sso:
      isMember && limits !== null && shares !== null
        ? ssoContribution(sso_wage, limits, shares)
        : noContribution,
    ewf:
      ewfRate === null
        ? noContribution
        : ewfContribution(bases.sso, ewfRate, {
            is_on: facts.is_ewf_on,
            // Members of a provident fund are exempt by law.
            exempt: terms.ewf_exempt || terms.pvd_rate > 0,
            employees: facts.employees,
          }),
    provident_fund: pvd,
    pvdExplanation: [
      term('+', payrollWords.wage, { baht: bases.sso }),
      term('×', fieldTitles.rate, { percent: terms.pvd_rate }),
      term('=', builtInLines.provident_fund.name, { baht: pvd }),
    ],
    sso_wage,
  }
}

const noTax: Withholding = {
  regular_tax: zeroSatang,
  irregular_tax: zeroSatang,
  tax: zeroSatang,
  plan: zeroSatang,
  explanation: [],
}

/** The tax of a contractor: a part of every fee, computed from the taxable amount. */
function contractorTaxOf({ rates, province, pay_date }: MonthFacts, bases: PayBases): Withholding {
  const rate = rateOn(rates, 'contractor_tax', { day: pay_date, province })?.rate ?? 0
  const fee = satang(bases.taxable_regular + bases.taxable_irregular)
  const tax = contractorTax(fee, rate)
  const explanation = [
    term('+', 'ค่าจ้างทำของ', { baht: fee }),
    term('×', fieldTitles.rate, { percent: rate }),
    term('=', builtInLines.tax.name, { baht: tax }),
  ]
  return { ...noTax, irregular_tax: tax, tax, explanation }
}

/** @param paid contributions of this month, as they are deducted */
function taxOf(
  facts: MonthFacts,
  terms: PayTerms,
  lines: readonly DraftLine[],
  bases: PayBases,
  paid: { sso: Satang; provident_fund: Satang },
): Withholding {
  if (terms.pay_as === 'contractor') return contractorTaxOf(facts, bases)
  const { rates, province, pay_date, earlier } = facts
  const on = { day: pay_date, province }
  const rate = rateOn(rates, 'tax', on)
  const allowance = rateOn(rates, 'allowances', on)
  if (rate === null || allowance === null) return noTax
  const periods_left = leavesIn(facts.periods, facts.month) ? 1 : periodsLeft(pay_date)
  // The pay of a whole month at the terms of the last day, without the effects of joining or a
  // raise during the month, or of unpaid days.
  const whole = terms.is_salary_daily
    ? bases.taxable_regular
    : bases.taxable_regular +
      amountFrom(lines, 'unpaid') +
      (terms.salary - amountFrom(lines, 'salary')) +
      (terms.extra_salary - amountFrom(lines, 'extra'))
  const usual = satang(Math.max(0, whole))
  const ofYear = (before: Satang, now: Satang) => satang(before + now * periods_left)
  const funds = {
    social_security: ofYear(earlier.sso, paid.sso),
    provident_fund: ofYear(earlier.provident_fund, paid.provident_fund),
  }
  const payment = {
    regular: bases.taxable_regular,
    usual,
    irregular: bases.taxable_irregular,
    periods_left,
  }
  return withhold(payment, earlier, facts.before, (income) =>
    annualTax(income, allowancesOf(terms.claim, funds, allowance, income), rate),
  )
}

/** The amount that a user set instead of a proposed one; null without one. */
const overrideOf = (stored: readonly DraftLine[], source: string): Satang | null =>
  stored.find((line) => line.source === source && line.override_reason !== null)?.amount ?? null

const isTaken = (line: DraftLine): boolean =>
  line.type === 'deduction' && line.posting !== 'reduces_pay'

/** Takes the deductions from the pay in their order; the positions of the lines do not change. */
function takeFrom(pay: Satang, lines: readonly DraftLine[]): DraftLine[] {
  const wanted = lines.flatMap((line, place) =>
    isTaken(line)
      ? [
          {
            kind: line.category in deductionKinds ? (line.category as DeductionKind) : 'other',
            amount: line.amount,
            has_consent: true,
            place,
          } as const,
        ]
      : [],
  )
  const taken = new Map(takeDeductions(pay, wanted).map((item) => [item.place, item]))
  return lines.map((line, place) => {
    const item = taken.get(place)
    return item === undefined ? line : { ...line, amount: item.taken, carried: item.carried }
  })
}

/** Lines with the present explanation of their amounts, and the present proposal for amounts that a user changed. */
const withProposals = (lines: readonly DraftLine[], now: readonly Proposed[]): DraftLine[] => {
  const bySource = new Map(now.map((line) => [line.source, line]))
  return lines.map((line) => {
    if (line.source === null) return line
    const next = bySource.get(line.source)
    const proposal = { explanation: next?.explanation ?? [], work: next?.work ?? [] }
    if (line.override_reason === null) return { ...line, ...proposal }
    return { ...line, ...proposal, proposed: next?.amount ?? zeroSatang }
  })
}

/**
 * Proposes the lines of a month.
 * @param stored the lines of the month; those that a user added or changed are kept
 * @throws RangeError for a month without an employed day
 */
export function proposeMonth(facts: MonthFacts, stored: readonly DraftLine[]): MonthDraft {
  const terms = lastTerms(facts)
  const wanted = stored.map((line) => ({
    ...line,
    amount: satang(line.amount + line.carried),
    carried: zeroSatang,
  }))
  const earnings = proposeEarnings(facts)
  const kept = wanted.filter((line) => !isStatutory(line))
  const first = mergeLines(kept, earnings)
  const lines = limitReductions(withProposals(first.lines, earnings))
  const bases = payBases(lines.map(asPayLine))
  const funds = contributions(facts, terms, bases)
  const paid = {
    sso: overrideOf(wanted, 'sso') ?? funds.sso.employee,
    provident_fund: overrideOf(wanted, 'provident_fund') ?? funds.provident_fund,
  }
  const tax = taxOf(facts, terms, lines, bases, paid)
  const { sso, ewf, provident_fund } = funds
  const due = [
    proposed(builtInLines.tax, 'tax', filled(tax.tax), { explanation: tax.explanation }),
    ...(terms.pay_as === 'employee' && terms.sso_member
      ? [proposed(builtInLines.sso, 'sso', filled(sso.employee), { explanation: sso.explanation })]
      : []),
    ...(ewf.employee > 0
      ? [proposed(builtInLines.ewf, 'ewf', filled(ewf.employee), { explanation: ewf.explanation })]
      : []),
    ...(provident_fund > 0
      ? [
          proposed(builtInLines.provident_fund, 'provident_fund', filled(provident_fund), {
            explanation: funds.pvdExplanation,
          }),
        ]
      : []),
  ]
  const second = mergeLines(wanted.filter(isStatutory), due)
  const all = takeFrom(bases.gross, [...lines, ...withProposals(second.lines, due)])
  return {
    lines: all,
    figures: figuresOf(facts, all, bases, funds, tax),
    differences: [...first.differences, ...second.differences],
  }
}

function figuresOf(
  facts: MonthFacts,
  lines: readonly DraftLine[],
  bases: PayBases,
  funds: Contributions,
  tax: Withholding,
): MonthFigures {
  const ofCategory = (category: DeductionKind) =>
    satang(
      sumSatang(lines.filter((line) => line.category === category).map(({ amount }) => amount)),
    )
  const withheld = ofCategory('tax')
  const isAsProposed = withheld === tax.tax
  const irregular_tax = satang(Math.min(tax.irregular_tax, withheld))
  return {
    ...payTotals(lines.map(asPayLine)),
    gross: bases.gross,
    sso_wage: funds.sso_wage,
    sso_base: funds.sso.base,
    sso_employee: ofCategory('sso'),
    sso_employer: funds.sso.employer,
    ewf_wage: funds.ewf.base,
    ewf_employee: ofCategory('ewf'),
    ewf_employer: funds.ewf.employer,
    provident_fund: ofCategory('provident_fund'),
    taxable_regular: bases.taxable_regular,
    taxable_irregular: bases.taxable_irregular,
    tax: withheld,
    regular_tax: satang(withheld - irregular_tax),
    irregular_tax,
    tax_plan: isAsProposed ? tax.plan : null,
    unpaid_days: unpaidDays(facts.absences, facts.periods, facts.month),
  }
}
