/** The receipts of the last days by pay type, as a chart and as a table. */
import type { DashboardContent } from '@khapdee/contract/entities/dashboard'
import { payTypes } from '@khapdee/domain/application/status'
import { chartDays } from '@khapdee/domain/dashboard'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { bahtWithUnit, satang, type Satang, zeroSatang } from '@khapdee/domain/money'
import { type Day, addDays, formatDayShort } from '@khapdee/domain/thai-date'
import { headings, units } from '@khapdee/domain/words'
import { useNavigate } from '@tanstack/react-router'
import { RecordLink } from '../../crud/actions.tsx'
import { paths } from '../../shared/paths.ts'
import { ChartCard } from '../../ui/chart-card.tsx'
import { partColor } from '../../ui/chart-colors.ts'
import { ColumnChart } from '../../ui/column-chart.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Balance, countText } from '../../ui/values.tsx'

interface DayRow {
  day: Day
  cash: Satang
  transfer: Satang
}

const rowKey = ({ day }: DayRow) => day
const title = `${headings.receivedMoney} ${chartDays} วันล่าสุด`

export function ReceiptsChart({
  days,
  end,
}: {
  days: NonNullable<DashboardContent['days']>
  end: Day
}) {
  const navigate = useNavigate()
  const rows = Array.from({ length: chartDays }, (_, i): DayRow => {
    const day = addDays(end, i + 1 - chartDays)
    return (
      days.find((found) => found.day === day) ?? { day, cash: zeroSatang, transfer: zeroSatang }
    )
  })
  return (
    <ChartCard
      title={title}
      isEmpty={days.length === 0}
      chart={
        <ColumnChart
          label={`${headings.chart}${title}`}
          periods={rows.map(({ day }) => ({
            key: day,
            name: formatDayShort(day),
            shortName: String(Number(day.slice(8))),
          }))}
          columns={(['cash', 'transfer'] as const).map((type, i) => ({
            name: payTypes[type].label,
            color: partColor(i),
            data: rows.map((row) => row[type]),
          }))}
          format={(value) => bahtWithUnit(satang(value))}
          formatTick={(value) => countText(value / 100)}
          onSelect={(day) =>
            void navigate({ to: paths.payments, search: { start: day, end: day } as never })
          }
        />
      }
      table={
        <DataTable label={title} columns={columns} rows={rows} rowKey={rowKey} state="ready" />
      }
    />
  )
}

const amount = (id: string, header: string, value: (row: DayRow) => Satang): Column<DayRow> => ({
  id,
  header: `${header} (${units.baht})`,
  align: 'end',
  nowrap: true,
  cell: (row) => <Balance value={value(row)} />,
})

const columns: readonly Column<DayRow>[] = [
  {
    id: 'day',
    header: fieldTitles.date,
    phoneSlot: 'title',
    cell: ({ day }) => (
      <RecordLink to={paths.payments} search={{ start: day, end: day }}>
        {formatDayShort(day)}
      </RecordLink>
    ),
  },
  amount('cash', payTypes.cash.label, ({ cash }) => cash),
  amount('transfer', payTypes.transfer.label, ({ transfer }) => transfer),
  amount('sum', headings.total, ({ cash, transfer }) => satang(cash + transfer)),
]
