/** SQL that reads the ids of an exported list. */
import { type RawBuilder, sql } from 'kysely'
import { orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/**
 * The ids of a list in its order, joined by commas. One text, because a million row objects take too
 * much memory. `list` is a query with one column `id`.
 */
export const joinedIds = tunedQuery({
  columns: { ids: orNull(text()) },
  sql: (list: RawBuilder<unknown>) =>
    sql`select string_agg(id::text, ',') as ids from (${list}) listed`,
})
