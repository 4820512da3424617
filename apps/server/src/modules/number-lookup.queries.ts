/** SQL about lookups of whole ID numbers. */
import { sql } from 'kysely'
import { int } from '../db/columns.ts'
import { tunedQuery } from '../db/tuned-query.ts'

interface Lookup {
  userId: number
  numberHash: string
  /** Numbers without a hit within an hour that lock further lookups. */
  maxMisses: number
}

/**
 * Counts a lookup as a miss unless the user is locked, and gives the minutes until the next one is allowed; 0 when
 * this one is.
 */
export const countMiss = tunedQuery({
  columns: { minutes: int() },
  sql: ({ userId, numberHash, maxMisses }: Lookup) => sql`
    with limiting as (
      select at from number_miss where user_id = ${userId} and at > now() - interval '1 hour'
      order by at desc offset ${maxMisses - 1} limit 1
    ), counted as (
      insert into number_miss (user_id, number_hash)
      select ${userId}, ${numberHash} where not exists (select from limiting)
      on conflict (user_id, number_hash) do update set at = now()
    )
    select coalesce(ceil(extract(epoch from max(at) + interval '1 hour' - now()) / 60), 0)::int as minutes
    from limiting`,
})
