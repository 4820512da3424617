/** Sessions: each is a chain of refresh tokens, of which only the newest is valid. */
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

/**
 * Issues an access token and a refresh token; the latter is valid for 30 days, but not beyond the
 * session.
 */
async function issueTokens(ctx: Context, userId: number, sessionId: string): Promise<TokenPair> {
  const refreshToken = newRefreshToken()
  await ctx.tx
    .insertInto('refresh_token')
    .columns(['token_hash', 'session_id', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('session')
        .select([
          eb.val(hashToken(refreshToken)).as('token_hash'),
          'session_id',
          sql<string>`least(expires_at, now() + interval '30 days')`.as('expires_at'),
        ])
        .where('session_id', '=', sessionId),
    )
    .execute()
  return { accessToken: ctx.services.tokens.signAccess(userId, sessionId), refreshToken }
}

/** Opens a session of at most 90 days and returns its first tokens. */
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

/** Ends one session, or all sessions of a user; takes effect with the next request. */
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
 * Exchanges a refresh token for a new pair. A token that was used before is treated as stolen: the
 * session is ended and the event audited.
 * @throws SESSION when the token is unknown, expired, used, or its user may not sign in
 */
export async function rotate(ctx: Context, refreshToken: string): Promise<TokenPair> {
  const token = await ctx.tx
    .selectFrom('refresh_token as t')
    .innerJoin('session as s', 's.session_id', 't.session_id')
    .innerJoin('app_user as u', 'u.user_id', 's.user_id')
    .select(['s.session_id', 's.user_id', 't.used_at'])
    .select(
      sql<boolean>`t.expires_at > now() and s.expires_at > now() and s.revoked_at is null
        and u.is_active and not u.is_delete`.as('is_valid'),
    )
    .where('t.token_hash', '=', hashToken(refreshToken))
    .forUpdate('t')
    .executeTakeFirst()
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
  if (!token.is_valid) throw sessionEnded()
  await ctx.tx
    .updateTable('refresh_token')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashToken(refreshToken))
    .execute()
  return issueTokens(ctx, token.user_id, token.session_id)
}

/** The open sessions of a user, most recently used first. */
export async function readSessions(ctx: Context, userId: number, currentId: string) {
  const sessions = await ctx.tx
    .selectFrom('session as s')
    .select(['s.session_id', 's.agent', 's.address', 's.created_at as createdAt'])
    .select((eb) =>
      eb
        .fn<string>('greatest', [
          's.created_at',
          eb
            .selectFrom('refresh_token as t')
            .select((t) => t.fn.max('t.used_at').as('used_at'))
            .whereRef('t.session_id', '=', 's.session_id'),
        ])
        .as('last_used'),
    )
    .where('s.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', sql<string>`now()`)
    .orderBy('last_used', 'desc')
    .execute()
  return sessions.map(({ agent, ...session }) => ({
    ...session,
    device: describeDevice(agent),
    is_current: session.session_id === currentId,
  }))
}

/**
 * Ends one session of a user.
 * @throws NOT_FOUND when the session is another user's, or has already ended
 */
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
