/** Authentication and permission of a request, and its context. */
import { type Endpoint, isPermitted } from '@khapdee/contract/endpoint'
import type { Permission } from '@khapdee/domain/permissions'
import type { FastifyRequest } from 'fastify'
import { writeTogether } from '../db/write-together.ts'
import type { Actor } from './access.ts'
import {
  type AuditEntry,
  type Context,
  type Services,
  type UserContext,
  assertSignedIn,
} from './context.ts'
import { forbidden, isStaleAccess, passwordChangeRequired, sessionEnded } from './errors.ts'
import { createScope } from './scope.ts'
import type { Tokens } from './tokens.ts'

/** The claims of a valid access token of the request, or null. Its session may have ended. */
export function readBearer(
  tokens: Tokens,
  { headers }: FastifyRequest,
): ReturnType<Tokens['readAccess']> {
  const { authorization } = headers
  if (authorization === undefined || !authorization.startsWith('Bearer ')) return null
  return tokens.readAccess(authorization.slice('Bearer '.length))
}

/** The signed-in actor; null without a valid token or with an ended session. */
export async function authenticate(
  services: Services,
  request: FastifyRequest,
): Promise<Actor | null> {
  const claims = readBearer(services.tokens, request)
  return claims === null ? null : services.access.find(claims.sessionId)
}

/**
 * The context of a link that carries the session of its creator.
 * @throws 401 when the session has ended, 403 when the password must be changed first
 */
export async function contextOfSession(
  services: Services,
  request: FastifyRequest,
  sessionId: string,
  entries: AuditEntry[] = [],
): Promise<UserContext> {
  const ctx = createContext(services, request, await services.access.find(sessionId), entries)
  assertSignedIn(ctx)
  if (ctx.actor.must_change_password) throw passwordChangeRequired()
  return ctx
}

/** Maximum number of attempts of a call that fails with an error that a retry may avoid. */
export const maxAttempts = 3

/**
 * Runs a call, and again when rights have changed between its authorisation and its transaction.
 * @param run authorises the call anew when it is repeated
 */
export async function repeatOnStaleAccess<Result>(
  services: Services,
  run: (isRepeated: boolean) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt > 1)
    } catch (error) {
      if (attempt >= maxAttempts || !isStaleAccess(error)) throw error
    }
    services.health.count('stale_calls')
    services.access.clearCache()
  }
}

/** @throws 401 or 403 when `actor` may not call the endpoint */
export function assertPermitted(endpoint: Endpoint, actor: Actor | null): void {
  const { access } = endpoint
  if (access === 'public') return
  if (actor === null) throw sessionEnded()
  if (actor.must_change_password && endpoint.beforePasswordChange !== true)
    throw passwordChangeRequired()
  if (!isPermitted(endpoint, (permission) => actor.permissions.has(permission))) throw forbidden()
}

/** The context of a request; its audit entries are appended to `entries`. */
export function createContext(
  services: Services,
  request: FastifyRequest,
  actor: Actor | null,
  entries: AuditEntry[],
): Context | UserContext {
  const base: Context = {
    tx: services.db,
    actor,
    services,
    clock: services.clock,
    address: request.ip,
    agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    requestId: request.id,
    audit: (entry) => entries.push(entry),
    deferWrite: (writes) => writeTogether(services.db, writes),
    // Without a transaction nothing is rolled back.
    keepOnFailure: () => {},
  }
  if (actor === null) return base
  return {
    ...base,
    actor,
    scope: createScope(actor),
    may: (permission: Permission) => actor.permissions.has(permission),
  }
}
