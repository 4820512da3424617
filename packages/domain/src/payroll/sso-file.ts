/**
 * The text file of monthly contributions for the e-service of social security (สปส.1-10): records of 135 bytes, one header
 * and one for each insured employee. Source: rules of payroll, section 6.
 */
import { fieldTitles } from '../field-titles.ts'
import { namePrefixes, personName } from '../person-name.ts'
import { type Satang, sumSatang } from '../money.ts'
import { type Day, buddhistMonth } from '../thai-date.ts'
import type { BasisPoints } from './exact.ts'
import {
  type FileResult,
  digitsProblem,
  encodeLines,
  encodingProblem,
  left,
  problemsOf,
  zeros,
} from './fixed-width.ts'
import { type Month, firstDayOf } from './month.ts'

/** One insured employee. */
export interface SsoFileRow {
  prefix: string
  fname: string
  sname: string
  idcard: string
  /** The wage of social security as it was in the month, never derived from the contribution. */
  wage: Satang
  employee: Satang
  employer: Satang
}

export interface SsoFileHeader {
  /** Account number of the employer: 10 digits. */
  account: string
  /** Number of the employer's branch: up to 6 digits. */
  branch: string
  pay_date: Day
  month: Month
  company: string
  rate: BasisPoints
}

const prefixCodes: Readonly<Record<string, string>> = {
  [namePrefixes.mr]: '003',
  'Mr.': '003',
  [namePrefixes.miss]: '004',
  'น.ส.': '004',
  Miss: '004',
  'Ms.': '004',
  [namePrefixes.mrs]: '005',
  'Mrs.': '005',
}

/** `DDMMYY` with the Buddhist year. */
const shortDay = (value: Day) =>
  `${value.slice(8, 10)}${value.slice(5, 7)}${buddhistMonth(value).slice(0, 2)}`

/** The file, or the problems of the employees and the employer. */
export function ssoFile(header: SsoFileHeader, rows: readonly SsoFileRow[]): FileResult {
  const problems = problemsOf([
    digitsProblem(header.account, 10, { label: 'เลขที่บัญชีนายจ้าง', name: '' }),
    /^\d{1,6}$/.test(header.branch)
      ? null
      : { name: '', message: 'ลำดับที่สาขาต้องเป็นตัวเลขไม่เกิน 6 หลัก' },
    encodingProblem(header.company, ''),
    ...rows.flatMap((row) => {
      const name = personName(row)
      return [
        digitsProblem(row.idcard, 13, { label: fieldTitles.idcard, name }),
        encodingProblem(row.fname, name),
        encodingProblem(row.sname, name),
        Object.hasOwn(prefixCodes, row.prefix)
          ? null
          : { name, message: `ไม่มีรหัสของคำนำหน้า “${row.prefix}” ในไฟล์ประกันสังคม` },
      ]
    }),
  ])
  if (problems.length > 0) return { problems }
  const employee = sumSatang(rows.map((row) => row.employee))
  const employer = sumSatang(rows.map((row) => row.employer))
  const period = buddhistMonth(firstDayOf(header.month))
  const first = [
    '1',
    header.account,
    header.branch.padStart(6, '0'),
    shortDay(header.pay_date),
    `${period.slice(2)}${period.slice(0, 2)}`,
    left(header.company, 45),
    zeros(header.rate, 4),
    zeros(rows.length, 6),
    zeros(sumSatang(rows.map(({ wage }) => wage)), 15),
    zeros(employee + employer, 14),
    zeros(employee, 12),
    zeros(employer, 12),
  ]
  const details = rows.map((row) => [
    '2',
    row.idcard,
    prefixCodes[row.prefix] ?? '',
    left(row.fname, 30),
    left(row.sname, 35),
    zeros(row.wage, 14),
    zeros(row.employee, 12),
    ' '.repeat(27),
  ])
  return { bytes: encodeLines([first, ...details].map((fields) => fields.join(''))) }
}
