/** The printed data of documents of the books as plain JSON; see `view.ts` for the units. */
import type { AccountSide } from '@khapdee/domain/expense-item'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { SchoolView } from './view.ts'

/** A voucher of an entry that staff made: of an expense (ใบสำคัญจ่าย) or of other income (ใบสำคัญรับเงิน). */
export interface VoucherView {
  school: SchoolView
  side: AccountSide
  /** `PV-KKN-6911-0001` */
  number: string
  issued_at: string
  day: Day
  /** The name of the item, or what was typed for another one. */
  item: string
  group: string
  detail: string
  /** The amount before the withheld tax. */
  value: Satang
  /** Withheld for the Revenue Department. */
  wht_value: Satang
  pay_type: 'cash' | 'transfer'
  /** The source of the cash, or the bank account of the transfer; absent in vouchers that did not have it. */
  paid_through?: string
  /** The payee, or the payer of income. */
  payee: string
  payee_tax_id: string
  /** The number of the bill. */
  document_no: string
  vehicle: string
  mile?: number
  employee: string
  is_pass_through: boolean
  /** The number of attached files. */
  attachments: number
  recorded_by: string
  /** The version of the entry that is printed. */
  version: number
}

/** A cell of a report: a text, a number of something, or an amount; null prints a dash. */
export type ReportCell = string | { count: number } | { satang: Satang } | null

export interface ReportTable {
  /** Printed above the table. */
  title?: string
  columns: { title: string; kind: 'text' | 'count' | 'money' }[]
  rows: { cells: ReportCell[]; level: 'row' | 'heading' | 'sum' }[]
}

/** A report of figures at the time of printing, which has no number. */
export interface ReportView {
  school: SchoolView
  issued_at: string
  title: string
  english_title: string
  /** The chosen filters: days, branch and others. */
  facts: [label: string, value: string][]
  tables: ReportTable[]
  /** Sentences below the tables. */
  notes: string[]
  printed_by: string
}
