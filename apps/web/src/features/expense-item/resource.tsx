/** Items of expenses and other income: list and form. */
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { titleOf } from '@khapdee/contract/field-meta'
import { expenseCategories, expenseTypes } from '@khapdee/domain/expense-item'
import { pathsOf } from '../../shared/paths.ts'
import { ActiveChip, optionalBranchColumn } from '../../crud/columns.tsx'
import { byStatus, byText, byType } from '../../crud/list-search.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { defineResource, type RecordOf } from '../../crud/resource.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const paths = pathsOf('list_expenses')

const categoryOf = ({ category }: RecordOf<typeof expenseItem>) => expenseCategories[category].label

export const expenseItems = defineResource({
  api: expenseItem,
  columns: [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={paths.record(row.list_expenses_id)}>{row.name}</RecordLink>,
    },
    {
      id: 'category',
      sortable: true,
      nowrap: true,
      narrow: { belowWidth: 700, under: 'name' },
      cell: categoryOf,
    },
    { id: 'type', nowrap: true, cell: (row) => expenseTypes[row.type].label },
    optionalBranchColumn,
    {
      id: 'status',
      nowrap: true,
      phoneSlot: 'meta',
      cell: (row) => <ActiveChip value={row.status === 'open'} />,
    },
  ],
  importKind: 'expense-item',
  filters: [
    { name: 'category', label: titleOf(expenseItem.fields.shape, 'category') },
    byType,
    byStatus,
    byText,
  ],
  searchPlaceholder: 'ชื่อรายการ หรือรายละเอียด',
  defaults: (branch_id) => ({ branch_id, category: 'expenses' as const }),
  Fields: lazyPart(async () => (await import('./expense-item-fields.tsx')).ExpenseItemFields),
})
