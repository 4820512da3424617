/** The lines that a month proposes before contributions and tax: pay, absences, work, standing items, loans. */
import { fieldTitles } from '../field-titles.ts'
import { payrollWords } from './payroll-words.ts'
import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'
import { builtInLines, overtimeLine, type LineKind } from './built-in-lines.ts'
import { loanInstalment } from './deductions.ts'
import type { DraftLine, MonthFacts, PayTerms } from './draft.ts'
import {
  type EmploymentPeriod,
  type MonthlyPay,
  dailyWork,
  employedDays,
  monthlyPay,
  rowOn,
  unpaidDays,
  unpaidLeave,
} from './employment.ts'
import { ratio } from './exact.ts'
import { type Explanation, term } from './explanation.ts'
import { computedLine, typedAmount } from './lines.ts'
import { lastDayOf } from './month.ts'
import { overtimePay } from './overtime.ts'
import { rateOn } from './rates.ts'
import { type Day, addDays } from '../thai-date.ts'

export type Proposed = DraftLine & { source: string }

/** A proposed line with defaults for the fields that most lines do not have. */
export const proposed = (
  kind: LineKind,
  source: string,
  figures: { per_value: Satang; value: number; amount: Satang },
  values: Partial<DraftLine> = {},
): Proposed => ({
  ...kind,
  list_payroll_id: null,
  explanation: [],
  work: [],
  payroll_loan_id: null,
  ...values,
  ...figures,
  source,
  carried: zeroSatang,
  proposed: null,
  override_reason: null,
})

/** The figures of a line that is set manually. */
export const filled = (amount: Satang) => ({ per_value: zeroSatang, value: amount, amount })

/** The terms on the last employed day of the month. @throws RangeError without an employed day or terms */
export function lastTerms({ periods, terms, month }: MonthFacts): PayTerms {
  const last = employedDays(periods, month).at(-1)
  const row = last === undefined ? null : rowOn(terms, last)
  if (row === null) throw new RangeError(`no terms of employment in ${month}`)
  return row
}

/** Monthly pay of one kind; days with terms of another kind count as 0. */
function byMonth(facts: MonthFacts, amountOf: (terms: PayTerms) => Satang): MonthlyPay {
  const salaries = facts.terms.map((terms) => ({
    valid_from: terms.valid_from,
    salary: amountOf(terms),
  }))
  return monthlyPay({ periods: facts.periods, salaries }, facts.month, facts.pro_rata)
}

/** The salary of the month, without days that are paid by the day. */
export const salaryOf = (facts: MonthFacts): MonthlyPay =>
  byMonth(facts, (terms) => (terms.is_salary_daily ? zeroSatang : terms.salary))

const extraOf = (facts: MonthFacts): MonthlyPay =>
  byMonth(facts, ({ extra_salary }) => extra_salary)

/** The parts of the employment for which one row of terms is valid. */
function periodsUnder(facts: MonthFacts, row: PayTerms): EmploymentPeriod[] {
  const next = facts.terms.find(({ valid_from }) => valid_from > row.valid_from)
  const until = next === undefined ? null : addDays(next.valid_from, -1)
  const least = (a: Day | null, b: Day | null) => (a === null ? b : b === null ? a : a < b ? a : b)
  return facts.periods.flatMap((period) => {
    const start = period.start > row.valid_from ? period.start : row.valid_from
    const end = least(period.end, until)
    return end !== null && end < start ? [] : [{ start, end }]
  })
}

/** Daily wages, one line for each wage. */
function wageLines(facts: MonthFacts): Proposed[] {
  const { month, holidays, paid_leave, day_off } = facts
  const absences = facts.absences.flatMap(({ day, part }) => (part === 100 ? [day] : []))
  return facts.terms
    .filter(({ is_salary_daily, salary }) => is_salary_daily && salary > 0)
    .flatMap((row) => {
      const periods = periodsUnder(facts, row)
      if (employedDays(periods, month).length === 0) return []
      const days = dailyWork({ periods, day_off }, month, { holidays, paid_leave, absences })
      const figures = computedLine(ratio(row.salary), days.paid * 100)
      const explanation: Explanation = [
        term('+', 'วันทำงาน', { quantity: days.working * 100 }),
        term('+', 'วันหยุดตามประเพณี', { quantity: days.public_holidays * 100 }),
        term('+', 'วันลาที่ได้รับค่าจ้าง', { quantity: days.paid_leave * 100 }),
        term('×', payrollWords.dailyWage, { baht: row.salary }),
        term('=', payrollWords.wage, { baht: figures.amount }),
      ]
      return [proposed(builtInLines.wages, `wages:${row.valid_from}`, figures, { explanation })]
    })
}

/** The deduction for unpaid days of a person with a salary. */
function unpaidLine(facts: MonthFacts, salary: Satang, paid: Satang): Proposed[] {
  const days = unpaidDays(facts.absences, facts.periods, facts.month)
  const amount = unpaidLeave(salary, days, paid)
  if (amount === 0) return []
  const per_value = computedLine(ratio(salary, 30), 100).amount
  const explanation = [
    term('+', payrollWords.salary, { baht: salary }),
    term('÷', 'วัน', { quantity: 3_000 }),
    term('×', 'วันที่ไม่ได้รับค่าจ้าง', { quantity: days }),
    term('=', builtInLines.unpaid.name, { baht: amount }),
  ]
  const figures = { per_value, value: days, amount }
  return [proposed(builtInLines.unpaid, 'unpaid', figures, { explanation })]
}

function overtimeLines(facts: MonthFacts, terms: PayTerms): Proposed[] {
  const on = { day: lastDayOf(facts.month), province: facts.province }
  const overtime = rateOn(facts.rates, 'overtime', on)
  const time = rateOn(facts.rates, 'working_time', on)
  if (overtime === null || time === null) return []
  return facts.overtime.flatMap((work) => {
    if (work.hours === 0) return []
    const type = terms.is_salary_daily ? 'daily' : 'monthly'
    const pay = overtimePay(work, { wage: terms.salary, type }, { overtime, time })
    const figures = { ...computedLine(pay.rate, work.hours), amount: pay.amount }
    const { explanation } = pay
    return [proposed(overtimeLine(work.kind), `overtime:${work.kind}`, figures, { explanation })]
  })
}

function standingLines(facts: MonthFacts): Proposed[] {
  return facts.standing.map(({ per_value, value, ...item }) => {
    const amount = typedAmount({ condition: item.condition, per_value, value })
    return proposed(item, `standing:${item.list_payroll_id}`, { per_value, value, amount }, item)
  })
}

function workLines(facts: MonthFacts): Proposed[] {
  return facts.work.map(({ source, rate, work, ...item }) => {
    const quantity = work.reduce((total, row) => total + row.quantity, 0)
    const figures = computedLine(ratio(rate), quantity)
    const explanation = [
      term('+', fieldTitles.rate, { baht: rate }),
      term('×', fieldTitles.quantity, { quantity }),
      term('=', item.name, { baht: figures.amount }),
    ]
    return proposed(item, source, figures, { ...item, explanation, work })
  })
}

function loanLines({ loans, month }: MonthFacts): Proposed[] {
  return loans.flatMap((loan) => {
    const amount = loanInstalment(loan, month)
    if (amount === 0) return []
    const { payroll_loan_id, type, instalment, balance } = loan
    const explanation = [
      term('+', 'งวดละ', { baht: instalment }),
      term('+', fieldTitles.balance, { baht: balance }),
      term('=', 'หักคืนงวดนี้ไม่เกินยอดคงเหลือ', { baht: amount }),
    ]
    const values = { payroll_loan_id, explanation }
    return [proposed(builtInLines[type], `loan:${payroll_loan_id}`, filled(amount), values)]
  })
}

/** The lines in the order of the payslip. */
export function proposeEarnings(facts: MonthFacts): Proposed[] {
  const terms = lastTerms(facts)
  const salary = salaryOf(facts)
  const extra = extraOf(facts)
  const isPaidByMonth = salary.parts.some((part) => part.salary > 0)
  const lastSalary = terms.is_salary_daily
    ? (salary.parts.findLast((part) => part.salary > 0)?.salary ?? zeroSatang)
    : terms.salary
  const { explanation } = salary
  return [
    ...(isPaidByMonth
      ? [proposed(builtInLines.salary, 'salary', filled(salary.amount), { explanation })]
      : []),
    ...wageLines(facts),
    ...(extra.amount > 0
      ? [
          proposed(builtInLines.extra, 'extra', filled(extra.amount), {
            explanation: extra.explanation,
          }),
        ]
      : []),
    ...overtimeLines(facts, terms),
    ...workLines(facts),
    ...standingLines(facts),
    ...unpaidLine(facts, lastSalary, salary.amount),
    ...loanLines(facts),
    ...facts.carried.map(({ source, amount, list_payroll_id, ...kind }) =>
      proposed({ ...kind, condition: 'fill' }, source, filled(amount), { list_payroll_id }),
    ),
  ]
}

/** The sum of lines with one source, or of those whose source begins with it and a colon. */
export const amountFrom = (lines: readonly DraftLine[], source: string): Satang =>
  satang(
    sumSatang(
      lines
        .filter((line) => line.source === source || line.source?.startsWith(`${source}:`))
        .map(({ amount }) => amount),
    ),
  )
