import type { Insertable, Kysely } from 'kysely'
import type { DB, Vehicle } from '../../src/db/types.ts'

let serial = 0

/** Inserts a vehicle of a branch; by default a car without due days. */
export const makeVehicle = (
  db: Kysely<DB>,
  values: Partial<Insertable<Vehicle>> & { branch_id: number },
) =>
  db
    .insertInto('vehicle')
    .values({ no: `ทด ${++serial}`, province: 'ขอนแก่น', type: 'รถยนต์เก๋ง', ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
