/** SQL about lookups of complete ID numbers. */
import { sql } from 'kysely'
import { int } from '../db/columns.ts'
import { tunedQuery } from '../db/tuned-query.ts'

interface Lookup {
  userId: number
  numberHash: string
}

/**
 * Records the lookup of a number as a miss in advance; the caller deletes the miss after a hit. Once a user has as many
 * misses of different numbers within an hour as the school allows, nothing is recorded and the lookup is refused.
 * Returns the minutes until a lookup is allowed again, or 0 if this lookup is allowed.
 */
export const recordMiss = tunedQuery({
  columns: { minutes: int() },
  sql: ({ userId, numberHash }: Lookup) => sql`
    with blocking_miss as (
      select at from number_miss where user_id = ${userId} and at > now() - interval '1 hour'
      order by at desc offset (select number_misses_per_hour - 1 from school) limit 1
    ), counted as (
      insert into number_miss (user_id, number_hash)
      select ${userId}, ${numberHash} where not exists (select from blocking_miss)
      on conflict (user_id, number_hash) do update set at = now()
    )
    select coalesce(ceil(extract(epoch from max(at) + interval '1 hour' - now()) / 60), 0)::int as minutes
    from blocking_miss`,
})
