/** SQL that reads which steps of the set-up list are done. */
import { sql } from 'kysely'
import { bool, jsonb, texts } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { type HeaderRow, headerOfBranch } from '../branch-header.queries.ts'

/**
 * One row: which kinds of records exist in the school. Only the existence is queried, so that it is
 * equally fast in a large school.
 */
export const setupFacts = tunedQuery({
  columns: {
    dismissed: bool(),
    skipped: texts(),
    has_logo: bool(),
    has_sample: bool(),
    has_courses: bool(),
    has_people: bool(),
    has_documents: bool(),
    has_receipts: bool(),
    has_applications: bool(),
    branches: jsonb<HeaderRow[]>(),
  },
  sql: () => sql`
    select school.setup_dismissed as dismissed, school.setup_skipped as skipped,
      school.logo_file_id is not null
        or exists (select from branch where logo_file_id is not null and not is_delete) as has_logo,
      school.sample_printed_at is not null as has_sample,
      exists (select from course where is_activate and not is_delete) as has_courses,
      (select count(*) from (select from app_user where not is_delete limit 2) people) > 1 as has_people,
      exists (select from document_type where not is_delete) as has_documents,
      exists (select from payment where kind = 'receipt') as has_receipts,
      exists (select from application) as has_applications,
      (select jsonb_agg(${headerOfBranch} order by b.branch_id) from branch b where not b.is_delete) as branches
    from school`,
})
