/**
 * Puts commands on the HTTP server. Every call goes the same way:
 * authenticate → permission → decode → begin → idempotency → run → audit → encode → commit.
 * What takes a file takes and keeps it instead of decoding.
 */
import { normalizeIP } from '@fastify/rate-limit'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { onlyReads, pathFields } from '@khapdee/contract/endpoint'
import { messages } from '@khapdee/contract/messages'
import type { Permission } from '@khapdee/domain/permissions'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { Actor } from './access.ts'
import { writeAudit } from './audit.ts'
import type { Command } from './command.ts'
import {
  type AuditEntry,
  type Context,
  type Services,
  type UserContext,
  assertSignedIn,
} from './context.ts'
import { compileEncoder } from './encode.ts'
import { AppError, forbidden, invalid, isRetryable, passwordDue, sessionEnded } from './errors.ts'
import { claimKey, hashInput, readKey, storeAnswer } from './idempotency.ts'
import { createScope } from './scope.ts'
import type { Tokens } from './tokens.ts'
import { takeUploads, uploadsAMinute, withUpload } from './upload.ts'

export const apiBase = '/api/v1'
const mostAttempts = 3

/** `/api/v1/course/get/:course_id` of an endpoint. */
export const routeOf = (endpoint: Endpoint): string => `${apiBase}/${endpoint.path}`

/** What the request's signed token says; null without one. Its session may have ended since. */
export function readBearer(
  tokens: Tokens,
  { headers }: FastifyRequest,
): ReturnType<Tokens['readAccess']> {
  const { authorization } = headers
  if (authorization === undefined || !authorization.startsWith('Bearer ')) return null
  return tokens.readAccess(authorization.slice('Bearer '.length))
}

async function authenticate(services: Services, request: FastifyRequest): Promise<Actor | null> {
  const claims = readBearer(services.tokens, request)
  return claims === null ? null : services.access.find(claims.sessionId)
}

function assertPermitted(endpoint: Endpoint, actor: Actor | null): void {
  const { access } = endpoint
  if (access === 'public') return
  if (actor === null) throw sessionEnded()
  if (actor.must_change_password && endpoint.beforePasswordChange !== true) throw passwordDue()
  if (access !== 'signed-in' && !actor.permissions.has(access)) throw forbidden()
}

function toFieldErrors(issues: readonly z.core.$ZodIssue[]) {
  return issues.map((issue) => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    return {
      path: [...issue.path, ...unknown].join('.'),
      message: issue.code === 'unrecognized_keys' ? messages.unknownField : issue.message,
    }
  })
}

/** A plain view of the body, which has none of a Buffer's own ways of being written down. */
const bytesOf = (body: unknown): unknown =>
  Buffer.isBuffer(body) ? new Uint8Array(body.buffer, body.byteOffset, body.length) : undefined

function decode(endpoint: Endpoint, fields: readonly string[], request: FastifyRequest): unknown {
  const inQuery = endpoint.method === 'GET' || endpoint.file !== undefined
  const fieldsSent = inQuery ? request.query : (request.body ?? {})
  const body =
    endpoint.file === undefined
      ? fieldsSent
      : { ...(fieldsSent as object), file: bytesOf(request.body) }
  const path = request.params as Record<string, string>
  const raw =
    fields.length === 0
      ? body
      : { ...(body as object), ...Object.fromEntries(fields.map((name) => [name, path[name]])) }
  // Where the contract has no words of its own, Zod would speak English.
  const result = endpoint.input.safeParse(raw, { error: () => messages.invalid })
  if (result.success) return result.data
  throw invalid(toFieldErrors(result.error.issues))
}

/** The context of a request; `entries` takes what it says it changed. */
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
  }
  if (actor === null) return base
  return {
    ...base,
    actor,
    scope: createScope(actor),
    may: (permission: Permission) => actor.permissions.has(permission),
  }
}

function bindCommand(services: Services, command: Command) {
  const { endpoint, options } = command
  const fields = pathFields(endpoint.path)
  const encode = compileEncoder(endpoint.output)
  const call = `${endpoint.method} ${endpoint.path}`

  const toBody = (answer: { message?: string }): string =>
    JSON.stringify({
      status: 'success',
      message: answer.message ?? '',
      ...(encode(answer) as object),
    })
  const run = (ctx: Context, input: unknown) =>
    command.run(ctx, input) as Promise<{ message?: string }>

  const write = async (ctx: Context, entries: AuditEntry[], input: unknown, key: string | null) => {
    entries.length = 0
    if (key !== null) {
      assertSignedIn(ctx)
      const earlier = await claimKey(ctx, { key, call, bodyHash: hashInput(input) })
      if (earlier !== null) return JSON.stringify(earlier)
    }
    const answer = await run(ctx, input)
    const body = toBody(answer)
    if (entries.length === 0 && options.auditsItself !== true) {
      throw new Error(`${call} wrote without saying what it changed`)
    }
    await writeAudit(ctx, call, entries)
    if (key !== null) {
      assertSignedIn(ctx)
      const { repeats } = options
      await storeAnswer(ctx, key, repeats === undefined ? body : toBody(repeats(answer)))
    }
    return body
  }

  /** Runs in a transaction; an error that asks for it is thrown only after the commit. */
  const transact = async (
    ctx: Context,
    entries: AuditEntry[],
    input: unknown,
    key: string | null,
  ) => {
    const outcome = await services.db.transaction().execute(async (tx) => {
      const inner = { ...ctx, tx }
      try {
        return { body: await write(inner, entries, input, key) }
      } catch (error) {
        if (!(error instanceof AppError && error.commit)) throw error
        await writeAudit(inner, call, entries)
        return { error }
      }
    })
    if (options.changesAccess === true) services.access.forget()
    if ('error' in outcome) throw outcome.error
    return outcome.body
  }

  const transactAgain: typeof transact = async (...call) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await transact(...call)
      } catch (error) {
        if (attempt >= mostAttempts || !isRetryable(error)) throw error
      }
    }
  }

  return async (request: FastifyRequest): Promise<string> => {
    const actor = await authenticate(services, request)
    assertPermitted(endpoint, actor)
    const entries: AuditEntry[] = []
    const ctx = createContext(services, request, actor, entries)
    const { keeping } = command
    if (endpoint.upload !== undefined && keeping !== undefined) {
      const { dataDir } = services.config
      return withUpload(request, { dataDir, ...endpoint.upload }, async (upload) => {
        const kept = await keeping.keep(services, upload)
        try {
          return await transactAgain(ctx, entries, kept, null)
        } catch (error) {
          await keeping.discard(services, kept)
          throw error
        }
      })
    }
    const input = decode(endpoint, fields, request)
    const key = endpoint.idempotent === true ? readKey(request.headers['idempotency-key']) : null
    if (onlyReads(endpoint)) return toBody(await run(ctx, input))
    return transactAgain(ctx, entries, input, key)
  }
}

/** Tighter limits than the server's own, for the calls that need them. */
function rateLimitOf({ access, upload }: Endpoint, login: number): { config?: object } {
  if (upload !== undefined) return { config: { rateLimit: { max: uploadsAMinute } } }
  if (access !== 'public') return {}
  // What needs no session is where passwords and tokens are guessed, whoever signs the guess.
  const keyGenerator = (request: FastifyRequest) => normalizeIP(request.ip)
  return { config: { rateLimit: { max: login, keyGenerator } } }
}

/** Mounts every command at its endpoint's path. */
export function mount(
  app: FastifyInstance,
  services: Services,
  commands: readonly Command[],
): void {
  const mountOne = (scope: FastifyInstance, command: Command) => {
    const handle = bindCommand(services, command)
    const route: RouteOptions = {
      method: command.endpoint.method,
      url: routeOf(command.endpoint),
      ...rateLimitOf(command.endpoint, services.config.rateLimit.login),
      handler: async (request, reply) => {
        const body = await handle(request)
        return reply
          .headers({
            'content-type': 'application/json; charset=utf-8',
            'cache-control': 'no-store',
          })
          .send(body)
      },
    }
    if (command.endpoint.file === undefined) scope.route(route)
    else takeFile(scope, services, command.endpoint, route)
  }
  const isUpload = ({ endpoint }: Command) => endpoint.upload !== undefined
  for (const command of commands) if (!isUpload(command)) mountOne(app, command)
  // Apart, so that no other call is ever sent a file.
  void app.register(async (scope) => {
    takeUploads(scope)
    for (const command of commands.filter(isUpload)) mountOne(scope, command)
  })
}

/** Only these routes read a body that is no JSON, and only of whoever may make the call. */
function takeFile(
  app: FastifyInstance,
  services: Services,
  endpoint: Endpoint,
  route: RouteOptions,
): void {
  app.register(async (part) => {
    const { maxBytes: bodyLimit = 0 } = endpoint.file ?? {}
    part.removeAllContentTypeParsers()
    part.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit },
      (_, body, done) => done(null, body),
    )
    part.route({
      ...route,
      bodyLimit,
      onRequest: async (request) =>
        assertPermitted(endpoint, await authenticate(services, request)),
    })
  })
}
