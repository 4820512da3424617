/** SQL of the report on outstanding balances; the figures of the books and of receipts are in their modules. */
import type { ListQuery } from '@khapdee/contract/wire'
import { type AgingBucket, agingBuckets } from '@khapdee/domain/application/aging'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { bigint, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { listCondition } from '../application/application-filter.ts'
import { payableQuery } from '../application/list-applications.ts'

/** The bucket of an age in days, as the domain defines it. */
const bucketOf = (age: ReturnType<typeof sql>) => {
  const ascending = Object.entries(agingBuckets).toReversed()
  return sql`case ${sql.join(
    ascending.map(
      ([bucket, { from }]) => sql`when ${age} >= ${sql.lit(from)} then ${sql.lit(bucket)}`,
    ),
    sql` `,
  )} else '0-30' end`
}

/** The balances that can be paid, by branch and age; the same applications as in the list of outstanding ones. */
export const owedFigures = tunedQuery({
  columns: {
    branch_id: int(),
    bucket: text<AgingBucket>(),
    applications: int(),
    balance: bigint<Satang>(),
  },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery, today: Day) => sql`
    select a.branch_id, ${bucketOf(sql`(${today}::date - (a."createdAt" at time zone 'Asia/Bangkok')::date)`)} as bucket,
      count(*)::int as applications, sum(a.balance)::bigint as balance
    from application a where ${listCondition(ctx, payableQuery(query), 'all')}
    group by 1, 2 order by 1, 2`,
})
