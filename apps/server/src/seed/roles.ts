/** Inserts the default roles of a new school. */
import { allPermissions, defaultRoles } from '@khapdee/domain/permissions'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { lockByName } from '../kernel/advisory-lock.ts'

/**
 * Adds the default roles that are missing, with their permissions. Existing roles are not
 * changed, except that the administrator role gets every permission, including those that an update has added.
 * May run repeatedly, and on several servers at the same time.
 */
export async function seedRoles(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockByName(tx, 'seed roles')
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
      // The school may have a role of that name, or may have deleted the default role.
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
    await tx
      .insertInto('role_permission')
      .columns(['role_id', 'permission'])
      .expression((eb) =>
        eb
          .selectFrom('role')
          .select(['role_id', sql<string>`unnest(${allPermissions}::text[])`.as('permission')])
          .where('key', '=', 'admin'),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
