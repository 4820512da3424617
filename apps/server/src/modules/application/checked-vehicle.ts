/** The vehicle of a vehicle check: its record, its search, and its earlier checks. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import type { CheckedVehicle } from '@khapdee/contract/entities/checked-vehicle'
import { messages } from '@khapdee/contract/messages'
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { vehicleKey } from '@khapdee/domain/checked-vehicle'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { escapeLike, maxCounted } from '../../kernel/list.ts'
import type { Kinds } from './application-filter.ts'
import { vehicleVisits } from './checked-vehicle.queries.ts'

/**
 * Refuses a vehicle check without its vehicle, and a vehicle in an application of another kind.
 * @throws VALIDATION
 */
export function assertVehicle(type: ApplicationKind, vehicle: CheckedVehicle | undefined): void {
  if (type === 'vehicle_check' && vehicle === undefined)
    throw invalid([{ path: 'vehicle.plate', message: messages.vehicleIdentity }])
  if (type !== 'vehicle_check' && vehicle !== undefined)
    throw invalid([{ path: 'vehicle', message: messages.unknownField }])
}

/** The statement that stores the vehicle of an application. */
export const insertVehicle = (
  applicationId: number,
  vehicle: CheckedVehicle,
): RawBuilder<unknown> => sql`
  insert into application_vehicle (application_id, plate, plate_province, vehicle_type, brand, first_registration,
    mileage, chassis_number, plate_key, chassis_key)
  values (${applicationId}, ${vehicle.plate}, ${vehicle.plate_province}, ${vehicle.vehicle_type}, ${vehicle.brand},
    ${vehicle.first_registration}, ${vehicle.mileage}, ${vehicle.chassis_number}, ${vehicleKey(vehicle.plate)},
    ${vehicleKey(vehicle.chassis_number)})`

/** The statement that corrects the vehicle of an application. */
export const updateVehicle = (
  applicationId: number,
  vehicle: CheckedVehicle,
): RawBuilder<unknown> => sql`
  update application_vehicle set plate = ${vehicle.plate}, plate_province = ${vehicle.plate_province},
    vehicle_type = ${vehicle.vehicle_type}, brand = ${vehicle.brand},
    first_registration = ${vehicle.first_registration}, mileage = ${vehicle.mileage},
    chassis_number = ${vehicle.chassis_number}, plate_key = ${vehicleKey(vehicle.plate)},
    chassis_key = ${vehicleKey(vehicle.chassis_number)}
  where application_id = ${applicationId}`

/** From this length on, a key is searched anywhere in a plate or chassis number: the trigram index needs three characters. */
const minTrigramLength = 3

/** The condition on `application_vehicle v` that the plate or chassis number contains the key; a shorter key must begin the plate. */
export function vehicleContains(key: string): RawBuilder<SqlBool> {
  const pattern = `%${escapeLike(key)}%`
  return key.length < minTrigramLength
    ? sql<SqlBool>`v.plate_key collate "C" between ${key}::text and ${`${key}\u{10FFFF}`}::text`
    : sql<SqlBool>`(v.plate_key like ${pattern} or v.chassis_key like ${pattern})`
}

/**
 * Extends the text condition of a list of applications `a` by the plate and chassis number; only lists of vehicle
 * checks are searched by them.
 */
export function orVehicle(
  kinds: Kinds,
  text: string,
  matches: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const key = vehicleKey(text)
  if (kinds !== 'vehicle_check' || key.length < 2) return matches
  return sql<SqlBool>`(${matches} or a.application_id = any(array(
    select v.application_id from application_vehicle v where ${vehicleContains(key)}
    order by v.application_id desc limit ${sql.lit(maxCounted)} + 1)))`
}

/**
 * The last visible checks of a vehicle, or of the different vehicles of a customer; newest first.
 * Cancelled applications are not included.
 */
export async function findVehicleVisits(
  ctx: UserContext,
  { plate = '', chassis_number = '', customer_id }: InputOf<typeof application.lastvehicle>,
) {
  const plateKey = vehicleKey(plate)
  const chassisKey = vehicleKey(chassis_number)
  const conditions = [
    ...(plateKey === '' ? [] : [sql<SqlBool>`v.plate_key collate "C" = ${plateKey}`]),
    ...(chassisKey === ''
      ? []
      : [sql<SqlBool>`v.chassis_key = ${chassisKey} and v.chassis_key <> ''`]),
    ...(customer_id === undefined ? [] : [sql<SqlBool>`a.customer_id = ${customer_id}`]),
  ]
  if (conditions.length === 0) return []
  return vehicleVisits.rows(ctx.tx, ctx, sql<SqlBool>`(${sql.join(conditions, sql` or `)})`)
}
