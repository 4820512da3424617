/** SQL that writes the audit trail of the demo school. */
import { sql } from 'kysely'
import { tunedQuery } from '../db/tuned-query.ts'

/** Inserts all audit rows of the demo, each with its own time; `rows` is a JSON array. */
export const insertDemoAudit = tunedQuery({
  columns: {},
  sql: (rows: string) => sql`
    insert into audit_log (at, user_id, request_id, call, entity, entity_id, after)
    select at, user_id, 'demo', coalesce(call, 'POST application/create'), entity, id, after
    from jsonb_to_recordset(${rows}::jsonb)
      as r (at timestamptz, user_id int, call text, entity text, id text, after jsonb)`,
})
