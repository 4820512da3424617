/** The audit trail: the changes of each writing call, stored in its own transaction. */
import { isDeepStrictEqual } from 'node:util'
import { insertAuditRows } from './audit.queries.ts'
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

/** Writes the audit rows of one call, in the order in which the call reported them. */
export async function writeAudit(
  ctx: Context,
  call: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const actor = ctx.actor?.user_id ?? null
  const rows = entries.map(({ id, by, ...entry }) => ({
    ...entry,
    id: String(id),
    by: actor ?? by,
  }))
  const { address, requestId } = ctx
  await insertAuditRows.rows(ctx.tx, { address, requestId, call }, JSON.stringify(rows))
}
