/**
 * Writes the terms of employment by a function of the database, which the migration used for the
 * people who existed before it.
 */
import { sql } from 'kysely'
import { tunedQuery } from '../../db/tuned-query.ts'

export const recordTerms = tunedQuery({
  columns: {},
  sql: (userId: number, from: string, by: number | null) =>
    sql`select from record_pay_terms(${userId}::int, ${from}::date, ${by}::int)`,
})
