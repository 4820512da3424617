-- When a line ends, the required documents that only this line needed and that were not received are deleted. Lines
-- that ended before that rule still have theirs; they are deleted here, by the same rule (isRequired in
-- required-documents.queries.ts).

delete from application_document d
using application a, customer c
where d.application_id = a.application_id and c.customer_id = a.customer_id and d.ticked_at is null
  and exists (
    select from application_line l where l.application_id = a.application_id and l.status <> 'open')
  and not exists (
    select from document_type t
    where (t.document_type_id = d.document_type_id or t.name = d.name)
      and (t.branch_id is null or t.branch_id = a.branch_id)
      and (t.condition in ('everyone', case when c.is_foreigner then 'foreign' else 'thai' end)
        or t.condition = 'under_20'
          and extract(year from age((a."createdAt" at time zone 'Asia/Bangkok')::date, c.birthday)) < 20)
      and exists (
        select from application_line l
        where l.application_id = a.application_id and l.status = 'open'
          and (l.course_id = t.course_id or l.other_fee_id = t.other_fee_id or l.request_fee_id = t.request_fee_id
            or l.kind = 'course'
              and t.course_id is null and t.other_fee_id is null and t.request_fee_id is null)));
