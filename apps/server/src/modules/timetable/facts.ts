/**
 * Reads the facts that determine whether people, vehicles, places and branches may be scheduled,
 * for a range of days at once.
 */
import { type BranchSettings, storedBranchSettings } from '@khapdee/contract/entities/branch'
import type { EmployeeStatus, Weekday } from '@khapdee/domain/employee'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { personName } from '@khapdee/domain/person-name'
import type { Day } from '@khapdee/domain/thai-date'
import type { EmployeeLicence } from '@khapdee/domain/timetable'
import type { VehicleStatus } from '@khapdee/domain/vehicle'
import { sql } from 'kysely'
import type { Reading } from '../../kernel/context.ts'
import { holidaysOfBranches } from './holidays.queries.ts'

/** The records and days whose facts are read. Both days are inclusive. */
export interface WantedFacts {
  branchIds: readonly number[]
  first: Day
  last: Day
  userIds: readonly number[]
  vehicleIds: readonly number[]
  placeIds: readonly number[]
}

/** Facts by the id of the record. A record that does not exist has none; a deleted one is no longer in use. */
export type TimetableFacts = Awaited<ReturnType<typeof readFacts>>

const byId = <Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.id, row]))

/** The facts about branches, people, vehicles and places on a range of days. */
export async function readFacts(ctx: Reading, wanted: WantedFacts) {
  return {
    branches: byId(await readBranches(ctx, wanted)),
    people: byId(await readPeople(ctx, wanted)),
    vehicles: byId(await readVehicles(ctx, wanted.vehicleIds)),
    places: byId(await readPlaces(ctx, wanted.placeIds)),
  }
}

async function readBranches(ctx: Reading, { branchIds, first, last }: WantedFacts) {
  const ids = [...branchIds]
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('branch')
    .select(['branch_id as id', 'name', 'settings'])
    .where('branch_id', 'in', ids)
    .execute()
  const holidays = await holidaysOfBranches.rows(ctx.tx, ids, first, last)
  return rows.map(({ id, name, settings }) => {
    const known: BranchSettings = storedBranchSettings(settings)
    const own = holidays.filter(({ branch_id }) => branch_id === id)
    return {
      id,
      name,
      settings: known,
      openingHours: known.opening_hours,
      /** Names of the holidays on which the branch is closed, by day. */
      holidays: new Map(own.map((holiday) => [holiday.day, holiday.name])),
    }
  })
}

async function readPeople(ctx: Reading, { userIds, first, last }: WantedFacts) {
  const ids = [...userIds]
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('app_user')
    .select(['user_id as id', 'prefix', 'fname', 'sname', 'status', 'is_active', 'is_delete'])
    .select(['end_date', 'day_off'])
    .where('user_id', 'in', ids)
    .$narrowType<{ status: EmployeeStatus; day_off: Weekday[]; end_date: Day | null }>()
    .execute()
  const leaves = await ctx.tx
    .selectFrom('user_leave')
    .select(['user_id', 'start', 'end'])
    .where('user_id', 'in', ids)
    .where('start', '<=', last)
    .where('end', '>=', first)
    .orderBy('start')
    .$narrowType<{ start: Day; end: Day }>()
    .execute()
  const licences = await ctx.tx
    .selectFrom('user_licence')
    .select(['user_id', 'kind', 'subject', 'licence_types', 'valid_until'])
    .where('user_id', 'in', ids)
    .$narrowType<Omit<EmployeeLicence, 'licence_types'> & { licence_types: ExamLicence[] }>()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: personName(row),
    status: row.status,
    isActive: row.is_active && !row.is_delete,
    endDate: row.end_date,
    daysOff: row.day_off,
    leaves: leaves.filter(({ user_id }) => user_id === row.id),
    licences: licences.filter(({ user_id }) => user_id === row.id),
  }))
}

async function readVehicles(ctx: Reading, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('vehicle')
    .select(['vehicle_id as id', sql<string>`no || ' ' || province`.as('name'), 'status'])
    .select(['licence_types', 'noti_check', 'noti_tax', 'noti_compulsory', 'is_delete'])
    .where('vehicle_id', 'in', [...ids])
    .$narrowType<{
      status: VehicleStatus
      licence_types: ExamLicence[]
      noti_check: Day | null
      noti_tax: Day | null
      noti_compulsory: Day | null
    }>()
    .execute()
  return rows.map(({ is_delete, ...row }) => ({
    ...row,
    status: is_delete ? ('retired' as const) : row.status,
  }))
}

async function readPlaces(ctx: Reading, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await ctx.tx
    .selectFrom('place')
    .select(['place_id as id', 'name', 'is_activate', 'is_delete'])
    .where('place_id', 'in', [...ids])
    .execute()
  return rows.map(({ id, name, is_activate, is_delete }) => ({
    id,
    name,
    isActive: is_activate && !is_delete,
  }))
}
