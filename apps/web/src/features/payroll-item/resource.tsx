/** Items of payroll: list and form. */
import { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { titleOf } from '@khapdee/contract/field-meta'
import { itemCategories, itemUnits } from '@khapdee/domain/payroll/items'
import { lineConditions, lineSides } from '@khapdee/domain/payroll/lines'
import { RecordLink } from '../../crud/actions.tsx'
import { ActiveChip, optionalBranchColumn } from '../../crud/columns.tsx'
import { byStatus, byText, byType } from '../../crud/list-search.ts'
import { defineResource } from '../../crud/resource.ts'
import { pathsOf } from '../../shared/paths.ts'
import { Money } from '../../ui/values.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const paths = pathsOf('list_payroll')

export const payrollItems = defineResource({
  api: payrollItem,
  columns: [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={paths.record(row.list_payroll_id)}>{row.name}</RecordLink>,
    },
    { id: 'type', sortable: true, nowrap: true, cell: (row) => lineSides[row.type].label },
    {
      id: 'category',
      sortable: true,
      narrow: { belowWidth: 700, under: 'name' },
      cell: (row) => itemCategories[row.category].label,
    },
    { id: 'condition', nowrap: true, cell: (row) => lineConditions[row.condition].label },
    { id: 'value', sortable: true, align: 'end', cell: (row) => <Money value={row.value} /> },
    { id: 'title_value', nowrap: true, cell: (row) => itemUnits[row.title_value].label },
    optionalBranchColumn,
    {
      id: 'status',
      nowrap: true,
      phoneSlot: 'meta',
      cell: (row) => <ActiveChip value={row.status === 'open'} />,
    },
  ],
  filters: [
    byType,
    { name: 'category', label: titleOf(payrollItem.fields.shape, 'category') },
    byStatus,
    byText,
  ],
  searchPlaceholder: 'ชื่อรายการ หรือรายละเอียด',
  defaults: (branch_id) => ({ branch_id, type: 'income' as const }),
  Fields: lazyPart(async () => (await import('./payroll-item-fields.tsx')).PayrollItemFields),
})
