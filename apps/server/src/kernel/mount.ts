/**
 * Mounts commands on the HTTP server. Every call has the same steps:
 * authenticate → check permission → decode → receive the file → begin → idempotency → run → encode →
 * audit → commit.
 */
import { type Endpoint, onlyReads, pathFields } from '@khapdee/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { stoppedClock } from '../adapters/clock.ts'
import { runTransaction } from '../db/transaction.ts'
import { writeTogether } from '../db/write-together.ts'
import { auditRows } from './audit.ts'
import {
  assertPermitted,
  authenticate,
  createContext,
  maxAttempts,
  repeatOnStaleAccess,
} from './caller.ts'
import type { Answer, Command } from './command.ts'
import { type AuditEntry, type Context, type Services, assertSignedIn } from './context.ts'
import { limitedByAddress, sharedLimit } from './client-address.ts'
import { decode, sentFields } from './decode.ts'
import { compileEncoder } from './encode.ts'
import { AppError, isRetryable } from './errors.ts'
import {
  KeyTaken,
  claimKey,
  earlierAnswer,
  hashInput,
  hashLegacyInput,
  readKey,
  storeAnswer,
} from './idempotency.ts'
import { receiveFile, enableUploads, uploadsPerMinute } from './upload.ts'

export const apiBase = '/api/v1'

/** The route of an endpoint, such as `/api/v1/course/get/:course_id`. */
export const routeOf = (endpoint: Endpoint): string => `${apiBase}/${endpoint.path}`

/** The arguments of a call in addition to its context. */
interface CallArguments {
  input: unknown
  /** The fields from which `input` was decoded. */
  sent: unknown
  /** Result of the file handler's `prepare`. */
  file: unknown
  /** The idempotency key; null if the call has none. */
  key: string | null
}

type Claim = Parameters<typeof claimKey>[1]
type KeptWrite = Parameters<Context['keepOnFailure']>[0]

/** The parts of a call that its hash covers. */
const withFile = (fields: unknown, file: unknown) => (file === undefined ? fields : [fields, file])

/** Runs a call, and again after an error that a retry may avoid. */
async function withRetry<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error
    }
  }
}

function bindCommand(services: Services, command: Command) {
  const { endpoint, options } = command
  const { secret } = services.config
  const inPath = pathFields(endpoint.path)
  const encode = compileEncoder(endpoint.output)
  const call = `${endpoint.method} ${endpoint.path}`

  const toBody = (answer: { message?: string }): string =>
    JSON.stringify({
      status: 'success',
      message: answer.message ?? '',
      ...(encode(answer) as object),
    })
  const run = async (ctx: Context, { input, file }: CallArguments) =>
    command.run(ctx, input, file) as Promise<Answer<Endpoint>>

  const claimOf = ({ sent, file, key }: CallArguments) => {
    if (key === null) return null
    return { key, call, bodyHash: hashInput(secret, withFile(sent, file)) }
  }

  /**
   * Claims the key and runs the use case, in one pipeline. In a repeated call both may fail; then the error of
   * the claim is thrown, because it leads to the stored answer of the earlier call.
   */
  const runClaimed = async (ctx: Context, args: CallArguments, claim: Claim | null) => {
    if (claim === null) return run(ctx, args)
    assertSignedIn(ctx)
    const claiming = claimKey(ctx, claim)
    const running = run(ctx, args)
    running.catch(() => {})
    await claiming
    return running
  }

  const write = async (
    ctx: Context,
    entries: AuditEntry[],
    args: CallArguments,
    claim: Claim | null,
  ) => {
    entries.length = 0
    const answer = await runClaimed(ctx, args, claim)
    const body = toBody(answer)
    if (entries.length === 0 && options.auditsItself !== true) {
      throw new Error(`${call} wrote without an audit entry`)
    }
    if (entries.length > 0) void ctx.deferWrite([auditRows(ctx, call, entries)])
    if (claim !== null) {
      const replayed = options.replayAnswer?.(answer)
      const stored = replayed === undefined ? body : toBody(replayed)
      void ctx.deferWrite([storeAnswer(claim.key, stored)])
    }
    return body
  }

  /** Runs in a transaction; an error with `commit` is thrown only after the commit. */
  const transact = async (
    ctx: Context,
    entries: AuditEntry[],
    args: CallArguments,
    claim: Claim | null,
    kept: KeptWrite[],
  ) => {
    const deferred: RawBuilder<unknown>[] = []
    const mappers: ((error: unknown) => unknown)[] = []
    const deferWrite: Context['deferWrite'] = async (writes, mapError) => {
      deferred.push(...writes)
      if (mapError !== undefined) mappers.push(mapError)
    }
    let writing: Promise<void> | undefined
    const outcome = await runTransaction(
      services.db,
      async (tx) => {
        const keepOnFailure = (keep: KeptWrite) => void kept.push(keep)
        const clock = stoppedClock(ctx.clock)
        const transactionContext = { ...ctx, tx, deferWrite, keepOnFailure, clock }
        try {
          const body = await write(transactionContext, entries, args, claim)
          if (deferred.length > 0) writing = writeTogether(tx, deferred)
          // Awaited below; this prevents an unhandled rejection until then.
          writing?.catch(() => {})
          return { body }
        } catch (error) {
          if (!(error instanceof AppError && error.commit)) throw error
          if (entries.length > 0) await auditRows(transactionContext, call, entries).execute(tx)
          return { error }
        }
      },
      ctx.actor?.access_version,
    )
    await writing?.catch((error: unknown) => {
      throw mappers.reduce((mapped, map) => map(mapped), error)
    })
    if (options.changesAccess === true) services.access.clearCache()
    if ('error' in outcome) throw outcome.error
    return outcome.body
  }

  /**
   * Runs in a transaction like {@link transact}. When the call is refused, what must remain of it is written after the
   * rollback: registered writes, and audit entries of what the refusal discloses.
   */
  const transactKeeping = async (
    ctx: Context,
    entries: AuditEntry[],
    args: CallArguments,
    claim: Claim | null,
  ) => {
    const kept: KeptWrite[] = []
    try {
      return await transact(ctx, entries, args, claim, kept)
    } catch (error) {
      if (!(error instanceof AppError) || error.commit) throw error
      for (const keep of kept) await keep(services.db)
      const disclosed = entries.filter((entry) => entry.disclosed === true)
      if (disclosed.length > 0) await auditRows(ctx, call, disclosed).execute(services.db)
      throw error
    }
  }

  /** Authorises a call again when rights have changed between its authorisation and its transaction. */
  const transactAuthorized = async (
    request: FastifyRequest,
    ctx: Context,
    entries: AuditEntry[],
    args: CallArguments,
    claim: Claim | null,
  ) => {
    let current = ctx
    return repeatOnStaleAccess(services, async (isRepeated) => {
      if (isRepeated) {
        const actor = await authenticate(services, request)
        assertPermitted(endpoint, actor)
        current = createContext(services, request, actor, entries)
      }
      return withRetry(() => transactKeeping(current, entries, args, claim))
    })
  }

  return async (request: FastifyRequest): Promise<string> => {
    const actor = await authenticate(services, request)
    assertPermitted(endpoint, actor)
    const entries: AuditEntry[] = []
    const ctx = createContext(services, request, actor, entries)
    const sent = sentFields(endpoint, inPath, request)
    const input = decode(endpoint, sent)
    const key = readKey(endpoint, request.headers['idempotency-key'], input)
    const execute = async (file?: unknown) => {
      const args = { input, sent, file, key }
      if (onlyReads(endpoint)) {
        const body = await withRetry(async () => {
          entries.length = 0
          return toBody(await run(ctx, args))
        })
        // A read that is audited is answered only after its entry is stored.
        if (entries.length > 0) await auditRows(ctx, call, entries).execute(services.db)
        return body
      }
      const claim = claimOf(args)
      try {
        return await transactAuthorized(request, ctx, entries, args, claim)
      } catch (error) {
        if (claim === null || !(error instanceof KeyTaken)) throw error
        assertSignedIn(ctx)
        return earlierAnswer(ctx, claim, hashLegacyInput(secret, withFile(input, file)))
      }
    }
    const { upload } = command
    return upload === undefined ? execute() : receiveFile(services, request, upload, execute)
  }
}

/** Lower rate limits for uploads and public calls. */
function rateLimitOf(services: Services, { access, file }: Endpoint): { config?: object } {
  if (file !== undefined)
    return { config: { rateLimit: { max: sharedLimit(services, uploadsPerMinute) } } }
  // Public calls are used to guess passwords.
  return access === 'public' ? limitedByAddress(services, services.config.rateLimit.login) : {}
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
      ...rateLimitOf(services, command.endpoint),
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
