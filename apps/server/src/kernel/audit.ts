/** The trail: what each writing call changed, in the same transaction. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { AuditEntry, Context } from './context.ts'

const json = (value: object | null | undefined): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

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

/** Writes the audit rows of one call. */
export async function writeAudit(
  ctx: Context,
  call: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (const entry of entries) {
    await sql`
      insert into audit_log (user_id, address, request_id, call, entity, entity_id, before, after)
      values (${ctx.actor?.user_id ?? null}, ${ctx.address}, ${ctx.requestId}, ${call},
        ${entry.entity}, ${String(entry.id)}, ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb)`.execute(
      ctx.tx,
    )
  }
}
