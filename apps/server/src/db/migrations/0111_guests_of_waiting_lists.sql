-- The branch of a right sees its entry in the waiting list of another branch, so its open screens are told, too.
create or replace function announce_waiting() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'exam-session ' || told.branch_id) from (
    select new.branch_id
    union select r.branch_id from exam_right r where r.right_id = new.right_id) told;
  return null;
end $$;
