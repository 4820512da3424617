/** Employees: list and form. */
import { customer } from '@khapdee/contract/entities/customer'
import { employee } from '@khapdee/contract/entities/employee'
import { titleOf } from '@khapdee/contract/field-meta'
import { employeeStatuses } from '@khapdee/domain/employee'
import { entities } from '@khapdee/domain/entities'
import { noClaim } from '@khapdee/domain/payroll/tax'
import { satang } from '@khapdee/domain/money'
import { personName } from '@khapdee/domain/person-name'
import { formatPhone } from '@khapdee/domain/phone'
import { activeWords } from '@khapdee/domain/words'
import { pathsOf } from '../../shared/paths.ts'
import { sessionStore, sessionOf } from '../../session/session.ts'
import { ExportButton, RecordLink } from '../../crud/actions.tsx'
import { byPosition, byStatus, byText } from '../../crud/list-search.ts'
import { defineResource, type RecordOf } from '../../crud/resource.ts'
import { Avatar, Chip, StateChip } from '../../ui/values.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const paths = pathsOf('app_user')

type Employee = RecordOf<typeof employee>

export const employees = defineResource({
  api: employee,
  nameOf: personName,
  columns: [
    {
      id: 'fname',
      header: titleOf(customer.row.shape, 'name'),
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => (
        <div className="flex items-center gap-2.5">
          <Avatar fname={row.fname} sname={row.sname} src={row.photo_link} />
          <div className="min-w-0">
            <RecordLink to={paths.record(row.user_id)}>{personName(row)}</RecordLink>
            <div className="text-xs text-muted">
              {[row.nickname, row.username].filter(Boolean).join(' · ')}
            </div>
          </div>
        </div>
      ),
    },
    {
      id: 'position',
      sortable: true,
      phoneSlot: 'lead',
      cell: (row) => row.position || '–',
    },
    {
      id: 'branch',
      header: entities.branch.label,
      narrow: { belowWidth: 900, under: 'fname' },
      cell: (row) => row.branch_name,
    },
    {
      id: 'role',
      header: entities.role.label,
      narrow: { belowWidth: 1100, under: 'position' },
      cell: (row) => row.role_name,
    },
    {
      id: 'phone_1',
      nowrap: true,
      cell: (row) => formatPhone(row.phone_1) || '–',
    },
    {
      id: 'status',
      nowrap: true,
      phoneSlot: 'meta',
      cell: (row) => <EmployeeChips employee={row} />,
    },
  ],
  filters: [byStatus, byPosition, byText],
  // The people not yet paid for the latest month of payroll.
  defaultFilters: { status: 'outstanding' },
  searchPlaceholder: 'ชื่อ ชื่อเล่น ชื่อผู้ใช้ หรือโทรศัพท์',
  toolbar: ({ table }) => <ExportButton endpoint={employee.export} table={table} />,
  defaults: (branchId) => ({ branch_id: branchId, ...blankSalary() }),
  isDeletable: (row) => row.is_manageable,
  // These queries contain names of employees.
  invalidates: ['user', 'application', 'applicationfee', 'request', 'payment'],
  importKind: 'employee',
  Fields: lazyPart(async () => (await import('./employee-fields.tsx')).EmployeeFields),
  BelowForm: lazyPart(async () => (await import('./employee-extras.tsx')).EmployeeExtras),
  CreatedDialog: lazyPart(async () => (await import('./first-password.tsx')).CreatedDialog),
})

/** Initial salary fields of a new employee; none for users without permission to view salaries. */
function blankSalary() {
  if (!sessionOf(sessionStore.user()).can('user.view-salary')) return {}
  const zero = satang(0)
  return {
    idcard: '',
    salary: zero,
    extra_salary: zero,
    sso_salary: zero,
    is_salary_daily: false,
    salary_pay_type: 'transfer',
    bank: '',
    bank_acc: '',
    branch_branch: '',
    bank_account_type: 'savings',
    pay_as: 'employee',
    sso_member: true,
    ewf_exempt: false,
    pvd_rate: 0,
    tax_allowances: noClaim,
  } as const
}

function EmployeeChips({ employee: { status, is_activate } }: { employee: Employee }) {
  return (
    <span className="flex flex-wrap gap-1">
      <StateChip state={employeeStatuses[status]} />
      {!is_activate && status !== 'resigned' && <Chip tone="muted">{activeWords[1]}</Chip>}
    </span>
  )
}
