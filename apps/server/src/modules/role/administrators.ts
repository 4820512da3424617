/**
 * Ensures that there is at least one active administrator, so that the school cannot lock itself
 * out.
 */
import { administrativePermissions } from '@khapdee/domain/permissions'
import { type SqlBool, sql } from 'kysely'
import { lockByName } from '../../kernel/advisory-lock.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

/** The condition for a role `r` that can manage all roles and users. */
const isAdministrativeRole = sql<SqlBool>`r.all_branches and ${administrativePermissions}::text[] <@ array(
  select p.permission from role_permission p where p.role_id = r.role_id)`

/** Whether a role can manage all roles and users. */
export async function isAdministrative(ctx: UserContext, roleId: number): Promise<boolean> {
  const found = await ctx.tx
    .selectFrom('role as r')
    .select('r.role_id')
    .where('r.role_id', '=', roleId)
    .where(isAdministrativeRole)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Refuses a change that leaves no active user who can manage all roles and users. Call it after writing
 * the change. An advisory lock serialises concurrent changes.
 * @throws LAST_ADMINISTRATOR
 */
export async function assertAdministratorRemains(ctx: UserContext): Promise<void> {
  await lockByName(ctx.tx, 'administrators')
  const administrator = await ctx.tx
    .selectFrom('app_user as u')
    .innerJoin('role as r', 'r.role_id', 'u.role_id')
    .select('u.user_id')
    .where('u.is_active', '=', true)
    .where('u.is_delete', '=', false)
    .where(isAdministrativeRole)
    .limit(1)
    .executeTakeFirst()
  if (administrator !== undefined) return
  throw new AppError(
    'LAST_ADMINISTRATOR',
    'ต้องมีผู้ใช้ที่จัดการสิทธิ์และผู้ใช้ได้อย่างน้อย 1 คน จึงเปลี่ยนแปลงรายการนี้ไม่ได้',
    409,
  )
}
