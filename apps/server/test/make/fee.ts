import type { Insertable, Kysely } from 'kysely'
import type { DB, OtherFee, RequestFee } from '../../src/db/types.ts'

/** Inserts an other fee; by default of all branches, for 100 baht. @param values price in satang */
export const makeOtherFee = (db: Kysely<DB>, values: Partial<Insertable<OtherFee>> = {}) =>
  db
    .insertInto('other_fee')
    .values({ name: 'ค่าใช้จ่ายทดสอบ', price: 10_000, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Inserts a request fee; by default of all branches, for 100 baht. @param values price in satang */
export const makeRequestFee = (db: Kysely<DB>, values: Partial<Insertable<RequestFee>> = {}) =>
  db
    .insertInto('request_fee')
    .values({ name: 'ค่าคำขอทดสอบ', price: 10_000, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
