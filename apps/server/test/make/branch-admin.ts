import { allPermissions } from '@khapdee/domain/permissions'
import { sql } from 'kysely'
import type { TestApp } from '../app.ts'

/** A user with all permissions in one branch, Khon Kaen, so that only the branch limits access. */
export const branchAdmin = 'branch.admin'

/** Inserts `branchAdmin` with the demo password. */
export async function makeBranchAdmin({ db, school }: TestApp): Promise<void> {
  const { role_id } = await db
    .insertInto('role')
    .values({ key: 'branch-admin', name: 'ผู้ดูแลสาขา' })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_permission')
    .values(allPermissions.map((permission) => ({ role_id, permission })))
    .execute()
  await sql`
    insert into app_user (username, password_hash, role_id, branch_id, fname, sname)
    select ${branchAdmin}, password_hash, ${role_id}::int, ${school.branch.KKN}::int, 'ผู้ดูแล', 'ขอนแก่น'
    from app_user where username = 'admin'`.execute(db)
}
