/** Managing the sign-in of other users: resetting the password, listing and ending sessions. */
import { employee } from '@khapdee/contract/entities/employee'
import { answerMessages } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, forbidden } from '../../kernel/errors.ts'
import { hashPassword, makePassword } from '../user/passwords.ts'
import { endOneSession, endSessions, readSessions } from '../user/sessions.ts'
import { lockPerson, readPerson } from './read-employee.ts'
import { assertCanManageAccount } from './role-limits.ts'

/** @throws FORBIDDEN when the user has a branch that the caller does not see */
async function assertSeesBranchesOf(ctx: UserContext, userId: number): Promise<void> {
  const unseen = await ctx.tx
    .selectFrom('user_branch as ub')
    .innerJoin('branch as b', 'b.branch_id', 'ub.branch_id')
    .select('ub.branch_id')
    .where('ub.user_id', '=', userId)
    .where('b.is_delete', '=', false)
    .where('ub.branch_id', '<>', sql<number>`all(${[...ctx.scope.branchIds]}::int[])`)
    .limit(1)
    .executeTakeFirst()
  if (unseen !== undefined) throw forbidden()
}

const resetPassword = command(
  employee.resetPassword,
  async (ctx, { user_id }) => {
    const { username, role_id } = await lockPerson(ctx, user_id)
    if (user_id === ctx.actor.user_id) {
      throw new AppError('ONESELF', 'เปลี่ยนรหัสผ่านของตนเองได้ที่หน้าข้อมูลส่วนตัว', 409)
    }
    // The caller learns the password, and with it the rights and branches of the user.
    await assertCanManageAccount(ctx, role_id)
    await assertSeesBranchesOf(ctx, user_id)
    const first_password = makePassword()
    await ctx.tx
      .updateTable('app_user')
      .set({ password_hash: await hashPassword(first_password), must_change_password: true })
      .where('user_id', '=', user_id)
      .execute()
    // Failed sign-ins with the old password must not lock the user out of the new one.
    await ctx.tx.deleteFrom('login_miss').where('username', '=', username).execute()
    await endSessions(ctx, { userId: user_id }, 'password reset')
    ctx.audit({ entity: 'app_user', id: user_id, after: { password: 'reset' } })
    return { message: answerMessages.changed, data: { user_id, username, first_password } }
  },
  { changesAccess: true },
)

const sessions = command(employee.sessions, async (ctx, { user_id }) => {
  await readPerson(ctx, user_id)
  return { data: await readSessions(ctx, user_id, ctx.actor.session_id) }
})

const end = command(
  employee.endSessions,
  async (ctx, { user_id, session_id }) => {
    const { role_id } = await lockPerson(ctx, user_id)
    await assertCanManageAccount(ctx, role_id)
    if (session_id === undefined) {
      const isOwn = user_id === ctx.actor.user_id
      await endSessions(
        ctx,
        { userId: user_id, ...(isOwn && { except: ctx.actor.session_id }) },
        'ended by an administrator',
      )
      ctx.audit({ entity: 'app_user', id: user_id, after: { sessions: 'ended' } })
    } else {
      await endOneSession(ctx, user_id, session_id, 'ended by an administrator')
    }
    return { message: 'ออกจากระบบให้แล้ว', data: null }
  },
  { changesAccess: true },
)

export const signInCommands: Command[] = [resetPassword, sessions, end]
