/**
 * Running numbers of documents: gapless and unique per type, branch and Buddhist month. The
 * counter row stays locked until the transaction ends, so numbers are taken as late as possible
 * and always in the order of their type, so that two transactions cannot deadlock.
 */
import { type DocumentType, formatDocumentNumber } from '@khapdee/domain/document-number'
import { type Day, buddhistMonth } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import { advanceCounters } from './numbering.queries.ts'

type Counts = Readonly<Partial<Record<DocumentType, number>>>

/**
 * Takes the next numbers of each type, in one statement.
 * @param counts number of documents of each type
 * @returns a function giving the formatted numbers of a type, ascending
 */
export async function takeNumbers(
  tx: Kysely<DB>,
  branch: { branch_id: number; code: string },
  day: Day,
  counts: Counts,
): Promise<(type: DocumentType) => string[]> {
  const wanted = (Object.entries(counts) as [DocumentType, number][]).filter(([, n]) => n > 0)
  const rows = await advanceCounters.rows(tx, {
    branchId: branch.branch_id,
    month: buddhistMonth(day),
    types: wanted.map(([type]) => type),
    counts: wanted.map(([, n]) => n),
  })
  const lastOf = new Map(rows.map((row) => [row.type, row.last]))
  return (type) => {
    const count = counts[type] ?? 0
    const first = (lastOf.get(type) ?? 0) - count + 1
    return Array.from({ length: count }, (_, i) =>
      formatDocumentNumber(type, branch.code, day, first + i),
    )
  }
}
