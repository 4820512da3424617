/** Roles: sets of permissions, and the users who have them. */
import { role } from '@khapdee/contract/entities/role'
import { titlesOf } from '@khapdee/contract/field-meta'
import { describePermissions } from '@khapdee/domain/permission-labels'
import { type Permission, allPermissions } from '@khapdee/domain/permissions'
import { sql } from 'kysely'
import { fullUserName } from '../../db/user-name.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { assertAdministratorRemains } from './administrators.ts'

const labels = titlesOf(role.fields.shape)

interface RoleRights {
  all_branches: boolean
  may_self_decide: boolean
  permissions: readonly Permission[]
}

/** The rights of a role that the caller lacks, by form field and with a Thai description. */
function lackedRights(
  { actor }: UserContext,
  rights: RoleRights,
): { path: string; description: string }[] {
  const missing = rights.permissions.filter((permission) => !actor.permissions.has(permission))
  return [
    ...(missing.length > 0
      ? [{ path: 'permissions', description: describePermissions(missing) }]
      : []),
    ...(rights.all_branches && !actor.all_branches
      ? [{ path: 'all_branches', description: labels.all_branches }]
      : []),
    ...(rights.may_self_decide && !actor.may_self_decide
      ? [{ path: 'may_self_decide', description: labels.may_self_decide }]
      : []),
  ]
}

/** Refuses a role with rights that the caller lacks. @throws VALIDATION */
function assertCanGrant(ctx: UserContext, given: RoleRights): void {
  const errors = lackedRights(ctx, given).map(({ path, description }) => ({
    path,
    message: `ให้สิทธิ์ที่คุณไม่มีไม่ได้: ${description}`,
  }))
  if (errors.length > 0) throw invalid(errors)
}

/**
 * Refuses to change or delete a stored role with rights that the caller lacks.
 * @throws ROLE_ABOVE
 */
function assertNotAbove(ctx: UserContext, stored: RoleRights): void {
  const [first] = lackedRights(ctx, stored)
  if (first === undefined) return
  const message = `บทบาทนี้มีสิทธิ์ที่คุณไม่มี จึงแก้ไขหรือลบไม่ได้: ${first.description}`
  throw new AppError('ROLE_ABOVE', message, 403)
}

/**
 * Refuses a change that removes rights from the administrator role.
 * @throws VALIDATION
 */
function assertStaysAdministrator(given: RoleRights): void {
  const missing = allPermissions.filter((permission) => !given.permissions.includes(permission))
  if (missing.length === 0 && given.all_branches && given.may_self_decide) return
  const message = 'บทบาทผู้ดูแลระบบมีสิทธิ์ทุกอย่างเสมอ ลดสิทธิ์ไม่ได้'
  throw invalid([{ path: 'permissions', message }])
}

const people = command(role.people, async (ctx, { role_id }) => {
  const found = await ctx.tx
    .selectFrom('role')
    .select('role_id')
    .where('role_id', '=', role_id)
    .where(ctx.scope.visible('role'))
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const data = await ctx.tx
    .selectFrom('app_user as u')
    .innerJoin('branch as b', 'b.branch_id', 'u.branch_id')
    .select(['u.user_id', 'u.username', 'u.position', 'u.is_active', 'b.name as branch'])
    .select(fullUserName('u').as('name'))
    .where('u.role_id', '=', role_id)
    .where(ctx.scope.visible('app_user', 'u'))
    .orderBy('u.is_active', 'desc')
    .orderBy(sql`u.fname collate thai`)
    .orderBy('u.user_id')
    .execute()
  return { data }
})

export const roleCommands: Command[] = [
  ...crudCommands({
    api: role,
    search: ['name', 'detail'],
    computedColumns: sql`(select count(*)::int from app_user u where u.role_id = t.role_id and not u.is_delete) as users`,
    externalFields: {
      permissions: {
        // Permissions that this version of the product no longer has are omitted, and deleted at
        // the next change.
        read: sql`array(select p.permission from role_permission p
          where p.role_id = t.role_id and p.permission = any(${allPermissions}::text[])
          order by p.permission collate "C")`,
        async write(ctx, id, value) {
          await ctx.tx.deleteFrom('role_permission').where('role_id', '=', id).execute()
          const granted = (value as string[]).map((permission) => ({ role_id: id, permission }))
          if (granted.length > 0)
            await ctx.tx.insertInto('role_permission').values(granted).execute()
          await assertAdministratorRemains(ctx)
        },
      },
    },
    unique: { role_name: 'name' },
    changesAccess: true,
    // Safe casts: the contract validates the input, and stored rows were validated when written.
    protect: (ctx, row) => assertNotAbove(ctx, row as unknown as RoleRights),
    async check(ctx, values, before) {
      const given = values as unknown as RoleRights
      if (before?.['key'] === 'admin') assertStaysAdministrator(given)
      assertCanGrant(ctx, given)
    },
    async usedBy(ctx, id) {
      const { key } = await ctx.tx
        .selectFrom('role')
        .select('key')
        .where('role_id', '=', id)
        .executeTakeFirstOrThrow()
      if (key === 'admin') throw new AppError('ADMIN_ROLE', 'ลบบทบาทผู้ดูแลระบบไม่ได้', 409)
      return []
    },
  }),
  people,
]
