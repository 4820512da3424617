/**
 * Sheets of wages, funds and withheld tax: for RD Prep, which maps their columns, and for reports
 * that authorities request. Source: product specification, section 10; rules of payroll, sections
 * 1b, 7 and 9.
 */
import { fieldTitles } from '../field-titles.ts'
import { headings } from '../words.ts'
import { personName } from '../person-name.ts'
import { type Satang, satang, sumSatang } from '../money.ts'
import { type Day, formatDay } from '../thai-date.ts'
import { type FileProblem, digitsProblem, problemsOf } from './fixed-width.ts'
import { payrollWords } from './payroll-words.ts'

/** The pay of one person in the period, satang. */
export interface PaidPerson {
  prefix: string
  fname: string
  sname: string
  /** Tax number, which is that of the ID card. */
  idcard: string
  address: string
  /** The last pay day of the period. */
  pay_date: Day
  /** Pay after the deductions that reduce it. */
  income: Satang
  tax: Satang
  /** The wage from which contributions to the Employee Welfare Fund are computed, and both contributions. */
  ewf_wage: Satang
  ewf_employee: Satang
  ewf_employer: Satang
}

export type SheetCell = string | number | { satang: Satang }

export interface PaySheet {
  columns: readonly { title: string; width: number }[]
  rows: SheetCell[][]
  /** The last row: the sums of the amounts. */
  sums: SheetCell[]
}

interface SheetColumn {
  title: string
  width: number
  cell: (person: PaidPerson, index: number) => SheetCell
}

const money = (title: string, figure: (person: PaidPerson) => Satang): SheetColumn => ({
  title,
  width: 18,
  cell: (person) => ({ satang: figure(person) }),
})

const people: readonly SheetColumn[] = [
  { title: headings.position, width: 8, cell: (_person, index) => index + 1 },
  { title: fieldTitles.taxId, width: 20, cell: ({ idcard }) => idcard },
  { title: 'คำนำหน้า', width: 12, cell: ({ prefix }) => prefix },
  { title: fieldTitles.name, width: 22, cell: ({ fname }) => fname },
  { title: 'นามสกุล', width: 26, cell: ({ sname }) => sname },
]
const payDay: SheetColumn = {
  title: fieldTitles.payDate,
  width: 14,
  cell: ({ pay_date }) => formatDay(pay_date),
}
const income = money(fieldTitles.amountPaid, (person) => person.income)
const tax = money('ภาษีที่หัก', (person) => person.tax)
const fixed = (title: string, value: string): SheetColumn => ({
  title,
  width: 14,
  cell: () => value,
})
const condition = fixed('เงื่อนไขการหัก', '1')
const address: SheetColumn = {
  title: headings.address,
  width: 50,
  cell: (person) => person.address,
}

const hasTaxableIncome = (person: PaidPerson) => person.income > 0

/** The sheets by name: their columns, and the condition for a person to be included. */
const sheets = {
  /** Salaries of a month, section 40 (1). */
  pnd1: {
    columns: [...people, fixed('ประเภทเงินได้', '1'), payDay, income, tax, condition],
    includes: hasTaxableIncome,
  },
  /** Salaries of a year. */
  pnd1a: {
    columns: [...people, address, fixed('ประเภทเงินได้', '1'), income, tax, condition],
    includes: hasTaxableIncome,
  },
  /** Fees of contractors. */
  pnd3: {
    columns: [
      ...people,
      address,
      fixed('ประเภทเงินได้', 'ค่าจ้างทำของ'),
      payDay,
      income,
      tax,
      condition,
    ],
    includes: hasTaxableIncome,
  },
  ewf: {
    columns: [
      ...people,
      money(payrollWords.wage, ({ ewf_wage }) => ewf_wage),
      money('เงินสะสม (ลูกจ้าง)', ({ ewf_employee }) => ewf_employee),
      money('เงินสมทบ (นายจ้าง)', ({ ewf_employer }) => ewf_employer),
      money(headings.total, (person) => satang(person.ewf_employee + person.ewf_employer)),
    ],
    includes: ({ ewf_employee, ewf_employer }: PaidPerson) => ewf_employee + ewf_employer > 0,
  },
  /** Yearly wages, on which the contribution to the Workmen's Compensation Fund is computed. */
  wages: {
    columns: [...people, money('ค่าจ้างทั้งปี', (person) => person.income)],
    includes: hasTaxableIncome,
  },
} as const satisfies Record<
  string,
  { columns: readonly SheetColumn[]; includes: (person: PaidPerson) => boolean }
>
export type PaySheetName = keyof typeof sheets

/** A sheet of the people to be included, or the problems of their tax numbers. */
export function paySheet(
  name: PaySheetName,
  paid: readonly PaidPerson[],
): PaySheet | { problems: FileProblem[] } {
  const { columns, includes } = sheets[name]
  const included = paid.filter(includes)
  const problems = problemsOf(
    included.map((person) =>
      digitsProblem(person.idcard, 13, {
        label: fieldTitles.idcard,
        name: personName(person),
      }),
    ),
  )
  if (problems.length > 0) return { problems }
  const rows = included.map((person, i) => columns.map(({ cell }) => cell(person, i)))
  const sumOf = (column: number): SheetCell => {
    const amounts = rows.flatMap((row) => {
      const cell = row[column]
      return typeof cell === 'object' ? [cell.satang] : []
    })
    if (amounts.length > 0) return { satang: sumSatang(amounts) }
    return column === 0 ? headings.total : ''
  }
  return {
    columns: columns.map(({ title, width }) => ({ title, width })),
    rows,
    sums: columns.map((_, i) => sumOf(i)),
  }
}
