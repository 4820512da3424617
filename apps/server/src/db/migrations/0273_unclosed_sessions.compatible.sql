-- Past sessions stay listed until they are closed, also when every candidate has a result.

create index exam_session_unclosed on exam_session (branch_id, day) where ended_at is null and status <> 'cancelled';

-- Until now, past sessions were shown as done once all results were recorded. Such sessions are closed by the user who recorded the
-- last result, at the time of that result but not before the end of the exam, so that payroll pays their panels.
update exam_session s set status = 'closed', ended_at = greatest(s.ends_at, last.result_at), ended_by = last.result_by,
  version = s.version + 1
from (
  select distinct on (e.exam_session_id) e.exam_session_id, e.result_at, e.result_by
  from exam e join exam_session o using (exam_session_id)
  where o.ended_at is null and o.status <> 'cancelled' and o.day < day_in_bangkok(now()) and e.cancelled_at is null
    and e.result_by is not null
    and not exists (select from exam open where open.exam_session_id = o.exam_session_id and open.cancelled_at is null
      and open.result is null)
  order by e.exam_session_id, e.result_at desc, e.exam_id desc) last
where last.exam_session_id = s.exam_session_id;
