-- Exam rights may be booked in sessions of other branches, if the school allows it.
alter table school add exam_across_branches boolean not null default false;

-- The branch that holds the session of a booking, if it is not the branch of the right; kept by a trigger, so that lists of
-- both branches find the booking by an index.
alter table exam add host_branch_id integer references branch;
create index exam_host_day on exam (host_branch_id, exam_date, exam_id) where host_branch_id is not null;

create function exam_find_host() returns trigger language plpgsql as $$
begin
  new.host_branch_id := (select s.branch_id from exam_session s
    where s.exam_session_id = new.exam_session_id and s.branch_id <> new.branch_id);
  return new;
end $$;
create trigger exam_host before insert or update of exam_session_id, branch_id on exam
  for each row execute function exam_find_host();

-- Open screens of the branch that holds the session get the change, too.
create function announce_host() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'exam ' || host) from unnest(case tg_op
    when 'UPDATE' then array[new.host_branch_id, old.host_branch_id] else array[new.host_branch_id] end) as host
  where host is not null;
  return null;
end $$;
create trigger exam_host_live after insert on exam
  for each row when (new.host_branch_id is not null) execute function announce_host();
create trigger exam_host_change_live after update on exam
  for each row when (new.host_branch_id is not null or old.host_branch_id is not null)
  execute function announce_host();
