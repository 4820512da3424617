/** Whether branches are closed on holidays. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether the branch is closed on the holiday `h`: its own, or one of all branches on which it does not open. */
export const closesBranch = (
  branchId: RawBuilder<unknown>,
) => sql<SqlBool>`h.is_activate and not h.is_delete
  and (h.branch_id = ${branchId} or h.branch_id is null and not exists (select from holiday_open_branch o
    where o.holiday_id = h.holiday_id and o.branch_id = ${branchId}))`
