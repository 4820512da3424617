/** The payments that no day close has counted. */
import { type SqlBool, sql } from 'kysely'

/** The condition for payments `p` of a branch since its last close, without those of kind `moved`. */
export const isSinceLastClose = (branchId: number) =>
  sql<SqlBool>`p.branch_id = ${branchId} and p.closing_id is null and p.kind <> 'moved'`
