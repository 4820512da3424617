/** The exported list of vehicles. */
import { vehicle } from '@khapdee/contract/entities/vehicle'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import type { Day } from '@khapdee/domain/thai-date'
import {
  type DueKind,
  type VehicleStatus,
  dueKinds,
  dueStates,
  vehicleStatuses,
} from '@khapdee/domain/vehicle'
import { sql } from 'kysely'
import { crudOrder, crudCondition } from '../../kernel/crud-list.ts'
import { vehicleList } from '../vehicle/vehicle-list.ts'
import { columnBuilder, exportedList } from './export-list.ts'

type Row = Record<DueKind, Day | null> & {
  id: number
  no: string
  province: string
  type: string
  brand: string
  model: string
  color: string
  status: VehicleStatus
  purchase_date: Day | null
  insurance_company: string
  insurance_type: string
  note: string
  branch: string
}

const column = columnBuilder<Row>(vehicle.row.shape)

export const vehicleExport = exportedList<Row>({
  endpoint: vehicle.export,
  name: 'vehicles',
  title: entities.vehicle.label,
  statuses: vehicleStatuses,
  category: { title: titleOf(vehicle.row.shape, 'next_due'), labels: dueStates },
  columns: [
    column('no', 14),
    column('province', 18),
    column('type', 18),
    column('brand', 14),
    column('model', 18),
    column('color', 12),
    column('status', 14),
    column('purchase_date', 14),
    ...(Object.keys(dueKinds) as DueKind[]).map((kind) => column(kind, 18)),
    column('insurance_company', 24),
    column('insurance_type', 16),
    column('branch', 24),
    column('note', 30),
  ],
  ids: (ctx, query) =>
    sql`select t.vehicle_id as id from vehicle t where ${crudCondition(vehicleList, ctx, query)}
      order by ${crudOrder(vehicleList, query)}`,
  rows: (ctx, ids) =>
    ctx.tx
      .selectFrom('vehicle as t')
      .innerJoin('branch as b', 'b.branch_id', 't.branch_id')
      .selectAll('t')
      .select(['t.vehicle_id as id', 'b.name as branch'])
      .where('t.vehicle_id', '=', sql<number>`any(${ids}::int[])`)
      .$narrowType<Pick<Row, DueKind | 'status' | 'purchase_date'>>()
      .execute(),
})
