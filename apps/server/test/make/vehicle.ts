import type { Insertable, Kysely } from 'kysely'
import type { DB, Vehicle } from '../../src/db/types.ts'

let made = 0

/** Inserts a car of a branch with nothing due, or with other values. */
export const makeVehicle = (
  db: Kysely<DB>,
  values: Partial<Insertable<Vehicle>> & { branch_id: number },
) =>
  db
    .insertInto('vehicle')
    .values({ no: `ทด ${++made}`, province: 'ขอนแก่น', type: 'รถยนต์เก๋ง', ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
