/** SQL that advances the counters of document numbers. */
import type { DocumentType } from '@khapdee/domain/document-number'
import { sql } from 'kysely'
import { int, text } from '../db/columns.ts'
import { tunedQuery } from '../db/tuned-query.ts'

interface CounterAdvance {
  branchId: number
  /** Buddhist year and month. */
  month: string
  types: readonly string[]
  /** Count of numbers for each of `types`. */
  counts: readonly number[]
}

/** Locks counters in the order of types, so that two transactions cannot deadlock. */
export const advanceCounters = tunedQuery({
  columns: { type: text<DocumentType>(), last: int() },
  sql: ({ branchId, month, types, counts }: CounterAdvance) => sql`
    insert into document_counter as c (type, branch_id, month, last)
    select type, ${branchId}, ${month}, count
    from unnest(${types}::text[], ${counts}::int[]) as wanted (type, count)
    order by type
    on conflict (type, branch_id, month) do update set last = c.last + excluded.last
    returning type, last`,
})
