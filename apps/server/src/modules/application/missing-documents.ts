/** Required documents that must still be brought. Source: product specification, sections 4b and 4c.21. */
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Placeholder } from '../../db/statements.ts'

/**
 * Whether the required document of a row of `application_document`, by its alias, is missing: it
 * was not received, or it has expired while an exam right of the application can still be used.
 * After the last exam no new one is required.
 * @param today a day, or the placeholder of a cached statement
 */
export const isMissing = (alias: string, today: Day | Placeholder): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${alias}.ticked_at`)} is null or coalesce(${sql.ref(`${alias}.valid_until`)} < ${today}::date, false) and exists (
    select from exam_right usable where usable.application_id = ${sql.ref(`${alias}.application_id`)}
      and usable.used_at is null and usable.disabled_at is null and usable.forfeited_at is null
      and usable.permission_date >= ${today}::date))`

/** The names of the missing documents of the application of a row, by its alias, as JSON; none without an application. */
export const missingDocuments = (alias: string, today: Day): RawBuilder<string[]> => sql`(
  select coalesce(jsonb_agg(d.name order by d.application_document_id), '[]') from application_document d
  where d.application_id = ${sql.ref(`${alias}.application_id`)} and ${isMissing('d', today)})`
