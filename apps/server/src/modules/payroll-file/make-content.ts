/** Makes the content of a payroll file from the people who were paid. */
import { banks } from '@khapdee/domain/banks'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type Satang, sumSatang } from '@khapdee/domain/money'
import {
  type BankTransfer,
  bangkokBankFile,
  bankRowHeadings,
  bankRows,
} from '@khapdee/domain/payroll/bank-file'
import {
  type PayrollFileKind,
  payrollFileKinds,
  periodText,
} from '@khapdee/domain/payroll/file-kinds'
import type { FileProblem } from '@khapdee/domain/payroll/fixed-width'
import type { Month } from '@khapdee/domain/payroll/month'
import { type PaySheet, paySheet } from '@khapdee/domain/payroll/pay-sheets'
import { pnd1File } from '@khapdee/domain/payroll/pnd1-file'
import { ssoFile } from '@khapdee/domain/payroll/sso-file'
import { headings } from '@khapdee/domain/words'

import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { type Cell, workbook } from '../../adapters/xlsx/workbook.ts'
import type { PaidRow } from './read-paid.ts'

/** The school as the payer. */
export interface Employer {
  company: string
  tax_id: string
  sso_account: string
  sso_branch: string
  /** Basis points of the wage that an employee pays to social security. */
  sso_rate: number
  /** The account at Bangkok Bank; an empty text for none. */
  bank_account: string
}

export interface FileRequest {
  kind: PayrollFileKind
  month: Month
  period: string
  employer: Employer
}

export type FileContent =
  | { bytes: Uint8Array; count: number; total: Satang }
  | { problems: FileProblem[] }

const transfersOf = (paid: readonly PaidRow[]): BankTransfer[] =>
  paid
    .filter(({ pay_type, net }) => pay_type === 'transfer' && net > 0)
    .map((row) => ({
      bank: row.bank,
      account: row.bank_acc,
      name: `${row.fname} ${row.sname}`.trim(),
      amount: row.net,
      email: row.email,
    }))

/** The bytes of a workbook with one table. */
async function workbookOf(
  request: FileRequest,
  { columns, rows, sums }: { columns: PaySheet['columns']; rows: Cell[][]; sums: Cell[] },
): Promise<Uint8Array> {
  const { label, unconfirmed } = payrollFileKinds[request.kind]
  async function* blocks() {
    yield rows
  }
  const table = {
    title: label,
    notes: [
      `${request.employer.company} ${fieldTitles.taxId} ${request.employer.tax_id} ${fieldTitles.period} ${periodText(request.period)}`,
      ...(unconfirmed === null ? [] : [`รูปแบบนี้ยังไม่ได้รับการยืนยันจาก${unconfirmed}`]),
    ],
    columns,
    rows: blocks(),
    sums: () => sums,
  }
  return buffer(Readable.from(workbook(table), { objectMode: false }))
}

/** A field of CSV (RFC 4180), always in quotes. */
const csvField = (value: string) => `"${value.replaceAll('"', '""')}"`

/** CSV in UTF-8 with a byte order mark, by which Excel recognises the encoding. */
const csvOf = (rows: readonly (readonly string[])[]): Uint8Array =>
  new TextEncoder().encode(
    `\uFEFF${rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('')}`,
  )

async function bankContent(request: FileRequest, paid: readonly PaidRow[]): Promise<FileContent> {
  const transfers = transfersOf(paid)
  const total = sumSatang(transfers.map(({ amount }) => amount))
  const count = transfers.length
  if (count === 0) return { problems: [] }
  if (request.kind === 'bank_bangkok') {
    const { bank_account: account, company } = request.employer
    const pay_date = paid[0]?.pay_date
    if (pay_date === undefined) return { problems: [] }
    if (account === '')
      return { problems: [{ name: '', message: 'กรุณาเพิ่มบัญชีธนาคารกรุงเทพของโรงเรียนก่อน' }] }
    const file = bangkokBankFile({ account, company, pay_date }, transfers)
    return 'problems' in file ? file : { bytes: file.bytes, count, total }
  }
  const table = bankRows(transfers)
  if ('problems' in table) return table
  if (request.kind === 'bank_csv')
    return { bytes: csvOf([bankRowHeadings, ...table.rows]), count, total }
  const widths = [8, 12, 20, 30, 16, 30]
  const bytes = await workbookOf(request, {
    columns: [...bankRowHeadings, fieldTitles.bank].map((title, i) => ({
      title,
      width: widths[i] ?? 24,
    })),
    // Numbers of accounts and banks stay texts, because a spreadsheet would drop their zeros.
    rows: table.rows.map((row, i) => [
      i + 1,
      ...row.slice(1, 4),
      { satang: transfers[i]?.amount ?? total },
      row[5] ?? '',
      banks[transfers[i]?.bank ?? '']?.label ?? '',
    ]),
    sums: [headings.total, '', '', '', { satang: total }, '', ''],
  })
  return { bytes, count, total }
}

function ssoContent({ employer, month }: FileRequest, paid: readonly PaidRow[]): FileContent {
  const members = paid.filter(
    ({ pay_as, sso_employee }) => pay_as === 'employee' && sso_employee > 0,
  )
  const pay_date = members[0]?.pay_date
  if (pay_date === undefined) return { problems: [] }
  const file = ssoFile(
    {
      account: employer.sso_account,
      branch: employer.sso_branch,
      pay_date,
      month,
      company: employer.company,
      rate: employer.sso_rate,
    },
    members.map((row) => ({
      ...row,
      wage: row.sso_wage,
      employee: row.sso_employee,
      employer: row.sso_employer,
    })),
  )
  if ('problems' in file) return file
  const total = sumSatang(members.flatMap((row) => [row.sso_employee, row.sso_employer]))
  return { bytes: file.bytes, count: members.length, total }
}

/** The content of a file, or the problems of its data; an empty list of problems if the file would be empty. */
export async function makeContent(
  request: FileRequest,
  paid: readonly PaidRow[],
): Promise<FileContent> {
  const { kind, employer } = request
  if (kind === 'bank_csv' || kind === 'bank_xlsx' || kind === 'bank_bangkok')
    return bankContent(request, paid)
  if (kind === 'sso') return ssoContent(request, paid)
  const wanted = kind === 'pnd3' ? 'contractor' : 'employee'
  const people = paid.filter(({ pay_as, income }) => pay_as === wanted && income > 0)
  if (people.length === 0) return { problems: [] }
  const total = sumSatang(people.map((row) => (kind === 'wages' ? row.income : row.tax)))
  if (kind === 'pnd1_text') {
    const file = pnd1File(employer.tax_id, people)
    return 'problems' in file ? file : { bytes: file.bytes, count: people.length, total }
  }
  const sheet = paySheet(kind, people)
  if ('problems' in sheet) return sheet
  if (sheet.rows.length === 0) return { problems: [] }
  const isFund = kind === 'ewf'
  const shares = sumSatang(people.flatMap((row) => [row.ewf_employee, row.ewf_employer]))
  return {
    bytes: await workbookOf(request, sheet),
    count: sheet.rows.length,
    total: isFund ? shares : total,
  }
}

/** A problem as text, after the name of its person if it has one. */
export const problemText = ({ name, message }: FileProblem): string =>
  name === '' ? message : `${name}: ${message}`
