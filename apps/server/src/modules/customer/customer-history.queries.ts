/** SQL that reads the history of one customer. */
import type { CustomerRecord } from '@khapdee/contract/entities/customer-record'
import { issuedDocuments } from '@khapdee/domain/document-number'
import type { ExamRight } from '@khapdee/domain/exam-right'
import { sql } from 'kysely'
import { jsonb } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { lastExamOf } from '../booking/open-booking.ts'
import { grantingItem } from '../booking/right-origin.ts'
import { hasOpenRefund } from '../refund-requests.ts'

type List<Name extends 'applications' | 'payments' | 'documents' | 'exams'> = NonNullable<
  CustomerRecord[Name]
>
type StoredRight = Omit<List<'exams'>[number], 'status'> & ExamRight

/** Applications, payments, documents and exam rights in one snapshot, each list newest first. */
export const customerHistory = tunedQuery({
  columns: {
    applications: jsonb<List<'applications'>>(),
    payments: jsonb<List<'payments'>>(),
    documents: jsonb<List<'documents'>>(),
    exams: jsonb<StoredRight[]>(),
  },
  sql: (ctx: UserContext, customerId: number) => sql`
    with own as ( -- the visible applications of the customer
      select a.*, ${userName('u')} as user, b.name as branch, ${hasOpenRefund('a')} as refund_pending
      from application a join app_user u on u.user_id = a.created_by join branch b on b.branch_id = a.branch_id
      where a.customer_id = ${customerId} and ${ctx.scope.visible('application', 'a')}
    ), movement as (
      select p.payment_id, p.payment_code, p.application_id, own.application_code, own.type as kind,
        p.kind = 'refund' as refund, p.pay_type, p.paid, p.status, ${userName('u')} as user, p."createdAt"
      from payment p join own using (application_id) join app_user u on u.user_id = p.created_by
      where p.kind <> 'moved'
    ), issued as (
      select d.document_id, d.kind, d.number, d.application_id, own.type, d.payment_id, d.prints, d."createdAt"
      from issued_document d join own using (application_id)
      where d.kind = any(${Object.keys(issuedDocuments)}::text[])
    ), rights as (
      select r.right_id, r.application_id, coalesce(own.application_code, '') as application_code, own.type,
        ${grantingItem} as name, r.kind, r.licence_type, r.valid_from,
        r.permission_date, r.disabled_at is not null as disabled, r.used_at is not null as used,
        r.forfeited_at is not null as forfeited, ${lastExamOf('r')} as last_exam
      from exam_right r left join own using (application_id) left join application_line l using (line_id)
      where r.customer_id = ${customerId} and (own.application_id is not null
        or r.application_id is null and r.branch_id = any(${[...ctx.scope.branchIds]}::int[]))
    )
    select
      (select coalesce(jsonb_agg(to_jsonb(own) order by application_id desc), '[]') from own) as applications,
      (select coalesce(jsonb_agg(to_jsonb(movement) order by payment_id desc), '[]') from movement) as payments,
      (select coalesce(jsonb_agg(to_jsonb(issued) order by document_id desc), '[]') from issued) as documents,
      (select coalesce(jsonb_agg(to_jsonb(rights) order by right_id desc), '[]') from rights) as exams`,
})
