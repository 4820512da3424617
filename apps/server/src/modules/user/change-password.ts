/** Changes the caller's own password and ends the caller's other sessions. */
import { user } from '@khapdee/contract/entities/user'
import { answerMessages } from '@khapdee/domain/words'
import { command } from '../../kernel/command.ts'
import { invalid } from '../../kernel/errors.ts'
import { assertNotLocked, recordFailedLogin } from './login-lock.ts'
import { hashPassword, assertNotGuessable, passwordMatches } from './passwords.ts'
import { endSessions } from './sessions.ts'

export const changePassword = command(
  user.password,
  async (ctx, { old_password, new_password }) => {
    const { user_id, username, session_id } = ctx.actor
    await assertNotLocked(ctx, username)
    const { password_hash } = await ctx.tx
      .selectFrom('app_user')
      .select('password_hash')
      .where('user_id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!(await passwordMatches(password_hash, old_password))) {
      await recordFailedLogin(ctx, username)
      throw invalid([{ path: 'old_password', message: 'รหัสผ่านเดิมไม่ถูกต้อง' }], { commit: true })
    }
    if (new_password === old_password) {
      throw invalid([{ path: 'new_password', message: 'รหัสผ่านใหม่ต้องไม่ซ้ำกับรหัสผ่านเดิม' }])
    }
    assertNotGuessable(new_password, username, 'new_password')
    await ctx.tx
      .updateTable('app_user')
      .set({ password_hash: await hashPassword(new_password), must_change_password: false })
      .where('user_id', '=', user_id)
      .execute()
    await endSessions(ctx, { userId: user_id, except: session_id }, 'password changed')
    ctx.audit({ entity: 'app_user', id: user_id, after: { password: 'changed' } })
    return { message: answerMessages.changed, data: null }
  },
  { changesAccess: true },
)
