/** The roles that a user may assign and manage: only those whose rights the user has too. */
import {
  type Permission,
  administrativePermissions,
  allPermissions,
} from '@khapdee/domain/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'

interface Role {
  role_id: number
  name: string
}

/**
 * The condition for a role `r` whose rights the caller has too; true for an administrator.
 * @param limited the permissions that count
 */
export function withinOwnRights(
  { actor }: UserContext,
  limited: readonly Permission[] = allPermissions,
): RawBuilder<SqlBool> {
  const { permissions, all_branches, may_self_decide } = actor
  const ownPermissions = [...permissions]
  return sql<SqlBool>`((not r.all_branches or ${all_branches})
    and (not r.may_self_decide or ${may_self_decide})
    and not exists (select from role_permission p
      where p.role_id = r.role_id and p.permission = any(${limited}::text[])
        and p.permission <> all(${ownPermissions}::text[])))`
}

/**
 * The condition for the users `t` whose role is not above that of the caller, in any branch. For a
 * caller who sees all branches, no role of single branches is above.
 */
export const notAbove = (ctx: UserContext): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from role r where r.role_id = t.role_id
    and (${ctx.actor.all_branches} and not r.all_branches or ${withinOwnRights(ctx, administrativePermissions)}))`

/** The roles whose rights the caller has too; for an administrator all roles. */
export async function assignableRoles(ctx: UserContext): Promise<Role[]> {
  return ctx.tx
    .selectFrom('role as r')
    .select(['r.role_id', 'r.name'])
    .where('r.is_delete', '=', false)
    .where(withinOwnRights(ctx))
    .orderBy('r.role_id')
    .execute()
}

/**
 * Locks a role until the end of the transaction, so that it neither gains rights nor is deleted.
 * @returns whether it exists and the caller has all of its rights
 */
async function lockRoleWithinOwnRights(ctx: UserContext, roleId: number): Promise<boolean> {
  await ctx.tx
    .selectFrom('role')
    .select('role_id')
    .where('role_id', '=', roleId)
    .forShare()
    .execute()
  const roles = await assignableRoles(ctx)
  return roles.some(({ role_id }) => role_id === roleId)
}

/**
 * Checks that the caller may assign a role, and locks it until the end of the transaction.
 * @throws VALIDATION when the role has rights that the caller lacks, or does not exist
 */
export async function assertCanAssignRole(ctx: UserContext, roleId: number): Promise<void> {
  if (await lockRoleWithinOwnRights(ctx, roleId)) return
  throw invalid([{ path: 'role_id', message: 'กำหนดบทบาทที่มีสิทธิ์มากกว่าของตนเองไม่ได้' }])
}

/** Why an account with more rights than the caller is refused, in Thai. */
export const accountAboveMessage = 'ผู้ใช้งานนี้มีสิทธิ์มากกว่าของคุณ จึงจัดการบัญชีของผู้ใช้งานนี้ไม่ได้'

/**
 * Checks that the caller may manage the account of a user with this role: change the role, user name or
 * activity, delete the user, reset the password or end sessions. Locks the role.
 * @throws ROLE_ABOVE when the role has rights that the caller lacks
 */
export async function assertCanManageAccount(ctx: UserContext, roleId: number): Promise<void> {
  if (await lockRoleWithinOwnRights(ctx, roleId)) return
  throw new AppError('ROLE_ABOVE', accountAboveMessage, 403)
}

interface AccountFields {
  username: string
  role_id: number
  is_activate: boolean
  status: string
}

/** Whether an employee may sign in; a resigned one may not. */
export const isActiveAccount = ({
  is_activate,
  status,
}: Pick<AccountFields, 'is_activate' | 'status'>): boolean => is_activate && status !== 'resigned'

/** The field by which a change of an employee changes the account; null when it does not. */
export function changedAccountField(
  before: AccountFields,
  after: AccountFields,
): keyof AccountFields | null {
  if (before.role_id !== after.role_id) return 'role_id'
  if (before.username !== after.username) return 'username'
  if (isActiveAccount(before) === isActiveAccount(after)) return null
  return before.is_activate === after.is_activate ? 'status' : 'is_activate'
}
