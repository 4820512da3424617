/** Sessions: each is a chain of refresh tokens, of which only the newest is valid. */
import { describeDevice } from '@khapdee/domain/device'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { notFound, sessionEnded } from '../../kernel/errors.ts'
import { hashOfSecret } from '../../kernel/secret-hash.ts'
import { newRefreshToken } from '../../kernel/tokens.ts'

interface TokenPair {
  accessToken: string
  refreshToken: string
}

/** Stores a refresh token; it is valid for 30 days, but not beyond its session. */
async function storeRefreshToken(
  ctx: Context,
  sessionId: string,
  refreshToken: string,
): Promise<void> {
  await ctx.tx
    .insertInto('refresh_token')
    .columns(['token_hash', 'session_id', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('session')
        .select([
          eb.val(hashOfSecret(refreshToken)).as('token_hash'),
          'session_id',
          sql<string>`least(expires_at, now() + interval '30 days')`.as('expires_at'),
        ])
        .where('session_id', '=', sessionId),
    )
    .execute()
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
  const refreshToken = newRefreshToken()
  await storeRefreshToken(ctx, sessionId, refreshToken)
  const accessToken = ctx.services.tokens.signAccess(userId, sessionId)
  return { sessionId, accessToken, refreshToken }
}

/** Ends one session, or all sessions of a user; takes effect with the next request. */
export async function endSessions(
  ctx: Context,
  which: { sessionId: string } | { userId: number; except?: string },
  reason: string,
): Promise<void> {
  const endOpen = ctx.tx
    .updateTable('session')
    .set({ revoked_at: sql`now()`, revoke_reason: reason })
    .where('revoked_at', 'is', null)
  if ('sessionId' in which) {
    await endOpen.where('session_id', '=', which.sessionId).execute()
    return
  }
  const { userId, except } = which
  const ofUser = endOpen.where('user_id', '=', userId)
  await (except === undefined ? ofUser : ofUser.where('session_id', '<>', except)).execute()
}

/** Time within which a client may repeat a refresh whose answer it did not get. */
const repeatSeconds = 30

/**
 * Exchanges a refresh token for a new pair. The same client, known by IP address and browser, gets the
 * same pair again for {@link repeatSeconds} while the new token is unused: its answer may have been
 * lost. Any other token that was used before is treated as stolen: the session is ended and the event
 * audited.
 * @throws SESSION when the token is unknown, expired, used, or its user may not sign in
 */
export async function rotate(ctx: Context, refreshToken: string): Promise<TokenPair> {
  const { tokens } = ctx.services
  const successor = tokens.successorOf(refreshToken, `${ctx.address}\n${ctx.agent}`)
  const token = await ctx.tx
    .selectFrom('refresh_token as t')
    .innerJoin('session as s', 's.session_id', 't.session_id')
    .innerJoin('app_user as u', 'u.user_id', 's.user_id')
    .select(['s.session_id', 's.user_id', 't.used_at'])
    .select(
      sql<boolean>`t.expires_at > now() and s.expires_at > now() and s.revoked_at is null
        and u.is_active and not u.is_delete`.as('is_valid'),
    )
    .where('t.token_hash', '=', hashOfSecret(refreshToken))
    .forUpdate('t')
    .executeTakeFirst()
  if (token === undefined) throw sessionEnded()
  const { session_id: sessionId, user_id: userId } = token
  if (token.used_at !== null && !(await isRepeated(ctx, token.used_at, successor))) {
    await endSessions(ctx, { sessionId }, 'refresh token used twice')
    ctx.audit({
      entity: 'session',
      id: sessionId,
      after: { revoked: 'refresh token used twice' },
      by: userId,
    })
    throw sessionEnded({ commit: true })
  }
  if (!token.is_valid) throw sessionEnded()
  const usedAt = token.used_at ?? (await exchangeToken(ctx, refreshToken, sessionId, successor))
  const issuedAt = Math.floor(Date.parse(usedAt) / 1000)
  return {
    accessToken: tokens.signAccess(userId, sessionId, issuedAt),
    refreshToken: successor,
  }
}

/**
 * Whether a token that was used at `usedAt` may be used again: it was exchanged recently for `successor`, which is still
 * unused. A separate query, because the query that waited for the token's lock does not see the row of `successor`.
 */
async function isRepeated(ctx: Context, usedAt: string, successor: string): Promise<boolean> {
  const unused = await ctx.tx
    .selectFrom('refresh_token')
    .select('session_id')
    .where('token_hash', '=', hashOfSecret(successor))
    .where('used_at', 'is', null)
    .where(sql<boolean>`${usedAt}::timestamptz > now() - make_interval(secs => ${repeatSeconds})`)
    .executeTakeFirst()
  return unused !== undefined
}

/** Marks a refresh token as used, stores its successor and returns when it was used. */
async function exchangeToken(
  ctx: Context,
  refreshToken: string,
  sessionId: string,
  successor: string,
): Promise<string> {
  const { used_at } = await ctx.tx
    .updateTable('refresh_token')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashOfSecret(refreshToken))
    .returning(sql<string>`used_at`.as('used_at'))
    .executeTakeFirstOrThrow()
  await storeRefreshToken(ctx, sessionId, successor)
  return used_at
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
