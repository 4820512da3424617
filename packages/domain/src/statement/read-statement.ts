/** Reads the lines of a bank statement from the rows of a file, by a mapping of its columns. */
import type { Satang } from '../money.ts'
import { satang } from '../money.ts'
import type { Day } from '../thai-date.ts'
import { type Cell, amountOfCell, dayOfCell, textOfCell, timeOfCell } from './cells.ts'
import type { StatementLine } from './statement.ts'

/** The columns by their meaning; columns are counted from 0, null for none. */
export interface StatementMapping {
  /** Row number of the header, from 1; 0 for none. */
  header: number
  date: number
  time: number | null
  /** Amounts of money into and out of the account, in two columns. */
  in: number | null
  out: number | null
  /** The signed amount, in one column. */
  amount: number | null
  balance: number | null
  /** The bank's own id of a line. */
  reference: number | null
  /** The columns whose texts are joined. */
  description: readonly number[]
}

export interface FileRow {
  /** Row number in the file, from 1. */
  line: number
  cells: readonly Cell[]
}

export interface ReadStatement {
  lines: StatementLine[]
  /** Rows that are not lines: text, sums and balances brought forward. */
  skipped: number
  problems: { row: number; message: string }[]
}

/** Whether a mapping has the columns that every line needs: a day and amounts. */
export const isComplete = ({ in: into, out, amount }: StatementMapping): boolean =>
  amount !== null || into !== null || out !== null

const messages = {
  date: 'รูปแบบวันที่ไม่ถูกต้อง',
  amount: 'รูปแบบจำนวนเงินไม่ถูกต้อง',
  both: 'มีทั้งเงินเข้าและเงินออกในแถวเดียวกัน',
}

const at = (cells: readonly Cell[], column: number | null): Cell =>
  column === null ? null : cells[column]

/** The signed amount of a row; null for none, or the error message. */
function valueOf(cells: readonly Cell[], mapping: StatementMapping): Satang | null | string {
  if (mapping.amount !== null) {
    const amount = amountOfCell(at(cells, mapping.amount))
    return amount === undefined ? messages.amount : amount === 0 ? null : amount
  }
  const into = amountOfCell(at(cells, mapping.in))
  const out = amountOfCell(at(cells, mapping.out))
  if (into === undefined || out === undefined) return messages.amount
  if (into && out) return messages.both
  if (into) return into
  return out ? satang(-Math.abs(out)) : null
}

/** A row without any digit in the column of the day is a heading or a sum. */
const hasDigit = (cell: Cell): boolean => cell instanceof Date || /\d/.test(textOfCell(cell))

/** @param today decides the era of years of two digits */
export function readStatement(
  rows: readonly FileRow[],
  mapping: StatementMapping,
  today: Day,
): ReadStatement {
  const read: ReadStatement = { lines: [], skipped: 0, problems: [] }
  for (const { line: row, cells } of rows) {
    if (row <= mapping.header) continue
    const value = valueOf(cells, mapping)
    const dateCell = at(cells, mapping.date)
    if (value === null || !hasDigit(dateCell)) {
      read.skipped += 1
      continue
    }
    const date = dayOfCell(dateCell, today)
    const balance = amountOfCell(at(cells, mapping.balance))
    const problem =
      date === null
        ? messages.date
        : typeof value === 'string'
          ? value
          : balance === undefined
            ? messages.amount
            : null
    if (problem !== null || date === null || typeof value === 'string' || balance === undefined) {
      read.problems.push({ row, message: problem ?? messages.date })
      continue
    }
    read.lines.push({
      row,
      date,
      time: timeOfCell(mapping.time === null ? dateCell : at(cells, mapping.time)),
      value,
      balance,
      description: mapping.description
        .map((column) => textOfCell(cells[column]))
        .filter((text) => text !== '')
        .join(' ')
        .slice(0, 500),
      reference: textOfCell(at(cells, mapping.reference)).slice(0, 100),
    })
  }
  return read
}

const heading = (cell: Cell): string =>
  textOfCell(cell)
    .toLowerCase()
    .replaceAll(/[\s.()/_-]/g, '')

/** Beginnings or parts of the headings of each column, in Thai and English. */
const headings = {
  date: /^(วันที่|date|transactiondate|txndate|postingdate)/,
  time: /^(เวลา|time)/,
  in: /(เงินเข้า|ฝาก|เครดิต|deposit|credit|เข้าบัญชี)/,
  out: /(เงินออก|ถอน|เดบิต|withdraw|debit|ออกจากบัญชี)/,
  amount: /^(จำนวนเงิน|amount)/,
  balance: /(คงเหลือ|ยอดเงินในบัญชี|balance)/,
  reference: /(เลขที่อ้างอิง|เลขอ้างอิง|รหัสรายการ|reference|^ref|transactionid|txnid)/,
  description: /(รายการ|รายละเอียด|ช่องทาง|คำอธิบาย|หมายเหตุ|description|detail|particular|channel)/,
} as const

const maxRowsAboveHeader = 40

/**
 * The mapping that the headings of a file suggest; null without a header row for a day and an
 * amount.
 */
export function guessMapping(rows: readonly FileRow[]): StatementMapping | null {
  for (const { line, cells } of rows.slice(0, maxRowsAboveHeader)) {
    const titles = cells.map(heading)
    const find = (name: keyof typeof headings): number | null => {
      const index = titles.findIndex((title) => title !== '' && headings[name].test(title))
      return index < 0 ? null : index
    }
    const date = find('date')
    const [into, out] = [find('in'), find('out')]
    const isTwo = into !== null && out !== null && into !== out
    const amount = isTwo ? null : find('amount')
    if (date === null || (!isTwo && amount === null)) continue
    const found = { time: find('time'), balance: find('balance'), reference: find('reference') }
    const taken = new Set<number | null>([date, into, out, amount, ...Object.values(found)])
    const description = titles.flatMap((title, i) =>
      headings.description.test(title) && !taken.has(i) ? [i] : [],
    )
    return {
      header: line,
      date,
      ...found,
      amount,
      in: isTwo ? into : null,
      out: isTwo ? out : null,
      description,
    }
  }
  return null
}

/** The headings of a mapped row, by which a stored mapping finds the header in the next file. */
export const titlesOf = (rows: readonly FileRow[], { header }: StatementMapping): string[] =>
  rows.find(({ line }) => line === header)?.cells.map(heading) ?? []

/** A stored mapping for a file with the same headings, or without any; null if it does not fit. */
export function fitMapping(
  rows: readonly FileRow[],
  mapping: StatementMapping,
  titles: readonly string[],
): StatementMapping | null {
  if (titles.length === 0) return mapping
  const row = rows
    .slice(0, maxRowsAboveHeader)
    .find(
      ({ cells }) =>
        cells.length === titles.length && cells.every((cell, i) => heading(cell) === titles[i]),
    )
  return row === undefined ? null : { ...mapping, header: row.line }
}
