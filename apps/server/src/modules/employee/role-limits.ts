/** The roles that a user may assign: only those whose rights the user has too. */
import { allPermissions } from '@khapdee/domain/permissions'
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'

interface Role {
  role_id: number
  name: string
}

/** The roles whose rights the caller has too; for an administrator all roles. */
export async function assignableRoles(ctx: UserContext): Promise<Role[]> {
  const { permissions, all_branches, may_self_decide } = ctx.actor
  const own = [...permissions]
  return ctx.tx
    .selectFrom('role as r')
    .select(['r.role_id', 'r.name'])
    .where('r.is_delete', '=', false)
    .where(sql<SqlBool>`(not r.all_branches or ${all_branches})
      and (not r.may_self_decide or ${may_self_decide})
      and not exists (select from role_permission p
        where p.role_id = r.role_id and p.permission = any(${allPermissions}::text[])
          and p.permission <> all(${own}::text[]))`)
    .orderBy('r.role_id')
    .execute()
}

/**
 * Checks that the caller may assign a role, and locks the role until the end of the transaction, so
 * that it neither gains rights nor is deleted.
 * @throws VALIDATION when the role has rights that the caller lacks, or does not exist
 */
export async function assertCanAssignRole(ctx: UserContext, roleId: number): Promise<void> {
  await ctx.tx
    .selectFrom('role')
    .select('role_id')
    .where('role_id', '=', roleId)
    .forShare()
    .execute()
  const roles = await assignableRoles(ctx)
  if (roles.some(({ role_id }) => role_id === roleId)) return
  throw invalid([{ path: 'role_id', message: 'กำหนดบทบาทที่มีสิทธิ์มากกว่าของตนเองไม่ได้' }])
}
