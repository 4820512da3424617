-- A right can wait for a session of another branch. The branch of the right shows that entry, too, so a change of the entry is
-- announced to the screens of both branches.
create or replace function announce_waiting() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'exam-session ' || told.branch_id) from (
    select new.branch_id
    union select r.branch_id from exam_right r where r.right_id = new.right_id) told;
  return null;
end $$;
