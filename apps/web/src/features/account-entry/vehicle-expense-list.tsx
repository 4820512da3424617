/** Expenses of vehicles, their cost per kilometre, and fillings of fuel that are far above normal. */
import { vehicleExpenses } from '@khapdee/contract/entities/vehicle-expenses'
import { titleOf } from '@khapdee/contract/field-meta'
import { isSet } from '@khapdee/contract/wire'
import { entryStatuses } from '@khapdee/domain/account-entry'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { fuelAnomalyFactor } from '@khapdee/domain/vehicle-costs'
import { headings, units } from '@khapdee/domain/words'
import { useMemo, useState } from 'react'
import { RecordLink, viewAction } from '../../crud/actions.tsx'
import { columnsOf, requiredBranchColumn } from '../../crud/columns.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byDaysOf, byStatus, byText, byType, type FilterSpec } from '../../crud/list-search.ts'
import type { RowOf } from '../../crud/use-table.ts'
import { paths } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { SkeletonLine } from '../../ui/feedback.tsx'
import { Card, Stat, Stats } from '../../ui/page.tsx'
import { Chip, Money, StateChip, ThaiDay, countText } from '../../ui/values.tsx'
import { bookRanges } from '../../crud/book-ranges.ts'
import { expenseSearchHint } from './entry-columns.tsx'

type Row = RowOf<typeof vehicleExpenses.gettable>
type Costs = Pick<Row, 'km' | 'cost_per_km'>

const anomalyType = 'anomaly'
const vehicleLabel = entities.vehicle.label

const filters: readonly FilterSpec[] = [
  { name: 'category', label: vehicleLabel },
  { ...byType, label: headings.item },
  { ...byStatus, label: titleOf(vehicleExpenses.row.shape, 'status') },
  ...byDaysOf(bookRanges),
  byText,
]

const distanceText = ({ km }: Costs) => (km === null ? '–' : countText(km))
const CostPerKm = ({ cost_per_km }: Costs) =>
  cost_per_km === null ? '–' : <Money value={cost_per_km} />

const columns = columnsOf<Row>(vehicleExpenses.row.shape, [
  {
    id: 'date',
    width: '6.5rem',
    sortable: true,
    nowrap: true,
    narrow: { belowWidth: 720, under: 'name' },
    cell: ({ date }) => <ThaiDay value={date} />,
  },
  {
    id: 'code',
    width: '9.75rem',
    nowrap: true,
    narrow: { belowWidth: 900, under: 'name' },
    cell: ({ code }) => code || '–',
  },
  {
    id: 'name',
    sortable: true,
    phoneSlot: 'title',
    cell: (row) => (
      <span className="flex flex-col items-start gap-1">
        <RecordLink to={paths.expenses.record(row.expenses_id)}>{row.name}</RecordLink>
        {row.is_anomaly && <Chip tone="warn">สูงผิดปกติ</Chip>}
      </span>
    ),
  },
  {
    id: 'vehicle_name',
    header: vehicleLabel,
    cell: ({ vehicle_name }) => vehicle_name,
  },
  {
    id: 'mile',
    width: '7rem',
    align: 'end',
    narrow: {
      belowWidth: 1250,
      under: 'vehicle_name',
      cell: ({ mile }) => mile !== null && `${countText(mile)} กม.`,
    },
    cell: ({ mile }) => (mile === null ? '–' : countText(mile)),
  },
  { id: 'km', width: '6rem', align: 'end', cell: distanceText },
  { id: 'cost_per_km', width: '6rem', align: 'end', cell: CostPerKm },
  { ...requiredBranchColumn({ belowWidth: 1320, under: 'vehicle_name' }), width: '8rem' },
  {
    id: 'value',
    width: '7rem',
    align: 'end',
    sortable: true,
    cell: ({ value, status }) => (
      <Money
        value={value}
        tone={status === 'void' ? 'void' : status === 'draft' ? 'muted' : 'plain'}
      />
    ),
  },
  {
    id: 'status',
    width: '6.5rem',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ status }) => <StateChip state={entryStatuses[status]} />,
  },
])

const rowKey = ({ expenses_id }: Row) => expenses_id
const rowActions = (row: Row) => [viewAction(paths.expenses.record(row.expenses_id))]

export const VehicleExpenseList = () => (
  <Permitted permission="accounting.view">
    <List />
  </Permitted>
)

function List() {
  const table = useBranchTable(vehicleExpenses.gettable)
  const { answer, filters: chosen, setFilter, stale } = table
  const isOneVehicle = isSet(chosen.category)
  return (
    <BranchScopedListScreen<Row>
      name="vehicle-expenses"
      title={headings.vehicleExpenses}
      columns={columns}
      filters={filters}
      searchPlaceholder={expenseSearchHint}
      table={table}
      rowKey={rowKey}
      rowActions={rowActions}
    >
      <div aria-busy={stale} className={`flex flex-col gap-3.5 ${stale ? 'stale' : ''}`}>
        <CostTotals
          total={answer?.total}
          isFiltered={chosen.type === anomalyType}
          onAnomalies={() => setFilter('type', chosen.type === anomalyType ? '' : anomalyType)}
        />
        {!isOneVehicle && answer !== undefined && answer.vehicles.length > 1 && (
          <CostsByVehicle
            vehicles={answer.vehicles}
            onVehicle={(id) => setFilter('category', String(id))}
          />
        )}
      </div>
    </BranchScopedListScreen>
  )
}

interface CostTotalsProps {
  /** Undefined until it is loaded. */
  total: (Costs & Pick<Row, 'value'> & { anomalies: number }) | undefined
  /** Whether the list shows only fillings far above normal. */
  isFiltered: boolean
  onAnomalies: () => void
}

function CostTotals({ total, isFiltered, onAnomalies }: CostTotalsProps) {
  const loading = <SkeletonLine width="60%" />
  return (
    <Stats>
      <Stat
        label="รวมค่าใช้จ่าย"
        value={total ? <Money value={total.value} /> : loading}
        note={units.baht}
      />
      <Stat
        label="ระยะทาง"
        value={total ? distanceText(total) : loading}
        note="กม. จากเลขไมล์ในช่วงที่เลือก"
      />
      <Stat
        label="ค่าใช้จ่ายต่อกิโลเมตร"
        value={total ? <CostPerKm {...total} /> : loading}
        note="บาท/กม. เฉพาะคันที่มีเลขไมล์"
      />
      <Stat
        label="เติมน้ำมันสูงผิดปกติ"
        value={
          total ? (
            <button
              type="button"
              aria-pressed={isFiltered}
              disabled={total.anomalies === 0 && !isFiltered}
              onClick={onAnomalies}
              className="cursor-pointer text-primary hover:underline disabled:cursor-default disabled:text-ink disabled:no-underline"
            >
              {countText(total.anomalies)}
            </button>
          ) : (
            loading
          )
        }
        note={`ครั้ง เกิน ${fuelAnomalyFactor} เท่าของค่ากลางของคันนั้น`}
      />
    </Stats>
  )
}

type VehicleCosts = Costs &
  Pick<Row, 'value'> & { vehicle_id: number; name: string; anomalies: number }

interface CostsByVehicleProps {
  vehicles: readonly VehicleCosts[]
  onVehicle: (vehicleId: number) => void
}

/** The number of vehicles that are shown at first. */
const shownVehicles = 5
const vehicleKey = ({ vehicle_id }: VehicleCosts) => vehicle_id

function CostsByVehicle({ vehicles, onVehicle }: CostsByVehicleProps) {
  const [showsAll, setShowsAll] = useState(false)
  const vehicleColumns = useMemo(() => columnsByVehicle(onVehicle), [onVehicle])
  const title = 'แยกตามคัน'
  return (
    <Card
      title={title}
      flush
      actions={
        vehicles.length > shownVehicles && (
          <Button size="sm" onPress={() => setShowsAll(!showsAll)}>
            {showsAll
              ? `แสดง ${shownVehicles} คันแรก`
              : `แสดงทั้งหมด ${countText(vehicles.length)} คัน`}
          </Button>
        )
      }
    >
      <DataTable
        label={title}
        columns={vehicleColumns}
        rows={showsAll ? vehicles : vehicles.slice(0, shownVehicles)}
        rowKey={vehicleKey}
        state="ready"
      />
    </Card>
  )
}

const columnsByVehicle = (
  onVehicle: CostsByVehicleProps['onVehicle'],
): readonly Column<VehicleCosts>[] => [
  {
    id: 'name',
    header: vehicleLabel,
    phoneSlot: 'title',
    cell: ({ vehicle_id, name }) => (
      <button
        type="button"
        onClick={() => onVehicle(vehicle_id)}
        className="cursor-pointer text-start font-medium text-primary hover:underline"
      >
        {name}
      </button>
    ),
  },
  {
    id: 'value',
    header: `ค่าใช้จ่าย (${units.baht})`,
    align: 'end',
    cell: ({ value }) => <Money value={value} />,
  },
  { id: 'km', header: 'ระยะทาง (กม.)', align: 'end', cell: distanceText },
  { id: 'cost_per_km', header: fieldTitles.costPerKilometre, align: 'end', cell: CostPerKm },
  {
    id: 'anomalies',
    header: 'สูงผิดปกติ',
    align: 'end',
    phoneSlot: 'meta',
    cell: ({ anomalies }) =>
      anomalies === 0 ? '–' : <Chip tone="warn">{`${anomalies} ครั้ง`}</Chip>,
  },
]
