/**
 * The three screens of the books: income, expenses, and both. They show the same table of entries.
 */
import { account, expenses, income } from '@khapdee/contract/entities/account-entry'
import { voucherTitles } from '@khapdee/domain/account-entry'
import { type AccountSide, accountSides, expenseCategories } from '@khapdee/domain/expense-item'
import { entities, listLabel } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { call } from '../../api/client.ts'
import type { RowOf } from '../../crud/use-table.ts'
import { paths } from '../../shared/paths.ts'
import { printPdf } from '../../shared/print.ts'

/** The labels of an entry of staff by side. */
export const sideLabels: Readonly<Record<AccountSide, string>> = {
  income: expenseCategories.other_income.label,
  expenses: accountSides.expenses.label,
}

export type BookEndpoint =
  | typeof income.gettable
  | typeof expenses.gettable
  | typeof account.gettable
export type BookRow = RowOf<BookEndpoint>

export interface Book {
  /** Null for both sides. */
  side: AccountSide | null
  /** Key of the list's stored settings. */
  name: string
  title: string
  /** Noun for one entry. */
  itemLabel: string
  endpoint: BookEndpoint
  export: typeof account.export
  paths: { list: string; new: string; record: (id: number) => string }
}

export const incomeBook: Book = {
  side: 'income',
  name: 'income',
  title: accountSides.income.label,
  itemLabel: sideLabels.income,
  endpoint: income.gettable,
  export: income.export,
  paths: paths.income,
}

export const expensesBook: Book = {
  side: 'expenses',
  name: 'expenses',
  title: accountSides.expenses.label,
  itemLabel: sideLabels.expenses,
  endpoint: expenses.gettable,
  export: expenses.export,
  paths: paths.expenses,
}

export const accountBook: Book = {
  side: null,
  name: 'account',
  title: listLabel(entities.account_entry),
  itemLabel: entities.account_entry.label,
  endpoint: account.gettable,
  export: account.export,
  paths: paths.accounts,
}

/** The id of an entry, which has another name in the calls of each side. */
export function entryIdOf(row: BookRow): number {
  if ('income_id' in row) return row.income_id
  return 'expenses_id' in row ? row.expenses_id : row.Account_id
}

/** Prints the voucher of an entry; both sides have the same call. */
export const printVoucher = (Account_id: number): Promise<void> =>
  printPdf(() => call(account.pdf, { Account_id }))

/** The label of the button that prints a voucher. */
export const printLabel = (side: AccountSide): string =>
  `${actionWords.print}${voucherTitles[side]}`

/** First path segments of the endpoints whose cached queries an entry changes. */
export const bookQueryKeys: readonly string[] = ['accounting', 'income', 'expenses', 'Account']
