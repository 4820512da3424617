/** The client-side record of acknowledged work, and its comparison with the database. */
import { type Kysely, sql } from 'kysely'
import { checkInvariants } from '../apps/server/src/db/invariants.ts'
import type { DB } from '../apps/server/src/db/types.ts'
import { describeFault, verifyAudit } from '../apps/server/src/kernel/audit-chain.ts'

/** The counters at the start. An intent is one change that a client tries to make, however often it sends it. */
const zeroCounts = {
  intents: 0,
  'sent two or three times concurrently': 0,
  'disconnected on purpose': 0,
  'to be rolled back': 0,
  acknowledged: 0,
  refused: 0,
  'answered 503': 0,
  'connections lost': 0,
}
export type CounterName = keyof typeof zeroCounts

export interface Ledger {
  readonly counts: Record<CounterName, number>
  /** Acknowledged intents by endpoint path. */
  readonly acknowledgedByPath: Record<string, number>
  /** Amount in satang by document number; 0 for an application, negative for a refund. */
  readonly documents: Map<string, number>
  /** Payment ids of the receipts whose void was acknowledged. */
  readonly voids: Set<number>
  /** The session of each open booking, by `exam_id`. */
  readonly seats: Map<number, number>
  /** Descriptions of observed behaviour that must never occur. */
  readonly violations: string[]
  /** Records an acknowledged document; a number that occurs twice is a violation. */
  addDocument(code: string, amount: number): void
}

export function createLedger(): Ledger {
  const documents = new Map<string, number>()
  const violations: string[] = []
  return {
    counts: { ...zeroCounts },
    acknowledgedByPath: {},
    documents,
    voids: new Set(),
    seats: new Map(),
    violations,
    addDocument(code, amount) {
      if (documents.has(code)) violations.push(`${code} was issued for two intents`)
      documents.set(code, amount)
    },
  }
}

/** Result of the comparison of ledger and database after a part. */
export interface SoakResult {
  /** Acknowledged, but missing or different in the database. */
  lost: string[]
  /** Stored, but never acknowledged: executed twice, or executed although refused. */
  unexplained: string[]
  /** Violated invariants, and faults of the audit chain. */
  brokenInvariants: string[]
  /** Rows checked by the invariants. */
  checked: number
}

/** The documents of a database by number, with amounts in satang; 0 for an application. */
export const storedDocuments = sql<{ code: string; amount: number }>`
  select application_code as code, 0::bigint as amount from application
  union all select payment_code, paid from payment where kind <> 'moved'
  union all select closing_code, counted_cash from closing`

function difference(expected: Map<string, number>, actual: Map<string, number>): string[] {
  return [...expected]
    .filter(([code, amount]) => actual.get(code) !== amount)
    .map(([code, amount]) => `${code}: expected ${amount}, found ${actual.get(code) ?? 'none'}`)
}

/** Compares the ledger with the database. Call it when the outcome of every intent is known. */
export async function compareWithLedger(db: Kysely<DB>, ledger: Ledger): Promise<SoakResult> {
  const stored = new Map(
    (await storedDocuments.execute(db)).rows.map((row) => [row.code, row.amount]),
  )
  const voided = await sql<{ payment_id: number }>`
    select payment_id from payment where status = 'deleted' and kind <> 'moved'`.execute(db)
  const acknowledgedVoids = new Map([...ledger.voids].map((id) => [`void ${id}`, 0]))
  const storedVoids = new Map(voided.rows.map(({ payment_id }) => [`void ${payment_id}`, 0]))
  const seats = await sql<{ exam_id: number; exam_session_id: number }>`
    select exam_id, exam_session_id from exam
    where cancelled_at is null and exam_session_id is not null`.execute(db)
  const nameSeats = (entries: Iterable<[exam: number, session: number]>) =>
    new Map([...entries].map(([id, session]) => [`session of booking ${id}`, session]))
  const acknowledgedSeats = nameSeats(ledger.seats)
  const storedSeats = nameSeats(seats.rows.map((row) => [row.exam_id, row.exam_session_id]))
  const results = await checkInvariants(db)
  const { faults } = await verifyAudit(db)
  return {
    lost: [
      ...difference(ledger.documents, stored),
      ...difference(acknowledgedVoids, storedVoids),
      ...difference(acknowledgedSeats, storedSeats),
    ],
    unexplained: [
      ...difference(stored, ledger.documents),
      ...difference(storedVoids, acknowledgedVoids),
      ...difference(storedSeats, acknowledgedSeats),
    ],
    brokenInvariants: [
      ...results.flatMap(({ name, violations, rows }) =>
        violations > 0 ? `${name}: ${rows.join(', ')}` : [],
      ),
      ...faults.map((fault) => `audit log: ${describeFault(fault)}`),
    ],
    checked: results.reduce((sum, { checked }) => sum + checked, 0),
  }
}
