/** The exported lists of the books. */
import { account, expenses, income } from '@khapdee/contract/entities/account-entry'
import { titleOf } from '@khapdee/contract/field-meta'
import {
  entryCategories,
  entryStatusFilters,
  groupFilterLabel,
  groupLabel,
} from '@khapdee/domain/account-entry'
import { type AccountSide, accountSides, expenseTypes } from '@khapdee/domain/expense-item'
import { listNames } from '@khapdee/domain/list-names'
import type { Satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import {
  type StoredEntry,
  customerType,
  entryCondition,
  entryOrder,
  exportedEntries,
  withItem,
} from '../account-entry/entry.queries.ts'
import { withDefaultDays } from '../account-entry/list-entries.ts'
import {
  type Column,
  type ExportEndpoint,
  type ExportedList,
  columnBuilder,
  exportedList,
} from './export-list.ts'

type Row = StoredEntry & { id: number }
const column = columnBuilder<Row>(account.row.shape)

/** Drafts, voided entries and money held for others are listed, but not summed. */
const includedInSum = ({ status, is_pass_through }: Row) => status === 'posted' && !is_pass_through

const valueOf = (side: AccountSide): Column<Row> => ({
  title: accountSides[side].label,
  width: 16,
  cell: (row) => (row.side === side ? { satang: row.value as Satang } : ''),
  includedInSum,
})

const columnsOf = (sides: readonly AccountSide[]): Column<Row>[] => [
  column('date', 14),
  column('code', 20),
  column('group', 22, { cell: ({ group }) => groupLabel(group) }),
  column('name', 30),
  column('category', 18),
  ...sides.map(valueOf),
  column('is_pass_through', 14),
  column('pay_type', 12),
  column('cash_source', 16),
  column('petty_cash', 22),
  column('bank_account', 26),
  { ...column('wht_value', 14), includedInSum },
  column('customer', 26),
  column('application_code', 20),
  column('payee', 26),
  column('document_no', 18),
  column('vehicle_name', 20),
  column('mile', 12),
  column('employee_name', 24),
  column('detail', 40),
  column('status', 14),
  column('branch', 22),
  column('user', 24),
]

/** The file of one of the lists. @param side null for both sides */
const accountExport = (
  endpoint: ExportEndpoint,
  name: string,
  title: string,
  side: AccountSide | null,
): ExportedList => ({
  endpoint,
  name,
  open(ctx: UserContext, asked) {
    const query = withDefaultDays(ctx, asked)
    const { category = '' } = query
    const list = exportedList<Row>({
      endpoint,
      name,
      title,
      statuses: entryStatusFilters,
      types: { [customerType]: entryCategories.customer, ...expenseTypes },
      category: {
        title: titleOf(account.row.shape, 'group'),
        labels: { [category]: { label: groupFilterLabel(category) } },
      },
      columns: columnsOf(side === null ? ['income', 'expenses'] : [side]),
      ids: () => sql`
        select e.entry_id as id from ${withItem} where ${entryCondition(ctx, { query, side })}
        order by ${entryOrder(query)}`,
      rows: (_ctx, ids) => exportedEntries.rows(ctx.tx, ids),
    })
    return list.open(ctx, query)
  },
})

export const accountExports: readonly ExportedList[] = [
  accountExport(income.export, 'income', listNames.income, 'income'),
  accountExport(expenses.export, 'expenses', listNames.expenses, 'expenses'),
  accountExport(account.export, 'accounts', listNames.accounts, null),
]
