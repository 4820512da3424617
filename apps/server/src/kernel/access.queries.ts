/** SQL that reads the signed-in user of a session, and the users that filters offer. */
import { applicationKinds } from '@khapdee/domain/application/status'
import { sql } from 'kysely'
import { bigint, bool, int, ints, json, orNull, text, texts, uuid } from '../db/columns.ts'
import { tunedQuery } from '../db/tuned-query.ts'
import { fullUserName, userName } from '../db/user-name.ts'

export interface ActorBranch {
  branch_id: number
  code: string
  name: string
}

/** The user of a session that has neither ended nor expired, and who may sign in. */
export const sessionActor = tunedQuery({
  columns: {
    user_id: int(),
    session_id: uuid(),
    username: text(),
    name: text(),
    role_id: int(),
    all_branches: bool(),
    may_self_decide: bool(),
    must_change_password: bool(),
    branch_id: int(),
    permissions: texts(),
    branches: json<ActorBranch[]>(),
    access_version: bigint(),
  },
  sql: (sessionId: string) => sql`
    select u.user_id, s.session_id, u.username, ${fullUserName('u')} as name,
      u.role_id, r.all_branches, r.may_self_decide, u.must_change_password, u.branch_id,
      array(select p.permission from role_permission p where p.role_id = u.role_id) as permissions,
      (select coalesce(json_agg(json_build_object('branch_id', b.branch_id, 'code', b.code, 'name', b.name)
          order by b.branch_id), '[]')
        from branch b
        where not b.is_delete and (r.all_branches or b.branch_id = u.branch_id or exists
          (select from user_branch ub where ub.user_id = u.user_id and ub.branch_id = b.branch_id))
      ) as branches,
      (select version from access_version) as access_version
    from session s join app_user u using (user_id) join role r using (role_id)
    where s.session_id = ${sessionId} and s.revoked_at is null and s.expires_at > now()
      and u.is_active and not u.is_delete`,
})

/**
 * The users that filters offer, in Thai order of first names: all who are not deleted, and deleted ones who recorded something.
 * `branch_ids` are the branches where a user works or recorded applications or payments; null for all branches. The
 * tallies have one row for each branch, user and state, so this reads no application or payment.
 */
export const userNames = tunedQuery({
  columns: { user_id: int(), name: text(), branch_ids: orNull(ints()) },
  sql: () => sql`
    with recorded as materialized (
      select created_by, branch_id from application_tally where type = any(${Object.keys(applicationKinds)}) and day is null
      union
      select created_by, branch_id from payment_tally where day is null
    )
    select u.user_id, ${userName('u')} as name,
      case when u.is_delete or not r.all_branches then array(
        select u.branch_id
        union select w.branch_id from user_branch w where w.user_id = u.user_id
        union select recorded.branch_id from recorded where recorded.created_by = u.user_id) end as branch_ids
    from app_user u join role r using (role_id)
    where not u.is_delete or exists (select from recorded where recorded.created_by = u.user_id)
      or exists (select from audit_log a where a.user_id = u.user_id)
    order by u.fname collate thai, u.user_id`,
})
