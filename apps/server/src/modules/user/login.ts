/** Signing in with user name and password. Source: product specification, section 2. */
import { user } from '@khapdee/contract/entities/user'
import { sql } from 'kysely'
import { command } from '../../kernel/command.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { demoPassword, passwordFits } from './passwords.ts'
import { openSession } from './sessions.ts'
import { readUserData } from './user-data.ts'

const lockMinutes = 15
const mostMisses = { username: 10, address: 100 }

/** Minutes until the name or the address may try again; 0 when it may now. */
async function minutesLocked(ctx: Context, username: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    with recent as (
      select username, address, at from login_miss
      where at > now() - make_interval(mins => ${lockMinutes})
        and (username = ${username} or address = ${ctx.address})
    ), decisive as (
      (select at from recent where username = ${username}
        order by at desc offset ${mostMisses.username - 1} limit 1)
      union all
      (select at from recent where address = ${ctx.address}
        order by at desc offset ${mostMisses.address - 1} limit 1)
    )
    select coalesce(ceil(extract(epoch from max(at) + make_interval(mins => ${lockMinutes}) - now()) / 60), 0)::int
      as minutes
    from decisive`.execute(ctx.tx)
  return rows[0]?.minutes ?? 0
}

export const login = command(
  user.login,
  async (ctx, { username, password }) => {
    // One try at a time for each name, or ten at once would all be the tenth.
    await sql`select pg_advisory_xact_lock(hashtextextended('login ' || ${username}, 0))`.execute(
      ctx.tx,
    )
    const minutes = await minutesLocked(ctx, username)
    if (minutes > 0) {
      throw new AppError('LOGIN_LOCKED', `เข้าสู่ระบบผิดเกินกำหนด กรุณาลองใหม่ใน ${minutes} นาที`, 429)
    }
    // Whoever is being shut out waits, or is shut out already: no session slips in between.
    const found = await ctx.tx
      .selectFrom('app_user')
      .select(['user_id', 'password_hash'])
      .where('username', '=', username)
      .where('is_active', '=', true)
      .where('is_delete', '=', false)
      .forShare()
      .executeTakeFirst()
    const fits = await passwordFits(found?.password_hash ?? null, password)
    const demo = ctx.services.config.production && password === demoPassword
    if (found === undefined || !fits || demo) {
      await ctx.tx.insertInto('login_miss').values({ username, address: ctx.address }).execute()
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
