/** Sign-in and the caller's own account. */
import { user } from '@khapdee/contract/entities/user'
import { type Command, command } from '../../kernel/command.ts'
import { changePassword } from './change-password.ts'
import { changePhoto } from './change-photo.ts'
import { setup, setupState } from './first-administrator.ts'
import { login } from './login.ts'
import { endOneSession, endSessions, readSessions, rotate } from './sessions.ts'
import { readUserData } from './user-data.ts'

const refresh = [user.refresh, user.refreshVariant].map((endpoint) =>
  command(endpoint, async (ctx, { refreshToken }) => ({ data: await rotate(ctx, refreshToken) }), {
    // Routine rotations are not audited; `rotate` audits a token that is used twice.
    auditsItself: true,
    changesAccess: true,
  }),
)

const logout = command(
  user.logout,
  async (ctx) => {
    const { session_id } = ctx.actor
    await endSessions(ctx, { sessionId: session_id }, 'signed out')
    ctx.audit({ entity: 'session', id: session_id, after: { revoked: 'signed out' } })
    return { data: null }
  },
  { changesAccess: true },
)

const me = command(user.me, async (ctx) => ({
  data: await readUserData(ctx, ctx.actor.session_id),
}))

const sessions = command(user.sessions, async (ctx) => ({
  data: await readSessions(ctx, ctx.actor.user_id, ctx.actor.session_id),
}))

const endSession = command(
  user.endSession,
  async (ctx, { session_id }) => {
    await endOneSession(ctx, ctx.actor.user_id, session_id, 'signed out')
    return { message: 'ออกจากระบบให้แล้ว', data: null }
  },
  { changesAccess: true },
)

export const userCommands: Command[] = [
  login,
  ...refresh,
  logout,
  me,
  changePassword,
  changePhoto,
  sessions,
  endSession,
  setup,
  setupState,
]
