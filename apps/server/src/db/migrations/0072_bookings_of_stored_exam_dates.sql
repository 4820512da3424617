-- Exam days that were stored before bookings existed. Days from today on, within a valid right, become bookings
-- without a session, even if the application has a balance; past days become history with an unknown result, unless
-- the right had ended before.

alter table exam disable trigger exam_mirror_date;

with first_right as (
  select distinct on (l.line_id) l.line_id, l.exam_date, r.right_id, r.branch_id, r.permission_date,
    r.disabled_at is null and r.used_at is null as is_live,
    r.disabled_at is null or (r.disabled_at at time zone 'Asia/Bangkok')::date > l.exam_date as was_live, a.created_by, a."createdAt",
    (now() at time zone 'Asia/Bangkok')::date as today
  from application_line l join exam_right r using (line_id) join application a on a.application_id = l.application_id
  where l.exam_date is not null and l.status <> 'removed'
  order by l.line_id, r.kind desc, r.right_id
), booked as (
  insert into exam (right_id, branch_id, exam_date, result, created_by, "createdAt")
  select right_id, branch_id, exam_date, case when exam_date < today then 'unknown' end, created_by, "createdAt"
  from first_right f
  where (exam_date < today and was_live or exam_date >= today and is_live and exam_date <= permission_date)
    and not exists (select from exam e where e.right_id = f.right_id)
  returning exam_id, right_id, exam_date, created_by, "createdAt"
)
insert into exam_right_event (right_id, event, detail, user_id, at)
select right_id, 'booked', jsonb_build_object('exam_id', exam_id, 'exam_date', exam_date, 'exam_session_id', null),
  created_by, "createdAt"
from booked;

set constraints all immediate;
alter table exam enable trigger exam_mirror_date;
