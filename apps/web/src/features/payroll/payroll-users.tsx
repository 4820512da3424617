/**
 * Payroll by person: the employees, with their monthly items, their rates for work, their advances
 * and loans, and earlier sums of the year.
 */
import { employee } from '@khapdee/contract/entities/employee'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities, listLabel } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { personName } from '@khapdee/domain/person-name'
import { Banknote, CalendarClock, ClipboardCheck, HandCoins } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byPosition, byText } from '../../crud/list-search.ts'
import type { RowOf } from '../../crud/use-table.ts'
import { Permitted } from '../../shared/screen.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const LoanDialog = lazyPart(async () => (await import('./loan-dialog.tsx')).LoanDialog)
const StandingDialog = lazyPart(async () => (await import('./standing-dialog.tsx')).StandingDialog)
const WorkRateDialog = lazyPart(async () => (await import('./work-rate-dialog.tsx')).WorkRateDialog)
const OpeningDialog = lazyPart(async () => (await import('./opening-dialog.tsx')).OpeningDialog)
const dialogs = {
  standing: StandingDialog,
  work: WorkRateDialog,
  loans: LoanDialog,
  opening: OpeningDialog,
}

type Person = RowOf<typeof employee.gettable>

const filters = [byPosition, byText]
const columns = [
  {
    id: 'fname',
    header: fieldTitles.fullName,
    sortable: true,
    phoneSlot: 'title' as const,
    cell: personName,
  },
  {
    id: 'position',
    header: titleOf(employee.row.shape, 'position'),
    sortable: true,
    cell: ({ position }: Person) => position || '–',
  },
  {
    id: 'branch',
    header: entities.branch.label,
    cell: ({ branch_name }: Person) => branch_name,
  },
]
const rowKey = ({ user_id }: Person) => user_id

export function PayrollUsers() {
  return (
    <Permitted permission="payroll.view">
      <People />
    </Permitted>
  )
}

function People() {
  const table = useBranchTable(employee.gettable)
  const [shown, setShown] = useState<{ part: keyof typeof dialogs; person: Person } | null>(null)
  const Dialog = dialogs[shown?.part ?? 'standing']
  const rowActions = useCallback(
    (row: Person) => [
      {
        id: 'standing',
        label: entities.payroll_standing.label,
        icon: HandCoins,
        primary: true,
        onAction: () => setShown({ part: 'standing', person: row }),
      },
      {
        id: 'work',
        label: entities.payroll_work_rate.label,
        icon: ClipboardCheck,
        onAction: () => setShown({ part: 'work', person: row }),
      },
      {
        id: 'loans',
        label: entities.payroll_loan.label,
        icon: Banknote,
        onAction: () => setShown({ part: 'loans', person: row }),
      },
      {
        id: 'opening',
        label: entities.payroll_opening.label,
        icon: CalendarClock,
        onAction: () => setShown({ part: 'opening', person: row }),
      },
    ],
    [],
  )
  return (
    <>
      <BranchScopedListScreen<Person>
        name="payroll-users"
        title={listLabel(entities.payroll_standing)}
        columns={columns}
        filters={filters}
        table={table}
        rowKey={rowKey}
        rowActions={rowActions}
        searchPlaceholder="ชื่อ ชื่อเล่น ชื่อผู้ใช้ หรือโทรศัพท์"
      />
      {shown !== null && (
        <Suspense fallback={null}>
          <Dialog
            userId={shown.person.user_id}
            name={personName(shown.person)}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  )
}
