/** Signing in with user name and password. Source: product specification, section 2. */
import { user } from '@khapdee/contract/entities/user'
import { command } from '../../kernel/command.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertNotLocked, recordFailedLogin } from './login-lock.ts'
import { demoPassword, passwordMatches } from './passwords.ts'
import { openSession } from './sessions.ts'
import { readUserData } from './user-data.ts'

export const login = command(
  user.login,
  async (ctx, { username, password }) => {
    await assertNotLocked(ctx, username)
    // The share lock waits for a concurrent deactivation, so that no session is opened after it.
    const found = await ctx.tx
      .selectFrom('app_user')
      .select(['user_id', 'password_hash'])
      .where('username', '=', username)
      .where('is_active', '=', true)
      .where('is_delete', '=', false)
      .forShare()
      .executeTakeFirst()
    const matches = await passwordMatches(found?.password_hash ?? null, password)
    const isRefusedDemoPassword = ctx.services.config.production && password === demoPassword
    if (found === undefined || !matches || isRefusedDemoPassword) {
      await recordFailedLogin(ctx, username)
      throw new AppError('LOGIN', 'ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง', 400, { commit: true })
    }
    await ctx.tx.deleteFrom('login_miss').where('username', '=', username).execute()
    const { sessionId, ...tokens } = await openSession(ctx, found.user_id)
    ctx.audit({
      entity: 'session',
      id: sessionId,
      after: { user_id: found.user_id },
      by: found.user_id,
    })
    return {
      message: 'เข้าสู่ระบบสำเร็จ',
      data: { ...tokens, userData: await readUserData(ctx, sessionId) },
    }
  },
  { auditsItself: true },
)
