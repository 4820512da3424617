/** SQL of the holidays of branches. */
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { day, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** The holidays of a branch in a range of days, both inclusive. */
export const holidaysOf = tunedQuery({
  columns: { day: day<Day>(), name: text() },
  sql: (branchId: number, first: Day, last: Day) => sql`
    select h.day, h.name from holiday h
    where h.day between ${first}::date and ${last}::date and h.is_activate and not h.is_delete
      and (h.branch_id = ${branchId} or h.branch_id is null and not exists (select from holiday_open_branch o
        where o.holiday_id = h.holiday_id and o.branch_id = ${branchId}))
    order by h.day`,
})
