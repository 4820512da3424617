import { type Permission, allPermissions } from '@khapdee/domain/permissions'
import { sql } from 'kysely'
import type { TestApp } from '../app.ts'

/** A user with all permissions in one branch, Khon Kaen, so that only the branch limits access. */
export const branchAdmin = 'branch.admin'

/** Inserts `branchAdmin` with the demo password. */
export const makeBranchAdmin = (test: TestApp) => makeClerk(test, allPermissions, branchAdmin)

/** Inserts a user of Khon Kaen with these permissions and the demo password. @returns the user name */
export async function makeClerk(
  { db, school }: TestApp,
  permissions: readonly Permission[],
  username = 'other.clerk',
): Promise<string> {
  const { role_id } = await db
    .insertInto('role')
    .values({ key: username, name: `บทบาทของ ${username}` })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_permission')
    .values(permissions.map((permission) => ({ role_id, permission })))
    .execute()
  await sql`
    insert into app_user (username, password_hash, role_id, branch_id, fname, sname)
    select ${username}, password_hash, ${role_id}::int, ${school.branch.KKN}::int, 'ผู้ดูแล', 'ขอนแก่น'
    from app_user where username = 'admin'`.execute(db)
  return username
}
