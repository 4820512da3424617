/** SQL that writes the audit log of the demo school and ticks off its required documents. */
import { sql } from 'kysely'
import { tunedQuery } from '../db/tuned-query.ts'

/** Inserts all audit rows of the demo, each with its own time; `rows` is a JSON array. */
export const insertDemoAudit = tunedQuery({
  columns: {},
  sql: (rows: string) => sql`
    insert into audit_log (at, user_id, request_id, call, entity, entity_id, after)
    select at, user_id, 'demo', call, entity, id, after
    from jsonb_to_recordset(${rows}::jsonb)
      as r (at timestamptz, user_id int, call text, entity text, id text, after jsonb)`,
})

/** Ticks off 97 % of the required documents on the day of the registration, and 70 % of those of the last two weeks. */
export const tickDemoDocuments = tunedQuery({
  columns: {},
  sql: (today: string) => sql`
    update application_document d set ticked_by = a.created_by, ticked_at = a."createdAt",
      document_day = case when d.valid_days > 0
        then (a."createdAt" at time zone 'Asia/Bangkok')::date - d.application_document_id % 7 end
    from application a
    where a.application_id = d.application_id and d.application_document_id * 7919 % 100
      < case when a."createdAt" > ${today}::date - 14 then 70 else 97 end`,
})
