/** The context of a use case: transaction, actor and services. */
import type { AuditEntity } from '@khapdee/contract/audit/entities'
import type { Permission } from '@khapdee/domain/permissions'
import type { Kysely, RawBuilder } from 'kysely'
import type { Clock } from '../adapters/clock.ts'
import type { FileStore } from '../adapters/files/store.ts'
import type { PayslipPool } from '../adapters/pdf/payslip-pool.ts'
import type { PdfPool } from '../adapters/pdf/pool.ts'
import type { SheetReader } from '../adapters/sheet/sheet-reader.ts'
import type { Backups } from '../backup/backups.ts'
import type { Replica } from '../db/replica.ts'
import type { DB } from '../db/types.ts'
import type { Access, Actor } from './access.ts'
import type { CardRelay } from './card-relay.ts'
import type { Config } from './config.ts'
import type { Health } from './health.ts'
import type { Metrics } from './metrics.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'
import { sessionEnded } from './errors.ts'
import type { Scope } from './scope.ts'
import type { Tokens } from './tokens.ts'

/** Services that are created once per process and shared by all requests. */
export interface Services {
  config: Config
  db: Kysely<DB>
  replica: Replica
  clock: Clock
  access: Access
  live: Live
  cardRelay: CardRelay
  tokens: Tokens
  pdf: PdfPool
  payslips: PayslipPool
  sheets: SheetReader
  files: FileStore
  backups: Backups
  log: Log
  health: Health
  metrics: Metrics
  /** Number of servers that work on the database, as far as their heartbeats reach this one. */
  servers(): number
}

export interface AuditEntry {
  /** The table whose row changed. */
  entity: AuditEntity
  id: number | string
  /** The row, or the part of it that changed, before and after. */
  before?: object | null
  after?: object | null
  /** User id for public calls, which have no actor. */
  by?: number
  /**
   * The branch of the record. Without it a trigger reads it from the record, which costs as much as the entry itself;
   * it must be given for a record that is inserted by the same statement as the entry.
   */
  branch?: number
  /** Whether the entry is stored although the call fails, because its answer discloses something nevertheless. */
  disclosed?: boolean
}

/** Properties of a request that sessions, the audit trail and rate limits use. */
export interface Caller {
  address: string
  agent: string
  requestId: string
}

export interface Context extends Caller {
  /** The transaction of a writing call; the connection pool in a reading call. */
  tx: Kysely<DB>
  /** Null in public calls. */
  actor: Actor | null
  services: Services
  clock: Clock
  /** Records a change of this call, or the data that a reading call disclosed; every writing call records at least one. */
  audit(entry: AuditEntry): void
  /**
   * Registers a write that must remain when the call fails: after the rollback it is repeated in a
   * separate transaction, before the failure is answered. Used for counters that limit attempts.
   */
  keepOnFailure(write: (db: Kysely<DB>) => Promise<unknown>): void
  /**
   * Registers statements on which the answer does not depend. They become one statement with the audit rows
   * and the stored answer, sent together with COMMIT, which saves a round trip while rows are locked. No row
   * may be written by two of them; their failure fails the call.
   * @param mapError converts an error of the statement to the one that the call is answered with
   */
  deferWrite(
    writes: readonly RawBuilder<unknown>[],
    mapError?: (error: unknown) => unknown,
  ): Promise<void>
}

/** Context of reads: the transaction or pool, and the time. */
export type Reading = Pick<Context, 'tx' | 'clock'>

/** Context of changes that both calls and scheduled jobs make; a job has no actor. */
export type Changing = Pick<Context, 'tx' | 'clock' | 'actor' | 'audit'>

/** The context of every call that is not public. */
export interface UserContext extends Context {
  actor: Actor
  scope: Scope
  may(permission: Permission): boolean
}

/** Narrows a context to a signed-in one. */
export function assertSignedIn(ctx: Context): asserts ctx is UserContext {
  if (ctx.actor === null) throw sessionEnded()
}
