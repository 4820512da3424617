/** The origin of an exam right. */
import { type RightOrigin, rightOrigins } from '@khapdee/domain/exam-right'
import { sql } from 'kysely'

/** The label of the origin of the right `r`. */
const originLabel = sql<string>`(case r.origin ${sql.join(
  (Object.keys(rightOrigins) as RightOrigin[]).map(
    (origin) => sql`when ${sql.lit(origin)} then ${sql.lit(rightOrigins[origin].label)}`,
  ),
  sql` `,
)} end)`

/**
 * Name of the item that granted the right `r`, with its line as `l`; without a line, the reason for
 * the right.
 */
export const grantingItem = sql<string>`coalesce(l.name, ${originLabel})`
