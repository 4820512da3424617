/** The school can never lock itself out: somebody is always left who can give every right back. */
import { administrativePermissions } from '@khapdee/domain/permissions'
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

/** Of a role `r`: whoever has it can give every right back. */
const administers = sql<SqlBool>`r.all_branches and ${administrativePermissions}::text[] <@ array(
  select p.permission from role_permission p where p.role_id = r.role_id)`

/** Whether the people of a role can give every right back. */
export async function isAdministrative(ctx: UserContext, roleId: number): Promise<boolean> {
  const { rows } = await sql`
    select from role r where r.role_id = ${roleId} and ${administers}`.execute(ctx.tx)
  return rows.length > 0
}

/**
 * Refuses a change that leaves nobody active who holds every permission about roles and users. To
 * be called when the change is written; of two changes at once the second waits for the first.
 * @throws LAST_ADMINISTRATOR
 */
export async function assertAdministratorRemains(ctx: UserContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(ctx.tx)
  const { rows } = await sql`
    select from app_user u join role r using (role_id)
    where u.is_active and not u.is_delete and ${administers} limit 1`.execute(ctx.tx)
  if (rows.length > 0) return
  throw new AppError(
    'LAST_ADMINISTRATOR',
    'ต้องมีผู้ใช้ที่จัดการสิทธิ์และผู้ใช้ได้อย่างน้อย 1 คน จึงเปลี่ยนแปลงรายการนี้ไม่ได้',
    409,
  )
}
