/**
 * Text search of exam rights: by their application, or by their customer if they have no
 * application.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import {
  type SearchColumns,
  isFrequentAmong,
  matchesByIndex,
  matchesByScan,
} from '../../kernel/text-search.ts'
import { applicationText } from '../application/application-filter.ts'

/**
 * Maximum number of rights or bookings that a text search counts. Each is read with its right,
 * application and customer.
 */
export const maxFoundExams = 1_000

/** Maximum number of rights or bookings that are read in the order of the list, or found by an index and sorted. */
export const maxReadExams = 5_000

/**
 * Lists of at most this many bookings are searched by reading them, unless the text is rare among
 * the first of them.
 */
export const maxListRead = 25_000

/**
 * The CTEs up to `sample`, which chooses how to search a list for a text by the frequency of the
 * text in its first rows:
 * - `is_read`: whether to continue reading in the order of the list, because the text is frequent
 *   enough to find as many rows as are counted, or because the list is short and one of its first
 *   rows contains the text.
 * - `most`: how many rows an index may find before the list is read in its order instead. A text in
 *   at least a hundredth of the first rows soon fills a page; a rarer one, such as the beginning of
 *   old numbers, would take long to find by reading.
 * @param firstRows as in `isFrequentAmong`
 * @param isFew whether the list has at most {@link maxListRead} rows
 */
export const sampleOf = (
  firstRows: RawBuilder<unknown>,
  isFew: RawBuilder<boolean> = sql<boolean>`false`,
): RawBuilder<unknown> => sql`
  first_rows as materialized (${firstRows}),
  -- Counted once: PostgreSQL would otherwise count for each use.
  size as materialized (select ${isFew} as is_few),
  sample as materialized (
    select is_few, is_few and exists (select from first_rows where found)
        or ${isFrequentAmong(sql`select * from first_rows`)} as is_read,
      case when ${isFrequentAmong(sql`select * from first_rows`, 0.01)} then ${sql.lit(maxFoundExams)}
        else ${sql.lit(maxReadExams)} end as most
    from size)`

/** The searched columns of the customer `c` of a right without an application. */
const customerText: SearchColumns = { search: sql`c.search`, codes: sql`''`, name: sql`c.name` }

/** Whether a text matches the right `r` with its customer `c` and, joined outer, its application `a`. */
export const rightMatchesByScan = (ctx: UserContext, text: string): RawBuilder<SqlBool> =>
  sql`(r.application_id is not null and ${matchesByScan(ctx, text, applicationText)}
    or r.application_id is null and ${matchesByScan(ctx, text, customerText)})`

/**
 * A statement that reads all rights that a text matches, by the indexes of applications and customers.
 * @param columns of the right `r`
 */
export const matchingRights = (
  ctx: UserContext,
  text: string,
  columns: RawBuilder<unknown> = sql`r.right_id`,
): RawBuilder<unknown> => sql`
  -- OFFSET keeps the lookup of the rights of each match apart; joined otherwise, all rights are read.
  select ${columns} from application a, lateral (
    select * from exam_right own where own.application_id = a.application_id offset 0) r
  where ${matchesByIndex(ctx, text, applicationText)}
  union all
  select ${columns} from customer c join exam_right r using (customer_id)
  where r.application_id is null and ${matchesByIndex(ctx, text, customerText)}`
