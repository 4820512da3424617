/**
 * Files with which a bank pays salaries. No layout is confirmed by its bank yet. Source: rules of
 * payroll, section 8; lengths of account numbers: glossary of the specification, section 13.
 */
import { fieldTitles } from '../field-titles.ts'
import { type Satang, formatBaht, sumSatang } from '../money.ts'
import type { Day } from '../thai-date.ts'
import { headings } from '../words.ts'
import {
  type FileProblem,
  type FileResult,
  digitsProblem,
  encodeLines,
  encodingProblem,
  left,
  problemsOf,
  zeros,
} from './fixed-width.ts'

/** One transfer. */
export interface BankTransfer {
  /** Code of the Bank of Thailand, three digits. */
  bank: string
  account: string
  /** Name of the account, and of the employee in messages. */
  name: string
  amount: Satang
  email: string
}

/** Banks with account numbers of 12 digits in addition to those of 10: GSB, GHB, BAAC. */
const longAccountBanks: ReadonlySet<string> = new Set(['030', '033', '034'])

function accountProblem({ account, bank, name }: BankTransfer): FileProblem | null {
  const length = longAccountBanks.has(bank) && account.length === 12 ? 12 : 10
  return digitsProblem(account, length, { label: fieldTitles.accountNumber, name })
}

const bankProblem = ({ bank, name }: BankTransfer) =>
  digitsProblem(bank, 3, { label: 'รหัสธนาคาร', name })

export const bankRowHeadings = [
  headings.position,
  'รหัสธนาคาร',
  'เลขบัญชี',
  fieldTitles.accountName,
  fieldTitles.amount,
  'อีเมล',
] as const

/** The rows of a sheet for any bank, as texts in the order of {@link bankRowHeadings}, or the problems. */
export function bankRows(
  transfers: readonly BankTransfer[],
): { rows: string[][] } | { problems: FileProblem[] } {
  const problems = problemsOf(
    transfers.flatMap((transfer) => [bankProblem(transfer), accountProblem(transfer)]),
  )
  if (problems.length > 0) return { problems }
  return {
    rows: transfers.map(({ bank, account, name, amount, email }, i) => [
      String(i + 1),
      bank,
      account,
      name,
      formatBaht(amount).replaceAll(',', ''),
      email,
    ]),
  }
}

/** The account of the school from which the bank pays. */
export interface PayingAccount {
  account: string
  company: string
  pay_date: Day
}

/** The largest amount of a transfer in the layout: 10 digits of satang. */
const maxTransfer = 9_999_999_999

/** The file of Bangkok Bank (iCash payroll): lines of 128 bytes, or the problems. */
export function bangkokBankFile(
  { account, company, pay_date }: PayingAccount,
  transfers: readonly BankTransfer[],
): FileResult {
  const problems = problemsOf([
    digitsProblem(account, 10, { label: fieldTitles.accountNumber, name: '' }),
    encodingProblem(company, ''),
    ...transfers.flatMap((transfer) => [
      bankProblem(transfer),
      digitsProblem(transfer.account, 10, {
        label: fieldTitles.accountNumber,
        name: transfer.name,
      }),
      encodingProblem(transfer.name, transfer.name),
      transfer.amount > 0 && transfer.amount <= maxTransfer
        ? null
        : { name: transfer.name, message: 'จำนวนเงินต้องมากกว่า 0 และไม่เกิน 99,999,999.99 บาท' },
    ]),
  ])
  if (problems.length > 0) return { problems }
  const [year, month, date] = [pay_date.slice(2, 4), pay_date.slice(5, 7), pay_date.slice(8, 10)]
  const total = sumSatang(transfers.map(({ amount }) => amount))
  const lines = [
    `H000001002${account}${left(company, 25)}${date}${month}${year}${'0'.repeat(77)}`,
    ...transfers.map((transfer, i) =>
      [
        `D${zeros(i + 2, 6)}${transfer.bank}${transfer.account}C`,
        `${zeros(transfer.amount, 10)}029${'0'.repeat(59)}${left(transfer.name, 35)}`,
      ].join(''),
    ),
    [
      `T${zeros(transfers.length + 2, 6)}002${account}`,
      `${zeros(transfers.length, 27)}${zeros(total, 13)}${'0'.repeat(68)}`,
    ].join(''),
  ]
  return { bytes: encodeLines(lines) }
}
