/** The roles a school begins with. */
import { allPermissions, defaultRoles } from '@khapdee/domain/permissions'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'

/**
 * Adds the default roles that are missing, with their permissions. A role that exists belongs to
 * the school and is left as it is, but for the administrator: he always holds every permission,
 * also those that came with an update. Safe to run again, and from several servers at once.
 */
export async function seedRoles(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seed roles', 0))`.execute(tx)
    const added = await tx
      .insertInto('role')
      .values(
        defaultRoles.map(({ key, name, all_branches, may_self_decide }) => ({
          key,
          name,
          all_branches,
          may_self_decide,
        })),
      )
      // Or a role of the school's own has that name; the school may have put the default one away.
      .onConflict((conflict) => conflict.doNothing())
      .returning(['role_id', 'key'])
      .execute()
    const grants = added.flatMap(({ role_id, key }) =>
      (defaultRoles.find((role) => role.key === key)?.permissions ?? []).map((permission) => ({
        role_id,
        permission,
      })),
    )
    if (grants.length > 0) await tx.insertInto('role_permission').values(grants).execute()
    await sql`
      insert into role_permission (role_id, permission)
      select role_id, unnest(${allPermissions}::text[]) from role where key = 'admin'
      on conflict do nothing`.execute(tx)
  })
}
