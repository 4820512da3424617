/** The chain over the audit trail: sealing new rows, and finding what was tampered with. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Chore } from './housekeeping.ts'

/** So many rows take about half a second. */
const mostAtOnce = 20_000

/** Seals all that is committed, a stretch at a time. */
async function sealAudit(db: Kysely<DB>): Promise<void> {
  for (let sealed = mostAtOnce; sealed === mostAtOnce;) {
    const { rows } = await sql<{ sealed: number }>`
      select seal_audit(${mostAtOnce}) as sealed`.execute(db)
    sealed = rows[0]?.sealed ?? 0
  }
}

/** A row can be changed without a trace only until it is sealed. */
export const sealingAudit: Chore = { everyMs: 2000, run: sealAudit }

const sentences = {
  gone: 'was removed',
  changed: 'was changed',
  unsealed: 'was slipped in among sealed rows',
  backdated: 'is dated before rows that were sealed earlier',
  torn: 'follows a seal that was removed',
}

export interface AuditFault {
  audit_id: number
  fault: keyof typeof sentences
}

export const describeFault = ({ audit_id, fault }: AuditFault): string =>
  `row ${audit_id} ${sentences[fault]}`

/** Where the chain ends: worth noting elsewhere, for only so its cut-off end can be missed. */
export interface ChainEnd {
  position: number
  /** In hexadecimal digits. */
  hash: string
}

/** The last seal, or the one at a position; null where there is none. */
async function sealAt(db: Kysely<DB>, position: number | null): Promise<ChainEnd | null> {
  const { rows } = await sql<ChainEnd>`
    select position, encode(hash, 'hex') as hash from audit_seal
    where position = coalesce(${position}::bigint, (select max(position) from audit_seal))`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Whether the chain still holds what was noted of it earlier. */
export async function stillHolds(db: Kysely<DB>, noted: ChainEnd): Promise<boolean> {
  return (await sealAt(db, noted.position))?.hash === noted.hash.toLowerCase()
}

/** Of all faults, as many as anybody reads. */
const mostFaults = 100

/**
 * Seals what is new, then reads the whole chain: each seal against its row and the seal before, and
 * each row for its seal. One fault is told once, where it lies, and not for all that follow.
 */
export async function verifyAudit(
  db: Kysely<DB>,
): Promise<{ end: ChainEnd | null; faults: AuditFault[] }> {
  await sealAudit(db)
  return db.transaction().execute(async (tx) => {
    // A long trail takes longer than a request may.
    await sql`set local statement_timeout = 0`.execute(tx)
    return { faults: await readFaults(tx), end: await sealAt(tx, null) }
  })
}

async function readFaults(db: Kysely<DB>): Promise<AuditFault[]> {
  const { rows } = await sql<AuditFault>`
    with chain as (
      select s.audit_id, s.position, s.at, s.hash, lag(s.position, 1, 0) over by_position as position_before,
        lag(s.hash, 1, '') over by_position as hash_before,
        max(s.at) over (order by s.at groups between unbounded preceding and 1 preceding) as sealed_before
      from audit_seal s window by_position as (order by s.position)
    ), judged as (
      select coalesce(c.audit_id, a.audit_id) as audit_id, case
        when c.audit_id is null then 'unsealed'
        when a.audit_id is null then 'gone'
        when c.position <> c.position_before + 1 then 'torn'
        when c.hash <> audit_hash(c.hash_before, c.at, a) then 'changed'
        when a.at < c.sealed_before - interval '1 hour' then 'backdated'
      end as fault
      from chain c full join audit_log a using (audit_id)
    )
    select audit_id, fault from judged where fault is not null order by audit_id limit ${mostFaults}`.execute(
    db,
  )
  return rows
}
