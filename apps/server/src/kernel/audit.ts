/** The trail: what each writing call changed, in the same transaction. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { AuditEntry, Context } from './context.ts'

/** Keeps of two rows only what differs, so that the trail shows changes and not whole rows. */
export function changesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const keys = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  const pick = (row: Record<string, unknown>) =>
    Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}

/** Writes the audit rows of one call, in the order they were said. */
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
  await sql`
    insert into audit_log (user_id, address, request_id, call, entity, entity_id, before, after)
    select said.by, ${ctx.address}, ${ctx.requestId}, ${call},
      said.entity, said.id, said.before, said.after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as said (entity text, id text, by int, before jsonb, after jsonb)`.execute(ctx.tx)
}
