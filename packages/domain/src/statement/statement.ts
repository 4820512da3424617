/** Bank statements: states of their lines, and the identity of lines across files. Source: product specification, section 7. */
import type { Satang } from '../money.ts'
import type { Day } from '../thai-date.ts'
import { normalizeThai } from '../thai-text.ts'
import type { Tone } from '../tone.ts'

export const statementStates = {
  unmatched: { label: 'ยังไม่จับคู่', tone: 'warn' },
  matched: { label: 'จับคู่แล้ว', tone: 'ok' },
  ignored: { label: 'ไม่ต้องจับคู่', tone: 'muted' },
} as const satisfies Record<string, { label: string; tone: Tone }>
export type StatementState = keyof typeof statementStates

/** The message that a document cannot be voided or changed while it is matched. */
export const documentMatchedMessage = 'รายการนี้จับคู่กับรายการเดินบัญชีแล้ว กรุณายกเลิกการจับคู่ก่อน'

/** Maximum number of lines of one file. */
export const maxStatementLines = 20_000

/** A line of a statement as it was read from a file. */
export interface StatementLine {
  /** Row number in the file, from 1. */
  row: number
  date: Day
  /** `HH:MM`; empty when the file has none. */
  time: string
  /** Satang; positive for money into the account, negative for money out of it. Never 0. */
  value: Satang
  /** The balance after the line; null when the file has none. */
  balance: Satang | null
  description: string
  /** The bank's own id of the line; empty when the file has none. */
  reference: string
}

/** A text without the differences between files of one bank: without spaces, in lower case. */
const comparable = (text: string): string => normalizeThai(text).toLowerCase().replaceAll(/\s/g, '')

/**
 * The content that identifies a line: the bank's own id with day and amount, otherwise all of its
 * values.
 */
const contentOf = ({ date, time, value, balance, description, reference }: StatementLine): string =>
  reference === ''
    ? ['line', date, time, value, balance ?? '', comparable(description)].join('|')
    : ['id', comparable(reference), date, value].join('|')

/**
 * A text for each line that is equal for the same line in another file of the account. Equal lines
 * of one file are numbered in their order, so that they remain separate lines.
 */
export function fingerprintsOf(lines: readonly StatementLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const content = contentOf(line)
    const n = (seen.get(content) ?? 0) + 1
    seen.set(content, n)
    return `${content}|${n}`
  })
}
