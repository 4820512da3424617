/** What the server acknowledged, remembered outside of it, and the comparison with what it stored. */
import { type Kysely, sql } from 'kysely'
import { checkInvariants } from '../apps/server/src/db/invariants.ts'
import type { DB } from '../apps/server/src/db/types.ts'
import { describeFault, verifyAudit } from '../apps/server/src/kernel/audit-chain.ts'

const counted = {
  intents: 0,
  'sent two or three times at once': 0,
  'hung up on': 0,
  'to be rolled back': 0,
  acknowledged: 0,
  refused: 0,
  'answered 503': 0,
  'connections lost': 0,
}
export type Counted = keyof typeof counted

export interface Ledger {
  readonly counts: Record<Counted, number>
  /** How many intents of each kind were acknowledged. */
  readonly done: Record<string, number>
  /** Amount in satang by document number; an application's is 0, a refund's negative. */
  readonly papers: Map<string, number>
  /** Ids of the receipts whose voiding was acknowledged. */
  readonly voids: Set<number>
  /** What must never happen, in words. */
  readonly faults: string[]
  /** Notes a document that an intent was told of; a number told twice is a fault. */
  paper(code: string, amount: number): void
}

export function createLedger(): Ledger {
  const papers = new Map<string, number>()
  const faults: string[] = []
  return {
    counts: { ...counted },
    done: {},
    papers,
    voids: new Set(),
    faults,
    paper(code, amount) {
      if (papers.has(code)) faults.push(`${code} was given to two intents`)
      papers.set(code, amount)
    },
  }
}

/** What a part of the soak found. */
export interface Verdict {
  /** Acknowledged, and not stored so. */
  lost: string[]
  /** Stored, and acknowledged to nobody: something happened twice, or was refused and done. */
  unexplained: string[]
  /** Invariants and links of the audit trail that do not hold. */
  broken: string[]
  /** Rows looked at by the invariants. */
  checked: number
}

const documents = sql<{ code: string; amount: number }>`
  select application_code as code, 0::bigint as amount from application
  union all select payment_code, paid from payment
  union all select closing_code, counted_cash from closing`

function difference(expected: Map<string, number>, actual: Map<string, number>): string[] {
  return [...expected]
    .filter(([code, amount]) => actual.get(code) !== amount)
    .map(([code, amount]) => `${code} of ${amount}, not ${actual.get(code) ?? 'at all'}`)
}

/** Compares, once every intent has had its answer. */
export async function settleAccounts(db: Kysely<DB>, ledger: Ledger): Promise<Verdict> {
  const stored = new Map((await documents.execute(db)).rows.map((row) => [row.code, row.amount]))
  const voided = await sql<{ payment_id: number }>`
    select payment_id from payment where status = 'deleted'`.execute(db)
  const told = new Map([...ledger.voids].map((id) => [`void ${id}`, 0]))
  const found = new Map(voided.rows.map(({ payment_id }) => [`void ${payment_id}`, 0]))
  const findings = await checkInvariants(db)
  const { faults } = await verifyAudit(db)
  return {
    lost: [...difference(ledger.papers, stored), ...difference(told, found)],
    unexplained: [...difference(stored, ledger.papers), ...difference(found, told)],
    broken: [
      ...findings.flatMap(({ name, wrong, rows }) =>
        wrong > 0 ? `${name}: ${rows.join(', ')}` : [],
      ),
      ...faults.map((fault) => `audit trail: ${describeFault(fault)}`),
    ],
    checked: findings.reduce((sum, finding) => sum + finding.checked, 0),
  }
}
