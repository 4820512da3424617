/** Sessions: families of refresh tokens, of which one is alive. */
import { createHash } from 'node:crypto'
import { describeDevice } from '@khapdee/domain/device'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { notFound, sessionEnded } from '../../kernel/errors.ts'
import { newRefreshToken } from '../../kernel/tokens.ts'

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

interface TokenPair {
  accessToken: string
  refreshToken: string
}

/** A new refresh token of the session: 30 days from now, but never beyond the session's end. */
async function issueTokens(ctx: Context, userId: number, sessionId: string): Promise<TokenPair> {
  const refreshToken = newRefreshToken()
  await sql`
    insert into refresh_token (token_hash, session_id, expires_at)
    select ${hashToken(refreshToken)}, session_id, least(expires_at, now() + interval '30 days')
    from session where session_id = ${sessionId}`.execute(ctx.tx)
  return { accessToken: ctx.services.tokens.signAccess(userId, sessionId), refreshToken }
}

/** Begins a session of at most 90 days. */
export async function openSession(
  ctx: Context,
  userId: number,
): Promise<TokenPair & { sessionId: string }> {
  const { session_id: sessionId } = await ctx.tx
    .insertInto('session')
    .values({
      user_id: userId,
      expires_at: sql`now() + interval '90 days'`,
      address: ctx.address,
      agent: ctx.agent,
    })
    .returning('session_id')
    .executeTakeFirstOrThrow()
  return { sessionId, ...(await issueTokens(ctx, userId, sessionId)) }
}

/** Ends sessions; they hold no more from the next request on. */
export async function endSessions(
  ctx: Context,
  which: { sessionId: string } | { userId: number; except?: string },
  reason: string,
): Promise<void> {
  const ended = ctx.tx
    .updateTable('session')
    .set({ revoked_at: sql`now()`, revoke_reason: reason })
    .where('revoked_at', 'is', null)
  if ('sessionId' in which) {
    await ended.where('session_id', '=', which.sessionId).execute()
    return
  }
  const { userId, except } = which
  const ofUser = ended.where('user_id', '=', userId)
  await (except === undefined ? ofUser : ofUser.where('session_id', '<>', except)).execute()
}

/**
 * Changes a refresh token for a new pair. One used before is a stolen or leaked one: the whole
 * family ends, which is audited.
 * @throws SESSION when the token is unknown, expired, used, or its user may not sign in
 */
export async function rotate(ctx: Context, refreshToken: string): Promise<TokenPair> {
  const found = await sql<{
    session_id: string
    user_id: number
    used_at: string | null
    alive: boolean
  }>`
    select s.session_id, s.user_id, t.used_at,
      t.expires_at > now() and s.expires_at > now() and s.revoked_at is null
        and u.is_active and not u.is_delete as alive
    from refresh_token t join session s using (session_id) join app_user u using (user_id)
    where t.token_hash = ${hashToken(refreshToken)}
    for update of t`.execute(ctx.tx)
  const token = found.rows[0]
  if (token === undefined) throw sessionEnded()
  if (token.used_at !== null) {
    await endSessions(ctx, { sessionId: token.session_id }, 'refresh token used twice')
    ctx.audit({
      entity: 'session',
      id: token.session_id,
      after: { revoked: 'refresh token used twice' },
      by: token.user_id,
    })
    throw sessionEnded({ commit: true })
  }
  if (!token.alive) throw sessionEnded()
  await ctx.tx
    .updateTable('refresh_token')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashToken(refreshToken))
    .execute()
  return issueTokens(ctx, token.user_id, token.session_id)
}

/** The open sessions of a user, the one last used first. */
export async function readSessions(ctx: Context, userId: number, currentId: string) {
  const { rows } = await sql<{
    session_id: string
    agent: string
    address: string
    createdAt: string
    last_used: string
  }>`
    select s.session_id, s.agent, s.address, s.created_at as "createdAt",
      greatest(s.created_at, (select max(t.used_at) from refresh_token t
        where t.session_id = s.session_id)) as last_used
    from session s
    where s.user_id = ${userId} and s.revoked_at is null and s.expires_at > now()
    order by last_used desc`.execute(ctx.tx)
  return rows.map(({ agent, ...session }) => ({
    ...session,
    device: describeDevice(agent),
    is_current: session.session_id === currentId,
  }))
}

/** Ends one session of that user. @throws NOT_FOUND when it is another's, or has ended already */
export async function endOneSession(
  ctx: Context,
  userId: number,
  sessionId: string,
  reason: string,
): Promise<void> {
  const open = await ctx.tx
    .selectFrom('session')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (open === undefined) throw notFound()
  await endSessions(ctx, { sessionId }, reason)
  ctx.audit({ entity: 'session', id: sessionId, after: { revoked: reason, user_id: userId } })
}
