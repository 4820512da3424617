/** SQL that writes the audit trail. */
import { sql } from 'kysely'
import { tunedQuery } from '../db/tuned-query.ts'

interface AuditCall {
  address: string
  requestId: string
  /** Method and path. */
  call: string
}

/** Inserts the audit rows of one call in one statement; `entries` is a JSON array. */
export const insertAuditRows = tunedQuery({
  columns: {},
  sql: ({ address, requestId, call }: AuditCall, entries: string) => sql`
    insert into audit_log (user_id, address, request_id, call, entity, entity_id, before, after)
    select entry.by, ${address}, ${requestId}, ${call}, entry.entity, entry.id, entry.before, entry.after
    from jsonb_to_recordset(${entries}::jsonb)
      as entry (entity text, id text, by int, before jsonb, after jsonb)`,
})
