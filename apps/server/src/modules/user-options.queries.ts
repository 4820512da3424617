/** SQL that finds the users who recorded something, for filters by user. */
import { applicationKinds } from '@khapdee/domain/application/status'
import { sql } from 'kysely'
import { int } from '../db/columns.ts'
import { tunedQuery } from '../db/tuned-query.ts'

/**
 * The users who recorded applications in the branches. The tallies have few rows for each user, so
 * no application is read.
 */
export const applicationRecorders = tunedQuery({
  columns: { user_id: int() },
  sql: (branchIds: readonly number[]) => sql`
    select distinct created_by as user_id from application_tally
    where type = any(${Object.keys(applicationKinds)}) and day is null and branch_id = any(${branchIds}::int[])`,
})

/** The users who recorded payments or refunds in the branches, from the tallies. */
export const paymentRecorders = tunedQuery({
  columns: { user_id: int() },
  sql: (branchIds: readonly number[]) => sql`
    select distinct created_by as user_id from payment_tally
    where day is null and branch_id = any(${branchIds}::int[])`,
})

/** The users among the given ones who have entries in the audit log; one index lookup for each. */
export const auditedUsers = tunedQuery({
  columns: { user_id: int() },
  sql: (userIds: readonly number[]) => sql`
    select u.user_id from unnest(${userIds}::int[]) u(user_id)
    where exists (select from audit_log a where a.user_id = u.user_id)`,
})
