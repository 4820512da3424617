import type { Insertable, Kysely } from 'kysely'
import type { Course, DB } from '../../src/db/types.ts'

/** Inserts a course; by default of all branches, for 1,000 baht. @param values price in satang */
export const makeCourse = (db: Kysely<DB>, values: Partial<Insertable<Course>> = {}) =>
  db
    .insertInto('course')
    .values({ name: 'หลักสูตรทดสอบ', type: 'รถยนต์', price: 100_000, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
