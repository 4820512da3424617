/** The audit trail: the changes of each writing call, stored in the transaction of that call. */
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { AuditEntry, Context } from './context.ts'

/** The values that differ between two rows, so that the trail shows only changes. */
export function changesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const keys = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  const pick = (row: Record<string, unknown>) =>
    Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}

/** Builds the statement that inserts the audit rows of one call, in the order in which the call reported them. */
export function auditRows(
  ctx: Pick<Context, 'actor' | 'address' | 'requestId'>,
  call: string,
  entries: readonly AuditEntry[],
): RawBuilder<unknown> {
  const actor = ctx.actor?.user_id ?? null
  const rows = entries.map(({ id, by, ...entry }) => ({
    ...entry,
    id: String(id),
    by: actor ?? by,
  }))
  return sql`
    insert into audit_log (user_id, address, request_id, call, entity, entity_id, before, after, branch_id)
    select entry.by, ${ctx.address}, ${ctx.requestId}, ${call}, entry.entity, entry.id, entry.before, entry.after,
      entry.branch
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry (entity text, id text, by int, before jsonb, after jsonb, branch int)`
}
