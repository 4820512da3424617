/** SQL about branches. */
import { sql } from 'kysely'
import { int } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** The branch itself, then its parent, and so on up to the top. */
export const branchAndAncestors = tunedQuery({
  columns: { branch_id: int() },
  sql: (branchId: number) => sql`
    with recursive up as (
      select branch_id, parent_id from branch where branch_id = ${branchId}
      union select b.branch_id, b.parent_id from branch b join up on b.branch_id = up.parent_id
    ) select branch_id from up`,
})
