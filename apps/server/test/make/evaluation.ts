import type { Insertable, Kysely } from 'kysely'
import type { DB, Evaluate } from '../../src/db/types.ts'

/** Inserts a manoeuvre that is passed or failed, of every branch, or with other values. */
export const makeEvaluation = (db: Kysely<DB>, values: Partial<Insertable<Evaluate>> = {}) =>
  db
    .insertInto('evaluate')
    .values({ title: 'หัวข้อทดสอบ', category: 'รถยนต์', type: 'practice', ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
