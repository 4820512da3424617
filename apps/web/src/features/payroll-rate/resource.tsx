/** Rates of payroll: list and form. */
import { payrollRate } from '@khapdee/contract/entities/payroll-rate'
import { blankFigures, describeFigure } from '@khapdee/domain/payroll/rate-figures'
import { rateKinds } from '@khapdee/domain/payroll/rates'
import { RecordLink } from '../../crud/actions.tsx'
import { byText, byType } from '../../crud/list-search.ts'
import { defineResource } from '../../crud/resource.ts'
import { pathsOf } from '../../shared/paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ThaiDay } from '../../ui/values.tsx'

const paths = pathsOf('payroll_rate')

export const payrollRates = defineResource({
  api: payrollRate,
  columns: [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={paths.record(row.payroll_rate_id)}>{row.name}</RecordLink>,
    },
    {
      id: 'type',
      sortable: true,
      narrow: { belowWidth: 900, under: 'name' },
      cell: (row) => rateKinds[row.type].label,
    },
    {
      id: 'valid_from',
      sortable: true,
      nowrap: true,
      cell: (row) => <ThaiDay value={row.valid_from} />,
    },
    {
      id: 'valid_to',
      nowrap: true,
      cell: ({ valid_to }) => (valid_to === null ? '–' : <ThaiDay value={valid_to} />),
    },
    {
      id: 'provinces',
      narrow: { belowWidth: 900, under: 'name' },
      cell: (row) => row.provinces.join(', ') || 'ทั้งประเทศ',
    },
    {
      id: 'figures',
      cell: ({ figures }) => {
        const shown = figures.flatMap((figure) => describeFigure(figure) ?? [])
        return `${shown.slice(0, 2).join(' · ')}${shown.length > 2 ? ' …' : ''}`
      },
    },
  ],
  filters: [byType, byText],
  searchPlaceholder: 'ชื่ออัตรา',
  defaults: () => ({ type: 'sso_share' as const, figures: blankFigures('sso_share') }),
  Fields: lazyPart(async () => (await import('./payroll-rate-fields.tsx')).PayrollRateFields),
})
