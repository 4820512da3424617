/** The signed-in user's own data: profile, branches and abilities. */
import type { UserData } from '@khapdee/contract/entities/user'
import { toAbility } from '@khapdee/domain/permissions'
import type { Context } from '../../kernel/context.ts'
import { sessionEnded } from '../../kernel/errors.ts'
import { uploadLink } from '../file/upload-link.ts'

/** @throws SESSION when the session has ended meanwhile */
export async function readUserData(ctx: Context, sessionId: string): Promise<UserData> {
  // Read in this transaction, which may have opened the session.
  const actor = await ctx.services.access.findUncached(ctx.tx, sessionId)
  if (actor === null) throw sessionEnded()
  const user = await ctx.tx
    .selectFrom('app_user')
    .innerJoin('role', 'role.role_id', 'app_user.role_id')
    .innerJoin('branch', 'branch.branch_id', 'app_user.branch_id')
    .select(['username', 'prefix', 'fname', 'sname', 'nickname', 'photo', 'position'])
    .select(['app_user.branch_id', 'branch.province'])
    .select(['app_user.user_id', 'must_change_password', 'role.role_id', 'role.name as role_name'])
    .where('app_user.user_id', '=', actor.user_id)
    .executeTakeFirstOrThrow()
  return {
    ...user,
    photo: user.photo === null ? null : uploadLink({ ...ctx, actor }, user.photo),
    role: { role_id: user.role_id, name: user.role_name },
    branches: actor.branches.map(({ branch_id, name }) => ({ value: branch_id, name })),
    all_branches: actor.all_branches,
    ability: [...actor.permissions].toSorted().map(toAbility),
  }
}
