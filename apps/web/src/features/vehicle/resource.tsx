/** Vehicles: list and form. */
import { vehicle } from '@khapdee/contract/entities/vehicle'
import { titleOf } from '@khapdee/contract/field-meta'
import { transmissions, vehicleStatuses } from '@khapdee/domain/vehicle'
import { pathsOf } from '../../shared/paths.ts'
import { requiredBranchColumn } from '../../crud/columns.tsx'
import { ExportButton, RecordLink } from '../../crud/actions.tsx'
import { byStatus, byText, byType } from '../../crud/list-search.ts'
import { defineResource, type RecordOf } from '../../crud/resource.ts'
import { StateChip } from '../../ui/values.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { DueCell } from './due.tsx'

const paths = pathsOf('vehicle')

type Vehicle = RecordOf<typeof vehicle>

export const vehicles = defineResource({
  api: vehicle,
  columns: [
    {
      id: 'no',
      sortable: true,
      nowrap: true,
      phoneSlot: 'title',
      cell: (row) => (
        <>
          <RecordLink to={paths.record(row.vehicle_id)}>{row.no}</RecordLink>
          <span className="block text-xs font-normal text-muted">{row.province}</span>
        </>
      ),
    },
    {
      id: 'type',
      sortable: true,
      cell: (row) => (
        <>
          {row.type}
          <span className="block text-xs text-muted">{descriptionOf(row)}</span>
        </>
      ),
    },
    {
      id: 'next_due',
      sortable: true,
      nowrap: true,
      cell: (row) => <DueCell row={row} />,
    },
    requiredBranchColumn({ belowWidth: 900, under: 'type' }),
    {
      id: 'status',
      nowrap: true,
      phoneSlot: 'meta',
      cell: ({ status }) => <StateChip state={vehicleStatuses[status]} />,
    },
  ],
  importKind: 'vehicle',
  filters: [
    { ...byType, label: titleOf(vehicle.row.shape, 'type') },
    byStatus,
    { name: 'category', label: titleOf(vehicle.row.shape, 'next_due') },
    byText,
  ],
  searchPlaceholder: 'ทะเบียนรถ ยี่ห้อ รุ่น หรือจังหวัด',
  toolbar: ({ table }) => <ExportButton endpoint={vehicle.export} table={table} />,
  defaults: (branch_id) => (branch_id === null ? {} : { branch_id }),
  Fields: lazyPart(async () => (await import('./vehicle-fields.tsx')).VehicleFields),
  BelowForm: lazyPart(async () => (await import('./vehicle-costs.tsx')).VehicleCosts),
})

/** Brand, model, colour and transmission of the vehicle; empty ones are omitted. */
function descriptionOf({ brand, model, color, transmission }: Vehicle) {
  return [
    [brand, model, color && `สี${color}`].filter(Boolean).join(' '),
    transmission && transmissions[transmission].label,
  ]
    .filter(Boolean)
    .join(' · ')
}
