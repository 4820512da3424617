-- Open screens of the exam day and the calendar show new payments, received documents, holidays, leave and own events at once.

-- Notifies the branches of the open bookings whose right the application granted, or whose fee is part of it. Called
-- only after updates, because a registration inserts the application with its final balance.
create function announce_exams_of(application integer) returns void language plpgsql as $$
begin
  perform pg_notify('live', 'exam ' || seen.branch_id)
  from (
    select distinct unnest(array[e.branch_id, e.host_branch_id]) as branch_id
    from (
      select r.right_id from exam_right r where r.application_id = application
      union all
      select l.right_id from application_line l where l.application_id = application and l.right_id is not null) r,
      -- OFFSET prevents a join that would read all open bookings: they are looked up by right.
      lateral (select * from exam own where own.right_id = r.right_id offset 0) e
    where e.result is null and e.cancelled_at is null) seen
  where seen.branch_id is not null;
end $$;

create function announce_exams_of_row() returns trigger language plpgsql as $$
begin
  perform announce_exams_of(new.application_id);
  return null;
end $$;
create trigger application_balance_live after update on application
  for each row when (old.balance is distinct from new.balance) execute function announce_exams_of_row();
create trigger application_document_live after update on application_document
  for each row when ((old.ticked_at, old.valid_until) is distinct from (new.ticked_at, new.valid_until))
  execute function announce_exams_of_row();

-- Leave, and events that no branch sees, are announced to the branch of their user.
create function announce_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'exam ' || u.branch_id) from app_user u
  where u.user_id = coalesce(new.user_id, old.user_id) and u.branch_id is not null;
  return null;
end $$;
create trigger user_leave_live after insert or update or delete on user_leave
  for each row execute function announce_user();

create function announce_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'exam ' || seen.branch_id)
  from (
    select unnest(array[new.branch_id, old.branch_id, u.branch_id]) as branch_id
    from app_user u where u.user_id = coalesce(new.user_id, old.user_id)) seen
  where seen.branch_id is not null;
  return null;
end $$;
create trigger calendar_event_live after insert or update or delete on calendar_event
  for each row execute function announce_event();

-- A holiday without a branch is a holiday of all branches.
create function announce_holiday() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'exam ' || b.branch_id) from branch b
  where not b.is_delete and (new.branch_id is null or b.branch_id in (new.branch_id, old.branch_id));
  return null;
end $$;
create trigger holiday_live after insert or update on holiday
  for each row execute function announce_holiday();
