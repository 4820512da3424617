import type { Insertable, Kysely } from 'kysely'
import type { DB, Place } from '../../src/db/types.ts'

let serial = 0

/** Inserts a place of a branch; by default an exam field for 30 people. */
export const makePlace = (
  db: Kysely<DB>,
  values: Partial<Insertable<Place>> & { branch_id: number },
) =>
  db
    .insertInto('place')
    .values({
      name: `สนาม ${++serial}`,
      kind: 'exam_field',
      capacity: 30,
      is_shared: false,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
