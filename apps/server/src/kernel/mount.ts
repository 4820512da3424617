/**
 * Mounts commands on the HTTP server. Every call has the same steps:
 * authenticate → permission → decode → take the file → begin → idempotency → run → audit → encode →
 * commit.
 */
import { normalizeIP } from '@fastify/rate-limit'
import { type Endpoint, onlyReads, pathFields } from '@khapdee/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runTransaction } from '../db/transaction.ts'
import { writeAudit } from './audit.ts'
import { assertPermitted, authenticate, createContext } from './caller.ts'
import type { Answer, Command } from './command.ts'
import { type AuditEntry, type Context, type Services, assertSignedIn } from './context.ts'
import { decode } from './decode.ts'
import { compileEncoder } from './encode.ts'
import { AppError, isRetryable } from './errors.ts'
import { claimKey, hashInput, readKey, storeAnswer } from './idempotency.ts'
import { takeFile, takeUploads, uploadsAMinute } from './upload.ts'

export const apiBase = '/api/v1'
const maxAttempts = 3

/** `/api/v1/course/get/:course_id` of an endpoint. */
export const routeOf = (endpoint: Endpoint): string => `${apiBase}/${endpoint.path}`

/** Arguments of a call beside its context. */
interface Given {
  input: unknown
  /** Result of the file handler's `keep`. */
  file: unknown
  key: string | null
}

function bindCommand(services: Services, command: Command) {
  const { endpoint, options } = command
  const { secret } = services.config
  const fields = pathFields(endpoint.path)
  const encode = compileEncoder(endpoint.output)
  const call = `${endpoint.method} ${endpoint.path}`

  const toBody = (answer: { message?: string }): string =>
    JSON.stringify({
      status: 'success',
      message: answer.message ?? '',
      ...(encode(answer) as object),
    })
  const run = (ctx: Context, { input, file }: Given) =>
    command.run(ctx, input, file) as Promise<Answer<Endpoint>>

  const write = async (ctx: Context, entries: AuditEntry[], given: Given) => {
    const { input, file, key } = given
    entries.length = 0
    if (key !== null) {
      assertSignedIn(ctx)
      const bodyHash = hashInput(secret, file === undefined ? input : [input, file])
      const earlier = await claimKey(ctx, { key, call, bodyHash })
      if (earlier !== null) return JSON.stringify(earlier)
    }
    const answer = await run(ctx, given)
    const body = toBody(answer)
    if (entries.length === 0 && options.auditsItself !== true) {
      throw new Error(`${call} wrote without saying what it changed`)
    }
    void ctx.settle(writeAudit(ctx, call, entries))
    if (key !== null) {
      assertSignedIn(ctx)
      const again = options.replayAnswer?.(answer)
      void ctx.settle(storeAnswer(ctx, key, again === undefined ? body : toBody(again)))
    }
    return body
  }

  /** Runs in a transaction; an error with `commit` is thrown only after the commit. */
  const transact = async (ctx: Context, entries: AuditEntry[], given: Given) => {
    const settling: Promise<unknown>[] = []
    const settle = async (write: Promise<unknown>) => {
      settling.push(write)
      // Awaited below; this prevents an unhandled rejection until then.
      write.catch(() => {})
    }
    const outcome = await runTransaction(services.db, async (tx) => {
      const inner = { ...ctx, tx, settle }
      try {
        return { body: await write(inner, entries, given) }
      } catch (error) {
        if (!(error instanceof AppError && error.commit)) throw error
        await writeAudit(inner, call, entries)
        return { error }
      }
    })
    // In order: after the first failure, the others fail only because the transaction is aborted.
    for (const write of settling) await write
    if (options.changesAccess === true) services.access.forget()
    if ('error' in outcome) throw outcome.error
    return outcome.body
  }

  const transactAgain: typeof transact = async (...call) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await transact(...call)
      } catch (error) {
        if (attempt >= maxAttempts || !isRetryable(error)) throw error
      }
    }
  }

  return async (request: FastifyRequest): Promise<string> => {
    const actor = await authenticate(services, request)
    assertPermitted(endpoint, actor)
    const entries: AuditEntry[] = []
    const ctx = createContext(services, request, actor, entries)
    const input = decode(endpoint, fields, request)
    const key = readKey(endpoint, request.headers['idempotency-key'])
    const act = async (file?: unknown) => {
      const given = { input, file, key }
      if (onlyReads(endpoint)) return toBody(await run(ctx, given))
      return transactAgain(ctx, entries, given)
    }
    const { taking } = command
    return taking === undefined ? act() : takeFile(services, request, taking, act)
  }
}

/** Lower rate limits for uploads and public calls. */
function rateLimitOf({ access, file }: Endpoint, login: number): { config?: object } {
  if (file !== undefined) return { config: { rateLimit: { max: uploadsAMinute } } }
  if (access !== 'public') return {}
  // Public calls are counted by address even with a token, because they are used to guess passwords.
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
    scope.route({
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
    })
  }
  const takesFile = ({ taking }: Command) => taking !== undefined
  for (const command of commands) if (!takesFile(command)) mountOne(app, command)
  // A separate scope, so that other calls do not parse multipart bodies.
  void app.register(async (scope) => {
    takeUploads(scope)
    for (const command of commands.filter(takesFile)) mountOne(scope, command)
  })
}
