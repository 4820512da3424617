/** The charts of the books: by category and by day or month, each also as a table. */
import { daysOfPeriod } from '@khapdee/domain/account-entry'
import { reportKinds } from '@khapdee/domain/report'
import { accountSides, type AccountSide, accountTotals } from '@khapdee/domain/expense-item'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type Satang, bahtWithUnit, formatBaht, satang } from '@khapdee/domain/money'
import { units, headings } from '@khapdee/domain/words'
import type { AccountDonut } from '@khapdee/contract/entities/account-entry'
import { ChartCard } from '../../ui/chart-card.tsx'
import { sideColors } from '../../ui/chart-colors.ts'
import { ColumnChart } from '../../ui/column-chart.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DonutChart, type DonutSlice, shareOfSlice, shareText } from '../../ui/donut-chart.tsx'
import { Balance, countText } from '../../ui/values.tsx'
import { type Figures, isByDay, netByPeriod, periodNames } from './figures.ts'

interface EntryChartsProps {
  figures: Figures
  /** The group that filters the list. */
  category: string | undefined
  onCategory: (category: string | undefined) => void
  /** The days of the list; an empty text means no limit. */
  days: { start: string; end: string }
  onDays: (days: { start: string; end: string }) => void
}

export function EntryCharts({ figures, category, onCategory, days, onDays }: EntryChartsProps) {
  const { incomeDonut, expensesDonut } = figures
  const hasBoth = incomeDonut !== undefined && expensesDonut !== undefined
  const donutOf = (side: AccountSide, donut: AccountDonut | undefined, total: Satang) =>
    donut && (
      <CategoryChart
        side={side}
        donut={donut}
        total={total}
        selected={category}
        onSelect={onCategory}
      />
    )
  return (
    <div
      className={`grid gap-3.5 ${hasBoth ? 'lg:grid-cols-2' : 'lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]'}`}
    >
      {donutOf('income', incomeDonut, figures.income)}
      {donutOf('expenses', expensesDonut, figures.expenses)}
      <div className={`grid min-w-0 ${hasBoth ? 'lg:col-span-2' : ''}`}>
        <PeriodChart figures={figures} days={days} onDays={onDays} />
      </div>
    </div>
  )
}

const emptyHint = 'ลองเปลี่ยนช่วงวันที่ หรือล้างตัวกรอง'

interface CategoryChartProps {
  side: AccountSide
  donut: AccountDonut
  total: Satang
  selected: string | undefined
  onSelect: (category: string | undefined) => void
}

const sliceKey = ({ key }: DonutSlice) => key
const asBaht = (value: number) => formatBaht(satang(value))

function CategoryChart({ side, donut, total, selected, onSelect }: CategoryChartProps) {
  const slices = donut.keys.map((key, i) => ({
    key,
    name: donut.labels[i] ?? '',
    value: donut.series[i] ?? 0,
  }))
  const title = `${accountSides[side].label}${reportKinds.categories.name}`
  return (
    <ChartCard
      title={title}
      isEmpty={slices.length === 0}
      emptyHint={emptyHint}
      chart={
        <DonutChart
          label={`${headings.chart}${title}`}
          slices={slices}
          title={accountTotals[side]}
          total={formatBaht(total)}
          format={asBaht}
          selected={selected}
          onSelect={onSelect}
        />
      }
      table={
        <DataTable
          label={title}
          columns={categoryColumns(slices, selected, onSelect)}
          rows={slices}
          rowKey={sliceKey}
          state="ready"
        />
      }
    />
  )
}

const categoryColumns = (
  slices: readonly DonutSlice[],
  selected: string | undefined,
  onSelect: CategoryChartProps['onSelect'],
): readonly Column<DonutSlice>[] => [
  {
    id: 'name',
    header: fieldTitles.group,
    phoneSlot: 'title',
    cell: ({ key, name }) => (
      <button
        type="button"
        aria-pressed={key === selected}
        onClick={() => onSelect(key === selected ? undefined : key)}
        className="cursor-pointer text-start font-medium text-primary hover:underline"
      >
        {name}
      </button>
    ),
  },
  {
    id: 'value',
    header: `จำนวนเงิน (${units.baht})`,
    align: 'end',
    cell: ({ value }) => <Balance value={satang(value)} />,
  },
  {
    id: 'share',
    header: 'สัดส่วน',
    align: 'end',
    phoneSlot: 'meta',
    cell: (slice) => shareText(shareOfSlice(slices, slice)),
  },
]

interface PeriodRow {
  period: string
  income: Satang | undefined
  expenses: Satang | undefined
  net: Satang
}

const periodKey = ({ period }: PeriodRow) => period

function PeriodChart({
  figures,
  days,
  onDays,
}: Pick<EntryChartsProps, 'figures' | 'days' | 'onDays'>) {
  const { periods, incomeByPeriod, expensesByPeriod } = figures
  const hasBoth = incomeByPeriod !== undefined && expensesByPeriod !== undefined
  const net = netByPeriod(figures)
  const subject = hasBoth
    ? 'รายรับ–รายจ่าย'
    : accountSides[incomeByPeriod === undefined ? 'expenses' : 'income'].label
  const title = `${subject}${isByDay(figures) ? 'แยกตามวัน' : 'แยกตามเดือน'}`
  const select = (period: string) => onDays(daysOfPeriod(period, days))
  const columnOf = (side: AccountSide, data: readonly Satang[] | undefined) =>
    data ? [{ name: accountSides[side].label, color: sideColors[side], data }] : []
  const rows = periods.map((period, i) => ({
    period,
    income: incomeByPeriod?.[i],
    expenses: expensesByPeriod?.[i],
    net: net[i] ?? satang(0),
  }))
  return (
    <ChartCard
      title={title}
      isEmpty={rows.every(({ income, expenses }) => !income && !expenses)}
      emptyHint={emptyHint}
      chart={
        <ColumnChart
          label={`${headings.chart}${title}`}
          periods={periods.map((key) => ({ key, ...periodNames(key) }))}
          columns={[
            ...columnOf('income', incomeByPeriod),
            ...columnOf('expenses', expensesByPeriod),
          ]}
          line={hasBoth ? { name: accountTotals.net, color: sideColors.net, data: net } : undefined}
          format={(value) => bahtWithUnit(satang(value))}
          formatTick={(value) => countText(value / 100)}
          onSelect={select}
        />
      }
      table={
        <DataTable
          label={title}
          columns={periodColumns(figures, select)}
          rows={rows}
          rowKey={periodKey}
          state="ready"
        />
      }
    />
  )
}

const moneyColumn = (id: 'income' | 'expenses' | 'net', header: string): Column<PeriodRow> => ({
  id,
  header,
  align: 'end',
  cell: ({ [id]: value }) => (value === undefined ? '–' : <Balance value={value} />),
})

const periodColumns = (
  figures: Figures,
  select: (period: string) => void,
): readonly Column<PeriodRow>[] => [
  {
    id: 'period',
    header: isByDay(figures) ? fieldTitles.date : fieldTitles.month,
    phoneSlot: 'title',
    cell: ({ period }) => (
      <button
        type="button"
        onClick={() => select(period)}
        className="cursor-pointer font-medium whitespace-nowrap text-primary hover:underline"
      >
        {periodNames(period).name}
      </button>
    ),
  },
  ...(figures.incomeByPeriod ? [moneyColumn('income', accountSides.income.label)] : []),
  ...(figures.expensesByPeriod ? [moneyColumn('expenses', accountSides.expenses.label)] : []),
  ...(figures.incomeByPeriod && figures.expensesByPeriod
    ? [moneyColumn('net', accountTotals.net)]
    : []),
]
