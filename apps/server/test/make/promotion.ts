import type { Insertable, Kysely } from 'kysely'
import type { DB, Promotion } from '../../src/db/types.ts'

let serial = 0

/** Inserts a promotion; by default 10 % off any course, for all branches, without limit. */
export const makePromotion = (db: Kysely<DB>, values: Partial<Insertable<Promotion>> = {}) =>
  db
    .insertInto('promotion')
    .values({
      code: `PROMO${++serial}`,
      name: 'ส่วนลดทดสอบ',
      type: 'course',
      type_discount: 'percent',
      value: 10,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
