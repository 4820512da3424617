/** SQL about failed sign-ins. */
import { sql } from 'kysely'
import { int } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

interface LoginLimits {
  username: string
  address: string
  lockMinutes: number
  /** Failed sign-ins within `lockMinutes` that lock the user name or the IP address. */
  maxMisses: { username: number; address: number }
}

/**
 * Minutes until a sign-in with this user name from this IP address is allowed again; 0 when it is allowed
 * now. A lock ends `lockMinutes` after the oldest of the last `maxMisses` failures.
 */
export const minutesUntilUnlock = tunedQuery({
  columns: { minutes: int() },
  sql: ({ username, address, lockMinutes, maxMisses }: LoginLimits) => sql`
    with recent as (
      select username, address, at from login_miss
      where at > now() - make_interval(mins => ${lockMinutes})
        and (username = ${username} or address = ${address})
    ), limiting as (
      (select at from recent where username = ${username}
        order by at desc offset ${maxMisses.username - 1} limit 1)
      union all
      (select at from recent where address = ${address}
        order by at desc offset ${maxMisses.address - 1} limit 1)
    )
    select coalesce(ceil(extract(epoch from max(at) + make_interval(mins => ${lockMinutes}) - now()) / 60), 0)::int
      as minutes
    from limiting`,
})
