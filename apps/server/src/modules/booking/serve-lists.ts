/**
 * The job of the waiting lists of exam sessions. It passes seats whose offer has ended to the next
 * customer, and offers free seats to customers who can take them now. It removes entries of
 * sessions that have begun, and entries of rights of other branches that the session no longer
 * accepts.
 */
import type { Kysely } from 'kysely'
import { type Clock, stoppedClock } from '../../adapters/clock.ts'
import type { DB } from '../../db/types.ts'
import { auditRows } from '../../kernel/audit.ts'
import type { AuditEntry, Changing } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { endBegunList, endStrandedGuests, endUnansweredOffers, serveWaiting } from './waiting.ts'
import { freeSessionLock, sessionsById, sessionsToServe } from './waiting.queries.ts'

/**
 * Serves one waiting list in a separate transaction; skips a session that another transaction
 * changes.
 */
async function serveList(db: Kysely<DB>, clock: Clock, sessionId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if ((await freeSessionLock.first(tx, sessionId)) === undefined) return
    const entries: AuditEntry[] = []
    const ctx: Changing = { tx, clock, actor: null, audit: (entry) => void entries.push(entry) }
    const session = await sessionsById.one(tx, [sessionId])
    if (Date.parse(session.starts_at) <= clock.now().getTime()) await endBegunList(ctx, sessionId)
    else {
      await endStrandedGuests(ctx, [sessionId])
      await endUnansweredOffers(ctx, [sessionId])
      await serveWaiting(ctx, [sessionId])
    }
    if (entries.length === 0) return
    const job = { actor: null, address: '', requestId: '' }
    await auditRows(job, 'JOB exam-waiting', entries).execute(tx)
  })
}

/** Serves every waiting list on which an offer, an entry or a free seat is due. Several servers may call it at once. */
export async function serveLists(db: Kysely<DB>, clock: Clock): Promise<void> {
  const stopped = stoppedClock(clock)
  const due = await sessionsToServe.rows(db, stopped.now().toISOString())
  for (const { exam_session_id } of due) await serveList(db, stopped, exam_session_id)
}

/** @param clock decides which offers have ended */
export const serveListsJob = (clock: Clock): Job => ({
  name: 'waiting lists',
  everyMs: 30_000,
  run: (db) => serveLists(db, clock),
})
