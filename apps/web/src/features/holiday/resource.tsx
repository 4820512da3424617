/** Holidays: list and form. */
import { holiday } from '@khapdee/contract/entities/holiday'
import { formatDay } from '@khapdee/domain/thai-date'
import { activeColumn, optionalBranchColumn } from '../../crud/columns.tsx'
import { RecordLink } from '../../crud/actions.tsx'
import { byDays, byStatus, byText } from '../../crud/list-search.ts'
import { defineResource } from '../../crud/resource.ts'
import { useSession } from '../../session/session.ts'
import { pathsOf } from '../../shared/paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ThaiDay } from '../../ui/values.tsx'

const paths = pathsOf('holiday')

export const holidays = defineResource({
  api: holiday,
  nameOf: ({ name, day }) => `${name} ${formatDay(day)}`,
  columns: [
    {
      id: 'day',
      sortable: true,
      nowrap: true,
      phoneSlot: 'lead',
      cell: ({ day }) => <ThaiDay value={day} />,
    },
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={paths.record(row.holiday_id)}>{row.name}</RecordLink>,
    },
    optionalBranchColumn,
    {
      id: 'open_branches',
      narrow: { belowWidth: 900, under: 'name' },
      cell: ({ open_branches }) => <BranchNames ids={open_branches} />,
    },
    activeColumn,
  ],
  filters: [...byDays, byStatus, byText],
  // Earlier years are not relevant when holidays are entered.
  defaultFilters: (today) => ({ start: `${today.slice(0, 4)}-01-01` }),
  searchPlaceholder: 'ชื่อวันหยุด',
  Fields: lazyPart(async () => (await import('./holiday-fields.tsx')).HolidayFields),
  BelowForm: lazyPart(async () => (await import('./open-branches.tsx')).OpenBranches),
})

function BranchNames({ ids }: { ids: readonly number[] }) {
  const { branches } = useSession()
  return branches
    .filter(({ value }) => ids.includes(Number(value)))
    .map(({ name }) => name)
    .join(', ')
}
