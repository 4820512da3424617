import type { Insertable, Kysely } from 'kysely'
import type { DB, Promotion } from '../../src/db/types.ts'

let made = 0

/** Inserts 10 % off any course, for every branch, without limit, or with other values. */
export const makePromotion = (db: Kysely<DB>, values: Partial<Insertable<Promotion>> = {}) =>
  db
    .insertInto('promotion')
    .values({
      code: `PROMO${++made}`,
      name: 'ส่วนลดทดสอบ',
      type: 'course',
      type_discount: 'percent',
      value: 10,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
