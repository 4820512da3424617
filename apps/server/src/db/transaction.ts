/**
 * Transactions whose statements are pipelined. Kysely's own transactions run one
 * statement at a time; here, statements started together are sent together.
 */
import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DummyDriver,
  type Kysely,
  PostgresDialect,
  Transaction,
} from 'kysely'
import { isPipelining, unnamedStatement } from './client.ts'
import type { DB } from './types.ts'

/**
 * Unnamed, because a named BEGIN fails on a connection that has lost its prepared statements; the statements
 * sent behind it would then commit one by one.
 */
const [begin, commit, rollback] = (['begin', 'commit', 'rollback'] as const).map((text) =>
  unnamedStatement(CompiledQuery.raw(text)),
) as [CompiledQuery, CompiledQuery, CompiledQuery]

const ignore = () => {}

/**
 * Compares in SQL first; the slower function, which raises the error, is called only when the versions differ.
 */
const accessCheck = (version: string): string =>
  `select check_access_version(${version}) where ${version} is distinct from (select version from access_version)`

/** Begins a transaction, and fails unless the rights of users still have this version. */
function beginWithAccess(send: Send, version: number, pipelines: boolean): Promise<unknown> {
  if (pipelines) {
    const check = CompiledQuery.raw(accessCheck('$1'), [version])
    return Promise.all([
      send((conn) => conn.executeQuery(begin)),
      send((conn) => conn.executeQuery(check)),
    ])
  }
  // Both in one round trip.
  const both = CompiledQuery.raw(`begin; ${accessCheck(String(version))}`)
  return send((conn) => conn.executeQuery(both))
}

/**
 * Runs `task` in a transaction that commits when the task resolves and rolls back when it rejects.
 * On a pipelining connection, BEGIN is sent with the first statement, and a statement that the task
 * has started but not awaited is sent with COMMIT. If such a statement fails, PostgreSQL rolls back
 * although this function resolves; only the promise of that statement rejects, so the caller must await it.
 *
 * @param accessVersion the version of the rights of users on which the task relies
 * @throws an error for which `isStaleAccess` holds when the rights have another version; nothing is executed
 */
export function runTransaction<T>(
  db: Kysely<DB>,
  task: (tx: Kysely<DB>) => Promise<T>,
  accessVersion?: number,
): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    const send = createSender(connection)
    const begun: Promise<unknown> =
      accessVersion === undefined
        ? send((conn) => conn.executeQuery(begin))
        : beginWithAccess(send, accessVersion, isPipelining(connection))
    begun.catch(ignore)
    let isOpen = true
    const tx = transactionOn(db, async (consumer) => {
      // A statement started after the task has failed would run outside the transaction.
      if (!isOpen) throw new Error('the transaction has ended')
      const result = send(consumer)
      result.catch(ignore)
      // BEGIN is answered first. If it failed, throw that error, because it is the cause of the statement's error.
      await begun
      return result
    })
    const finish = (statement: CompiledQuery) => {
      isOpen = false
      return send((conn) => conn.executeQuery(statement))
    }
    try {
      const result = await task(tx)
      await finish(commit)
      await begun
      return result
    } catch (error) {
      await finish(rollback).catch(ignore)
      throw error
    }
  })
}

type Send = ConnectionProvider['provideConnection']

/** Sends statements immediately on a pipelining connection, on others after the previous one is answered. */
function createSender(connection: DatabaseConnection): Send {
  if (isPipelining(connection)) return (consumer) => consumer(connection)
  let last: Promise<unknown> = Promise.resolve()
  return (consumer) => {
    const sent = last.then(() => consumer(connection))
    last = sent.catch(ignore)
    return sent
  }
}

function transactionOn(db: Kysely<DB>, provideConnection: Send): Kysely<DB> {
  const executor = db.getExecutor().withConnectionProvider({ provideConnection })
  const dialect = new PostgresDialect({ pool: noPool })
  return new Transaction<DB>({ config: { dialect }, driver: new DummyDriver(), executor, dialect })
}

/** Connections come from the executor; the dialect only compiles. */
const noPool = () => Promise.reject(new Error('a transaction opens no connection'))
