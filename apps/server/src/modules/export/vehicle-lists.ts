/** The vehicles as a file. */
import { vehicle } from '@khapdee/contract/entities/vehicle'
import type { Day } from '@khapdee/domain/thai-date'
import {
  type DueKind,
  type VehicleStatus,
  dueKinds,
  dueStates,
  vehicleStatuses,
} from '@khapdee/domain/vehicle'
import { sql } from 'kysely'
import { crudOrder, crudRows } from '../../kernel/crud-list.ts'
import { vehicleList } from '../vehicle/vehicle-list.ts'
import { type Column, dayCell, exportedList } from './export-list.ts'

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

const due = (Object.keys(dueKinds) as DueKind[]).map((kind): Column<Row> => ({
  title: dueKinds[kind],
  width: 18,
  cell: (row) => dayCell(row[kind]),
}))

export const vehicles = exportedList<Row>({
  endpoint: vehicle.export,
  name: 'vehicles',
  title: 'ยานพาหนะ',
  statuses: vehicleStatuses,
  category: { title: 'ครบกำหนด', labels: dueStates },
  columns: [
    { title: 'ทะเบียนรถ', width: 14, cell: (row) => row.no },
    { title: 'จังหวัดที่จดทะเบียน', width: 18, cell: (row) => row.province },
    { title: 'ประเภทรถ', width: 18, cell: (row) => row.type },
    { title: 'ยี่ห้อ', width: 14, cell: (row) => row.brand },
    { title: 'รุ่น', width: 18, cell: (row) => row.model },
    { title: 'สี', width: 12, cell: (row) => row.color },
    { title: 'สถานะ', width: 14, cell: (row) => vehicleStatuses[row.status].label },
    { title: 'วันที่ซื้อ', width: 14, cell: (row) => dayCell(row.purchase_date) },
    ...due,
    { title: 'บริษัทประกันภัย', width: 24, cell: (row) => row.insurance_company },
    { title: 'ประเภทประกันภัย', width: 16, cell: (row) => row.insurance_type },
    { title: 'สาขา', width: 24, cell: (row) => row.branch },
    { title: 'หมายเหตุ', width: 30, cell: (row) => row.note },
  ],
  ids: (ctx, query) =>
    sql`select t.vehicle_id as id from vehicle t where ${crudRows(vehicleList, ctx, query)}
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
