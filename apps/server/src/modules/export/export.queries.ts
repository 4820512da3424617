/** SQL that reads the ids of an exported list, and limits the number of rows found by a text. */
import { type RawBuilder, sql } from 'kysely'
import { bool, orNull, text } from '../../db/columns.ts'
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

/** Maximum number of exported rows of a list that is filtered by a text. */
export const maxExportedBySearch = 20_000

/** Whether a statement finds more than {@link maxExportedBySearch} rows. */
export const findsTooMany = tunedQuery({
  columns: { too_many: bool() },
  unnamed: true,
  sql: (found: RawBuilder<unknown>) => sql`
    select count(*) > ${sql.lit(maxExportedBySearch)} as too_many from (
      select from (${found}) found limit ${sql.lit(maxExportedBySearch + 1)}) bounded`,
})
