/** What one may do about the sign-in of others: a new first password, the end of sessions. */
import { employee } from '@khapdee/contract/entities/employee'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, forbidden } from '../../kernel/errors.ts'
import { hashPassword, makePassword } from '../user/passwords.ts'
import { endOneSession, endSessions, readSessions } from '../user/sessions.ts'
import { lockPerson, readPerson } from './employee.queries.ts'
import { assertMayGive } from './role-limits.ts'

async function assertSeesBranchesOf(ctx: UserContext, userId: number): Promise<void> {
  const { rows } = await sql`
    select from user_branch ub join branch b using (branch_id)
    where ub.user_id = ${userId} and not b.is_delete
      and ub.branch_id <> all(${[...ctx.scope.branchIds]}::int[])`.execute(ctx.tx)
  if (rows.length > 0) throw forbidden()
}

const resetPassword = command(
  employee.resetPassword,
  async (ctx, { user_id }) => {
    const { username, role_id } = await lockPerson(ctx, user_id)
    if (user_id === ctx.actor.user_id) {
      throw new AppError('ONESELF', 'เปลี่ยนรหัสผ่านของตนเองได้ที่หน้าข้อมูลส่วนตัว', 409)
    }
    // Whoever knows the password has the rights, and the branches, that come with it.
    await assertMayGive(ctx, role_id)
    await assertSeesBranchesOf(ctx, user_id)
    const first_password = makePassword()
    await ctx.tx
      .updateTable('app_user')
      .set({ password_hash: await hashPassword(first_password), must_change_password: true })
      .where('user_id', '=', user_id)
      .execute()
    // A new password is of no use to who is locked out by the misses of the old one.
    await ctx.tx.deleteFrom('login_miss').where('username', '=', username).execute()
    await endSessions(ctx, { userId: user_id }, 'password reset')
    ctx.audit({ entity: 'app_user', id: user_id, after: { password: 'reset' } })
    return { message: 'แก้ไขข้อมูลเรียบร้อยแล้ว', data: { user_id, username, first_password } }
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
    await lockPerson(ctx, user_id)
    if (session_id === undefined) {
      const own = user_id === ctx.actor.user_id
      await endSessions(
        ctx,
        { userId: user_id, ...(own && { except: ctx.actor.session_id }) },
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
