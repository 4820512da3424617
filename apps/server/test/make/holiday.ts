/** Holidays in tests. */
import type { Day } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/types.ts'

/** Removes the seeded holidays, for tests that plan on any day. */
export const removeHolidays = (db: Kysely<DB>): Promise<unknown> =>
  db.updateTable('holiday').set({ is_delete: true }).execute()

/** A holiday of all branches. */
export const makeHoliday = (db: Kysely<DB>, day: Day, name = 'วันหยุดพิเศษ'): Promise<unknown> =>
  db.insertInto('holiday').values({ day, name }).execute()
