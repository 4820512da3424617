/** The months of payroll: those that are not yet paid, and the report of all of them. */
import { payroll } from '@khapdee/contract/entities/payroll'
import { type PayrollRow, payTotals } from '@khapdee/contract/entities/payroll-shapes'
import { titlesOf } from '@khapdee/contract/field-meta'
import { isSet } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { payrollStatuses } from '@khapdee/domain/payroll/steps'
import { formatMonth } from '@khapdee/domain/thai-date'
import { headings, actionWords } from '@khapdee/domain/words'
import { useSearch } from '@tanstack/react-router'
import { CalendarPlus, ListChecks, Settings, TriangleAlert } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { RecordLink, viewAction } from '../../crud/actions.tsx'
import { columnsOf } from '../../crud/columns.tsx'
import { BranchScopedListScreen, ListTotals, useBranchTable } from '../../crud/list-screen.tsx'
import {
  type FilterValues,
  type FixedFilters,
  type ListSearch,
  byMonth,
  byPosition,
  byStatus,
  byText,
} from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { payrollPath } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Chip, Money, StateChip } from '../../ui/values.tsx'

const BuildDialog = lazyPart(async () => (await import('./build-dialog.tsx')).BuildDialog)
const SettingsDialog = lazyPart(async () => (await import('./settings-dialog.tsx')).SettingsDialog)
const StepsDialog = lazyPart(async () => (await import('./steps-dialog.tsx')).StepsDialog)

const labels = titlesOf(payTotals)
const totals = [
  { name: 'income', label: labels.income },
  { name: 'deduction', label: labels.deduction },
  { name: 'net', label: labels.net },
  { name: 'employer', label: fieldTitles.employerShare },
] as const

const filters = [byMonth, byPosition, byStatus, byText]
const rowKey = ({ payroll_id }: PayrollRow) => payroll_id

const columns = columnsOf<PayrollRow>(payroll.row.shape, [
  {
    id: 'name',
    sortable: true,
    phoneSlot: 'title',
    cell: (row) => <RecordLink to={payrollPath(row)}>{row.name}</RecordLink>,
  },
  {
    id: 'position',
    narrow: { belowWidth: 900, under: 'name' },
    cell: ({ position }) => position || '–',
  },
  { id: 'branch', cell: ({ branch }) => branch },
  { id: 'month', nowrap: true, sortable: true, cell: ({ month }) => formatMonth(month) },
  ...(['income', 'deduction', 'net'] as const).map((name) => ({
    id: name,
    align: 'end' as const,
    sortable: true,
    nowrap: true,
    cell: (row: PayrollRow) => (
      <span className="inline-flex items-center gap-1">
        {row.flags.includes(name) && (
          <Chip tone="warn">
            <TriangleAlert size={12} aria-hidden />
            <span className="sr-only">ต่างจากเดือนก่อนเกิน 10%</span>
          </Chip>
        )}
        <Money value={row[name]} />
      </span>
    ),
  })),
  {
    id: 'status',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ status }) => <StateChip state={payrollStatuses[status]} />,
  },
])

export function PayrollList() {
  const { status } = useSearch({ strict: false }) as ListSearch
  // Without a status the server lists the unpaid months, unless the user has removed that filter.
  const fixedFilters: FixedFilters = status === undefined || isSet(status) ? {} : { status }
  return (
    <Permitted permission="payroll.view">
      <Months
        endpoint={payroll.gettable}
        name="payroll"
        title={headings.payrollList}
        options={{ defaults: { status: 'outstanding' }, fixedFilters }}
      />
    </Permitted>
  )
}

export function PayrollReport() {
  return (
    <Permitted permission="payroll.view">
      <Months endpoint={payroll.report} name="payroll-report" title={headings.payrollReport} />
    </Permitted>
  )
}

interface MonthsProps {
  endpoint: typeof payroll.gettable | typeof payroll.report
  name: string
  title: string
  options?: { defaults: FilterValues; fixedFilters: FixedFilters }
}

function Months({ endpoint, name, title, options = undefined }: MonthsProps) {
  const { can } = useSession()
  const table = useBranchTable(endpoint, options)
  const [open, setOpen] = useState<'build' | 'settings' | 'steps' | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const rowActions = useCallback((row: PayrollRow) => [viewAction(payrollPath(row))], [])
  const takesSteps = (['submit', 'confirm', 'approve', 'pay'] as const).some((step) =>
    can(`payroll.${step}`),
  )
  const scope = { branch: table.filters.branch, month: table.filters.month }
  return (
    <>
      <BranchScopedListScreen<PayrollRow>
        name={name}
        title={title}
        actions={
          <>
            {can('payroll_rate.update') && (
              <Button icon={Settings} onPress={() => setOpen('settings')}>
                {entities.payroll_setting.label}
              </Button>
            )}
            {can('payroll.update') && (
              <Button icon={CalendarPlus} onPress={() => setOpen('build')}>
                {actionWords.buildPayroll}
              </Button>
            )}
            {takesSteps && (
              <Button kind="primary" icon={ListChecks} onPress={() => setOpen('steps')}>
                ดำเนินการทั้งสาขา
              </Button>
            )}
          </>
        }
        columns={columns}
        filters={filters}
        searchPlaceholder="ชื่อ หรือชื่อเล่น"
        empty={
          <EmptyState
            title="ยังไม่มีเงินเดือนของงวดใด"
            hint={can('payroll.update') && 'เริ่มจากปุ่ม จัดทำเงินเดือน'}
          />
        }
        table={{ ...table, rows: table.rows }}
        rowKey={rowKey}
        rowActions={rowActions}
      >
        <ListTotals value={table.answer?.total} state={table.state} totals={totals} />
      </BranchScopedListScreen>
      <Suspense fallback={null}>
        {open === 'settings' && <SettingsDialog onClose={close} />}
        {open === 'build' && <BuildDialog {...scope} onClose={close} />}
        {open === 'steps' && (
          <StepsDialog {...scope} months={table.optionsOf('month')} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
