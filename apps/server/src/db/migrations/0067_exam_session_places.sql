-- The place of a session, and the bookings whose session was cancelled.

alter table exam_session add place_id integer references place;
create index exam_session_place on exam_session (place_id) where place_id is not null;

-- The cancelled session from which the booking was removed. Null once the booking has a session or another day.
alter table exam add displaced_from integer references exam_session,
  add check (displaced_from is null or exam_session_id is null);
create index exam_displaced on exam (branch_id, exam_date) where displaced_from is not null;

create function leave_exam_worklist() returns trigger language plpgsql as $$
begin
  if new.displaced_from is not distinct from old.displaced_from then
    new.displaced_from := null;
  end if;
  return new;
end $$;
create trigger exam_leave_worklist before update of exam_session_id, exam_date on exam
  for each row when (old.displaced_from is not null
    and (new.exam_session_id is not null or new.exam_date is distinct from old.exam_date))
  execute function leave_exam_worklist();
