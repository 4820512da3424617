/** SQL that counts what was sold lately. */
import { sql } from 'kysely'
import { int, orNull } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/**
 * The number of latest applications of the school that are counted: enough to rank the items, few
 * enough to be read for each form.
 */
const countedApplications = 1000

/** The number of lines of each course and fee on the latest applications of the branches; one of the three ids is set. */
export const recentSales = tunedQuery({
  columns: {
    course_id: orNull(int()),
    other_fee_id: orNull(int()),
    request_fee_id: orNull(int()),
    sold: int(),
  },
  sql: (branchIds: readonly number[]) => sql`
    with latest as materialized (
      select application_id, branch_id from application where not is_delete
      order by "createdAt" desc, application_id desc limit ${sql.lit(countedApplications)}
    )
    select l.course_id, l.other_fee_id, l.request_fee_id, count(*)::int as sold
    from latest join application_line l using (application_id)
    where latest.branch_id = any(${branchIds}::int[])
    group by l.course_id, l.other_fee_id, l.request_fee_id`,
})
