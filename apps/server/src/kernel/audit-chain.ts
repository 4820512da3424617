/** The chain of seals over the audit trail: sealing new rows, and detecting changed ones. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { removeStatementTimeout } from '../db/statement-timeout.ts'
import { type FaultKind, auditFaults } from './audit-chain.queries.ts'
import type { Job } from './jobs.ts'

/** Rows per batch; sealing them takes about half a second. */
const maxRowsPerBatch = 20_000

/** Seals every committed row, in batches. */
async function sealAudit(db: Kysely<DB>): Promise<void> {
  for (let sealed = maxRowsPerBatch; sealed === maxRowsPerBatch;) {
    const row = await db
      .selectNoFrom(sql<number>`seal_audit(${maxRowsPerBatch})`.as('sealed'))
      .executeTakeFirstOrThrow()
    sealed = row.sealed
  }
}

/** Runs every two seconds, because an unsealed row can be changed without a trace. */
export const sealAuditJob: Job = { name: 'seal audit', everyMs: 2000, run: sealAudit }

const sentences: Record<FaultKind, string> = {
  gone: 'was removed',
  changed: 'was changed',
  unsealed: 'was inserted among sealed rows',
  backdated: 'is dated before rows that were sealed earlier',
  torn: 'follows a seal that was removed',
}

export interface AuditFault {
  audit_id: number
  fault: FaultKind
}

export const describeFault = ({ audit_id, fault }: AuditFault): string =>
  `row ${audit_id} ${sentences[fault]}`

/** The last seal. A copy outside the database reveals that the end of the chain was removed. */
export interface ChainEnd {
  position: number
  /** In hexadecimal digits. */
  hash: string
}

/** The seal at a position, or the last one if `position` is null; null if there is none. */
async function sealAt(db: Kysely<DB>, position: number | null): Promise<ChainEnd | null> {
  const seals = db
    .selectFrom('audit_seal')
    .select(['position', sql<string>`encode(hash, 'hex')`.as('hash')])
  const found =
    position === null
      ? seals.orderBy('position', 'desc').limit(1)
      : seals.where('position', '=', position)
  return (await found.executeTakeFirst()) ?? null
}

/** Whether the chain still has a seal that was recorded earlier. */
export async function containsSeal(db: Kysely<DB>, recorded: ChainEnd): Promise<boolean> {
  return (await sealAt(db, recorded.position))?.hash === recorded.hash.toLowerCase()
}

/** Seals all new rows, then checks the whole chain. @returns its end (null when empty) and its faults */
export async function verifyAudit(
  db: Kysely<DB>,
): Promise<{ end: ChainEnd | null; faults: AuditFault[] }> {
  await sealAudit(db)
  return db.transaction().execute(async (tx) => {
    // A long trail takes longer than the timeout of requests.
    await removeStatementTimeout(tx)
    return { faults: await auditFaults.rows(tx), end: await sealAt(tx, null) }
  })
}
