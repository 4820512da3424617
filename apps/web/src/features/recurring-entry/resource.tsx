/** Recurring entries of the books: list and form. */
import { recurringEntry } from '@khapdee/contract/entities/recurring-entry'
import { titleOf } from '@khapdee/contract/field-meta'
import { expenseCategories } from '@khapdee/domain/expense-item'
import { recurrenceText } from '@khapdee/domain/recurrence'
import { RecordLink } from '../../crud/actions.tsx'
import { activeColumn, requiredBranchColumn } from '../../crud/columns.tsx'
import { byStatus, byText } from '../../crud/list-search.ts'
import { defineResource } from '../../crud/resource.ts'
import { pathsOf } from '../../shared/paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Money, ThaiDay, countText } from '../../ui/values.tsx'

const paths = pathsOf('recurring_entry')

/** The filters of the books that list the drafts of a branch. */
const draftsOf = (branch_id: number) => ({
  branch: String(branch_id),
  status: 'draft',
  start: 'all',
  end: 'all',
})

export const recurringEntries = defineResource({
  api: recurringEntry,
  columns: [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => (
        <>
          <RecordLink to={paths.record(row.recurring_entry_id)}>{row.name}</RecordLink>
          <span className="block text-xs font-normal text-muted">
            {row.item || expenseCategories[row.category].label}
          </span>
        </>
      ),
    },
    { id: 'frequency', header: 'กำหนด', nowrap: true, cell: recurrenceText },
    {
      id: 'next_day',
      nowrap: true,
      cell: (row) => (row.next_day === null ? '–' : <ThaiDay value={row.next_day} />),
    },
    {
      id: 'open_drafts',
      align: 'end',
      cell: ({ open_drafts, branch_id }) =>
        open_drafts === 0 ? (
          '–'
        ) : (
          <RecordLink to={pathsOf('account_entry').list} search={draftsOf(branch_id)}>
            {countText(open_drafts)}
          </RecordLink>
        ),
    },
    requiredBranchColumn({ belowWidth: 900, under: 'name' }),
    {
      id: 'value',
      align: 'end',
      sortable: true,
      cell: (row) =>
        row.value === null ? (
          <span className="text-muted">กรอกทุกงวด</span>
        ) : (
          <Money value={row.value} />
        ),
    },
    activeColumn,
  ],
  filters: [
    { name: 'category', label: titleOf(recurringEntry.fields.shape, 'category') },
    byStatus,
    byText,
  ],
  searchPlaceholder: 'ชื่อรายการ หรือผู้รับเงิน',
  defaults: (branch_id) => ({ branch_id, category: 'expenses' as const }),
  Fields: lazyPart(async () => (await import('./recurring-entry-fields.tsx')).RecurringEntryFields),
})
