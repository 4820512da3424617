/** The school can never lock itself out: somebody is always left who can give every right back. */
import { administrativePermissions } from '@khapdee/domain/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

const lastAdministrator = () =>
  new AppError(
    'LAST_ADMINISTRATOR',
    'ต้องมีผู้ใช้ที่จัดการสิทธิ์และผู้ใช้ได้อย่างน้อย 1 คน จึงเปลี่ยนแปลงรายการนี้ไม่ได้',
    409,
  )

/**
 * Refuses a change that would leave nobody active who holds every permission about roles and users.
 * To be called before the change is written; whoever changes the same elsewhere waits until then.
 * @param remains of people `u`: those whom the change leaves as they are
 * @throws LAST_ADMINISTRATOR
 */
export async function assertAdministratorRemains(
  ctx: UserContext,
  remains: RawBuilder<SqlBool>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(ctx.tx)
  const { rows } = await sql`
    select from app_user u join role r using (role_id)
    where u.is_active and not u.is_delete and r.all_branches and ${remains}
      and ${administrativePermissions}::text[] <@ array(
        select p.permission from role_permission p where p.role_id = u.role_id)
    limit 1`.execute(ctx.tx)
  if (rows.length === 0) throw lastAdministrator()
}
