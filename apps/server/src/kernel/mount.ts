/**
 * Mounts commands on the HTTP server. Every call has the same steps:
 * authenticate → check permission → decode → receive the file → begin → idempotency → run → audit →
 * encode → commit.
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
import { receiveFile, enableUploads, uploadsPerMinute } from './upload.ts'

export const apiBase = '/api/v1'
const maxAttempts = 3

/** The route of an endpoint, such as `/api/v1/course/get/:course_id`. */
export const routeOf = (endpoint: Endpoint): string => `${apiBase}/${endpoint.path}`

/** The arguments of a call in addition to its context. */
interface CallArguments {
  input: unknown
  /** Result of the file handler's `prepare`. */
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
  const run = (ctx: Context, { input, file }: CallArguments) =>
    command.run(ctx, input, file) as Promise<Answer<Endpoint>>

  const write = async (ctx: Context, entries: AuditEntry[], args: CallArguments) => {
    const { input, file, key } = args
    entries.length = 0
    if (key !== null) {
      assertSignedIn(ctx)
      const bodyHash = hashInput(secret, file === undefined ? input : [input, file])
      const earlier = await claimKey(ctx, { key, call, bodyHash })
      if (earlier !== null) return JSON.stringify(earlier)
    }
    const answer = await run(ctx, args)
    const body = toBody(answer)
    if (entries.length === 0 && options.auditsItself !== true) {
      throw new Error(`${call} wrote without an audit entry`)
    }
    void ctx.deferWrite(writeAudit(ctx, call, entries))
    if (key !== null) {
      assertSignedIn(ctx)
      const again = options.replayAnswer?.(answer)
      void ctx.deferWrite(storeAnswer(ctx, key, again === undefined ? body : toBody(again)))
    }
    return body
  }

  /** Runs a call in a transaction; an error with `commit` is thrown after the commit. */
  const transact = async (ctx: Context, entries: AuditEntry[], args: CallArguments) => {
    const deferred: Promise<unknown>[] = []
    const deferWrite = async (write: Promise<unknown>) => {
      deferred.push(write)
      // Awaited below; this prevents an unhandled rejection until then.
      write.catch(() => {})
    }
    const outcome = await runTransaction(services.db, async (tx) => {
      const inner = { ...ctx, tx, deferWrite }
      try {
        return { body: await write(inner, entries, args) }
      } catch (error) {
        if (!(error instanceof AppError && error.commit)) throw error
        await writeAudit(inner, call, entries)
        return { error }
      }
    })
    // In order: after the first failure, the others fail only because the transaction is aborted.
    for (const write of deferred) await write
    if (options.changesAccess === true) services.access.clearCache()
    if ('error' in outcome) throw outcome.error
    return outcome.body
  }

  const transactWithRetry: typeof transact = async (...call) => {
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
    const execute = async (file?: unknown) => {
      const args = { input, file, key }
      if (onlyReads(endpoint)) return toBody(await run(ctx, args))
      return transactWithRetry(ctx, entries, args)
    }
    const { upload } = command
    return upload === undefined ? execute() : receiveFile(services, request, upload, execute)
  }
}

/** Lower rate limits for uploads and public calls. */
function rateLimitOf({ access, file }: Endpoint, login: number): { config?: object } {
  if (file !== undefined) return { config: { rateLimit: { max: uploadsPerMinute } } }
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
  const takesFile = ({ upload }: Command) => upload !== undefined
  for (const command of commands) if (!takesFile(command)) mountOne(app, command)
  // A separate scope, so that other calls do not parse multipart bodies.
  void app.register(async (scope) => {
    enableUploads(scope)
    for (const command of commands.filter(takesFile)) mountOne(scope, command)
  })
}
