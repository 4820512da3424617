/** SQL about the references to a customer that a merge moves. */
import { sql } from 'kysely'
import { int, text, texts } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** Maximum of document numbers listed for each kind of record; the other records are only counted. */
const maxCodes = 10

/**
 * Counts the rows of all branches that refer to a customer, by kind; lists the document numbers of those
 * in `branchIds`.
 */
export const customerReferences = tunedQuery({
  columns: { name: text(), count: int(), codes: texts() },
  sql: (customerId: number, branchIds: readonly number[]) => sql`
    with own as (select * from application where customer_id = ${customerId}),
    found (name, code, branch_id) as (
      select 'applications', application_code, branch_id from own
      union all select 'payments', payment_code, p.branch_id from payment p join own using (application_id)
        where p.kind <> 'moved'
      union all select 'documents', number, d.branch_id from issued_document d join own using (application_id)
      union all select 'exam_rights', a.application_code, r.branch_id
        from exam_right r left join application a using (application_id) where r.customer_id = ${customerId})
    select name, count(*)::int as count, coalesce(
      (array_agg(distinct code) filter (where code is not null and branch_id = any(${branchIds}::int[])))[1:${sql.lit(maxCodes)}],
      '{}') as codes
    from found group by name`,
})
