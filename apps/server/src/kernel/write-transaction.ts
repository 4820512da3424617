/** The transaction of a writing call: its writes, their audit entries, and what remains of it when it is refused. */
import type { RawBuilder } from 'kysely'
import { stoppedClock } from '../adapters/clock.ts'
import { runTransaction } from '../db/transaction.ts'
import { writeTogether } from '../db/write-together.ts'
import { auditRows } from './audit.ts'
import type { AuditEntry, Context } from './context.ts'
import { AppError } from './errors.ts'

type KeptWrite = Parameters<Context['keepOnFailure']>[0]

export interface WritingCall {
  /** Method and path, for the audit trail. */
  call: string
  /** The audit entries of `ctx`, which `write` adds to. */
  entries: AuditEntry[]
  /** See the options of a command. */
  changesAccess?: boolean | undefined
  /** Performs the writes in the transaction of the given context, and returns the body of the answer. */
  write(ctx: Context): Promise<string>
}

/** Runs in a transaction; an error with `commit` is thrown only after the commit. */
async function transact(
  ctx: Context,
  { call, entries, changesAccess, write }: WritingCall,
  kept: KeptWrite[],
): Promise<string> {
  const deferred: RawBuilder<unknown>[] = []
  const mappers: ((error: unknown) => unknown)[] = []
  const deferWrite: Context['deferWrite'] = async (writes, mapError) => {
    deferred.push(...writes)
    if (mapError !== undefined) mappers.push(mapError)
  }
  let writing: Promise<void> | undefined
  const outcome = await runTransaction(
    ctx.services.db,
    async (tx) => {
      const keepOnFailure = (keep: KeptWrite) => void kept.push(keep)
      const clock = stoppedClock(ctx.clock)
      const transactionContext = { ...ctx, tx, deferWrite, keepOnFailure, clock }
      try {
        const body = await write(transactionContext)
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
  if (changesAccess === true) ctx.services.access.clearCache()
  if ('error' in outcome) throw outcome.error
  return outcome.body
}

/**
 * Runs the writes of a call in one transaction and returns the body of its answer. When the call is refused, what must
 * remain of it is written after the rollback: registered writes, and audit entries of what the refusal discloses.
 */
export async function runWrite(ctx: Context, writing: WritingCall): Promise<string> {
  const { db } = ctx.services
  const kept: KeptWrite[] = []
  try {
    return await transact(ctx, writing, kept)
  } catch (error) {
    if (!(error instanceof AppError) || error.commit) throw error
    for (const keep of kept) await keep(db)
    const disclosed = writing.entries.filter((entry) => entry.disclosed === true)
    if (disclosed.length > 0) await auditRows(ctx, writing.call, disclosed).execute(db)
    throw error
  }
}
