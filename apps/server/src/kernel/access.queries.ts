/** SQL that reads the signed-in user of a session. */
import { sql } from 'kysely'
import { bigint, bool, int, json, text, texts, uuid } from '../db/columns.ts'
import { tunedQuery } from '../db/tuned-query.ts'
import { fullUserName } from '../db/user-name.ts'

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
