/**
 * Runs the command of a request. Every call has the same steps:
 * authenticate → check permission → decode → receive the file → begin → idempotency → run → encode →
 * audit → commit.
 */
import { type Endpoint, onlyReads, pathFields } from '@khapdee/contract/endpoint'
import type { FastifyRequest } from 'fastify'
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
import { decode, sentFields } from './decode.ts'
import { compileEncoder } from './encode.ts'
import { isRetryable } from './errors.ts'
import {
  KeyTaken,
  claimKey,
  earlierAnswer,
  hashInput,
  hashLegacyInput,
  readKey,
  storeAnswer,
} from './idempotency.ts'
import { receiveFile } from './upload.ts'
import { runWrite } from './write-transaction.ts'

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

/** Returns the handler of a command: it runs a request, and returns the JSON body of the answer or throws an AppError. */
export function bindCommand(
  services: Services,
  command: Command,
): (request: FastifyRequest) => Promise<string> {
  const { endpoint, options } = command
  const { secret } = services.config
  const inPath = pathFields(endpoint.path)
  // Compiled at the first answer, to keep the start short.
  let encode: ReturnType<typeof compileEncoder> | undefined
  const call = `${endpoint.method} ${endpoint.path}`

  const toBody = (answer: { message?: string }): string =>
    JSON.stringify({
      status: 'success',
      message: answer.message ?? '',
      ...((encode ??= compileEncoder(endpoint.output))(answer) as object),
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
      throw new Error(`${call} wrote data without an audit entry`)
    }
    if (entries.length > 0) void ctx.deferWrite([auditRows(ctx, call, entries)])
    if (claim !== null) {
      const replayed = options.replayAnswer?.(answer)
      const stored = replayed === undefined ? body : toBody(replayed)
      void ctx.deferWrite([storeAnswer(claim.key, stored)])
    }
    return body
  }

  /** Authorises a call again when rights have changed between its authorisation and its transaction. */
  const writeAuthorized = async (
    request: FastifyRequest,
    ctx: Context,
    entries: AuditEntry[],
    args: CallArguments,
    claim: Claim | null,
  ) => {
    const writing = {
      call,
      entries,
      changesAccess: options.changesAccess,
      write: (inTransaction: Context) => write(inTransaction, entries, args, claim),
    }
    let current = ctx
    return repeatOnStaleAccess(services, async (isRepeated) => {
      if (isRepeated) {
        const actor = await authenticate(services, request)
        assertPermitted(endpoint, actor)
        current = createContext(services, request, actor, entries)
      }
      return withRetry(() => runWrite(current, writing))
    })
  }

  return async (request) => {
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
        return await writeAuthorized(request, ctx, entries, args, claim)
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
