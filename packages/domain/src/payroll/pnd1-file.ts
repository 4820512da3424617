/** The text file of tax withheld from salaries (ภ.ง.ด.1). Source: rules of payroll, section 7. */
import { fieldTitles } from '../field-titles.ts'
import { type Satang, formatBaht } from '../money.ts'
import { personName } from '../person-name.ts'
import { type Day, formatDay } from '../thai-date.ts'
import {
  type FileResult,
  digitsProblem,
  encodeLines,
  encodingProblem,
  problemsOf,
  zeros,
} from './fixed-width.ts'
import { type Month, firstDayOf } from './month.ts'

/** One employee with taxable income. */
export interface Pnd1Row {
  prefix: string
  fname: string
  sname: string
  /** Tax number of the employee: that of the ID card. */
  idcard: string
  pay_date: Day
  income: Satang
  tax: Satang
}

/** Salaries in general, section 40 (1). */
const incomeType = '1'
/** Tax withheld from the income, not borne by the employer. */
const taxCondition = '1'

const separator = '|'

/** `1234.50`: no separators of thousands. */
const plainBaht = (amount: Satang) => formatBaht(amount).replaceAll(',', '')

/** The file, or the problems of the employees. @param tax_id tax number of the employer */
export function pnd1File(tax_id: string, rows: readonly Pnd1Row[]): FileResult {
  const problems = problemsOf([
    digitsProblem(tax_id, 13, { label: fieldTitles.taxId, name: '' }),
    ...rows.flatMap((row) => {
      const name = personName(row)
      return [
        digitsProblem(row.idcard, 13, { label: fieldTitles.idcard, name }),
        ...[row.prefix, row.fname, row.sname].map((text) => encodingProblem(text, name, separator)),
      ]
    }),
  ])
  if (problems.length > 0) return { problems }
  const lines = rows.map((row, i) =>
    [
      zeros(i + 1, rows.length > 999 ? String(rows.length).length : 3),
      tax_id,
      row.idcard,
      row.prefix,
      row.fname,
      row.sname,
      incomeType,
      formatDay(row.pay_date).replaceAll('/', ''),
      plainBaht(row.income),
      plainBaht(row.tax),
      taxCondition,
    ].join(separator),
  )
  return { bytes: encodeLines(lines) }
}

/** `{tax number}OZZZZZP01{year BE}{month}00.txt` */
export const pnd1FileName = (tax_id: string, month: Month): string => {
  const [, , year = ''] = formatDay(firstDayOf(month)).split('/')
  return `${tax_id}OZZZZZP01${year}${month.slice(5)}00.txt`
}
