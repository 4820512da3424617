/** Whom one may give which role: nobody hands out what he does not have, nor locks the school out. */
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'

interface Role {
  role_id: number
  name: string
}

/** The roles whose every right the caller has himself; an administrator has them all. */
export async function rolesToGive(ctx: UserContext): Promise<Role[]> {
  const { permissions, all_branches, may_self_decide } = ctx.actor
  const { rows } = await sql<Role>`
    select r.role_id, r.name from role r
    where (not r.all_branches or ${all_branches}) and (not r.may_self_decide or ${may_self_decide})
      and not exists (select from role_permission p
        where p.role_id = r.role_id and p.permission <> all(${[...permissions]}::text[]))
    order by r.role_id`.execute(ctx.tx)
  return rows
}

/** @throws VALIDATION when the role has rights that the caller has not, or does not exist */
export async function assertMayGive(ctx: UserContext, roleId: number): Promise<void> {
  const roles = await rolesToGive(ctx)
  if (roles.some(({ role_id }) => role_id === roleId)) return
  throw invalid([{ path: 'role_id', message: 'กำหนดบทบาทที่มีสิทธิ์มากกว่าของตนเองไม่ได้' }])
}

/**
 * Somebody must be left who may change everything. Asked after the change, in its transaction; of
 * two changes at once the second waits for the first.
 * @throws LAST_ADMINISTRATOR
 */
export async function assertAdministratorLeft(ctx: UserContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(ctx.tx)
  const { rows } = await sql`
    select from app_user u join role r using (role_id)
    where r.key = 'admin' and u.is_active and not u.is_delete limit 1`.execute(ctx.tx)
  if (rows.length > 0) return
  throw new AppError('LAST_ADMINISTRATOR', 'ต้องมีผู้ดูแลระบบที่เข้าสู่ระบบได้อย่างน้อย 1 คน', 409)
}
