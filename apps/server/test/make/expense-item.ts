import type { Insertable, Kysely } from 'kysely'
import type { DB, ListExpenses } from '../../src/db/types.ts'

/** Inserts an item of expense of every branch, or with other values. */
export const makeExpenseItem = (db: Kysely<DB>, values: Partial<Insertable<ListExpenses>> = {}) =>
  db
    .insertInto('list_expenses')
    .values({ name: 'ค่าน้ำมันทดสอบ', category: 'expenses', type: 'general', ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
