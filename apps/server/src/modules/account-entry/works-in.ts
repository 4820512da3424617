/** The condition for users who work in a branch. */
import { type SqlBool, sql } from 'kysely'

/** The condition that the employee `u` belongs to a branch, or works there, too. */
export const worksIn = (branchId: number) =>
  sql<SqlBool>`(u.branch_id = ${branchId} or exists (
    select from user_branch w where w.user_id = u.user_id and w.branch_id = ${branchId}))`
