/** Whom one may give which role: nobody hands out what he does not have. */
import { allPermissions } from '@khapdee/domain/permissions'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'

interface Role {
  role_id: number
  name: string
}

/** The roles whose every right the caller has himself; an administrator has them all. */
export async function rolesToGive(ctx: UserContext): Promise<Role[]> {
  const { permissions, all_branches, may_self_decide } = ctx.actor
  const { rows } = await sql<Role>`
    select r.role_id, r.name from role r
    where not r.is_delete and (not r.all_branches or ${all_branches}) and (not r.may_self_decide or ${may_self_decide})
      and not exists (select from role_permission p
        where p.role_id = r.role_id and p.permission = any(${allPermissions}::text[])
          and p.permission <> all(${[...permissions]}::text[]))
    order by r.role_id`.execute(ctx.tx)
  return rows
}

/**
 * Holds the role as it is until the end of the transaction, so that it gains no rights meanwhile,
 * nor is deleted.
 * @throws VALIDATION when the role has rights that the caller has not, or does not exist
 */
export async function assertMayGive(ctx: UserContext, roleId: number): Promise<void> {
  await sql`select from role where role_id = ${roleId} for share`.execute(ctx.tx)
  const roles = await rolesToGive(ctx)
  if (roles.some(({ role_id }) => role_id === roleId)) return
  throw invalid([{ path: 'role_id', message: 'กำหนดบทบาทที่มีสิทธิ์มากกว่าของตนเองไม่ได้' }])
}
