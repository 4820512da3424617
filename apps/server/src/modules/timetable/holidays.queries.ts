/** SQL of the holidays of branches. */
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { day, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { closesBranch } from './closing-holiday.ts'

/** The holidays of a branch in a range of days, both inclusive. */
export const holidaysOf = tunedQuery({
  columns: { day: day<Day>(), name: text() },
  sql: (branchId: number, first: Day, last: Day) => sql`
    select h.day, h.name from holiday h
    where h.day between ${first}::date and ${last}::date and ${closesBranch(sql`${branchId}`)} order by h.day`,
})

/**
 * One holiday of each branch and day in a range of days, both inclusive; a holiday of the branch
 * has precedence over one of all branches.
 */
export const holidaysOfBranches = tunedQuery({
  columns: { branch_id: int(), day: day<Day>(), name: text() },
  sql: (branchIds: readonly number[], first: Day, last: Day) => sql`
    select distinct on (b.branch_id, h.day) b.branch_id, h.day, h.name
    from unnest(${branchIds}::int[]) as b (branch_id) join holiday h on ${closesBranch(sql`b.branch_id`)}
    where h.day between ${first}::date and ${last}::date
    order by b.branch_id, h.day, h.branch_id`,
})
