-- Notifications of changes to records that open screens show, and the code on the appointment slip of each booking.

-- Notifies every server of the kind of record (the argument) and its branch. PostgreSQL sends equal notifications of
-- a transaction only once.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', tg_argv[0] || ' ' || coalesce(new.branch_id, old.branch_id));
  if tg_op = 'UPDATE' and old.branch_id is distinct from new.branch_id then
    perform pg_notify('live', tg_argv[0] || ' ' || old.branch_id);
  end if;
  return null;
end $$;

create trigger exam_live after insert or update or delete on exam
  for each row execute function announce_change('exam');
-- A new right is not part of any list that is read during an exam day, so registrations send no notification for it.
create trigger exam_right_live after update on exam_right
  for each row execute function announce_change('exam');
create trigger exam_session_live after insert or update or delete on exam_session
  for each row execute function announce_change('exam-session');

-- Twelve digits of base 32 without I, L, O and U, from the 60 random bits of a UUID's bytes; its byte 6 has the version.
create function random_code() returns text language sql volatile as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(uuid.bytes, i) & 31) + 1, 1), '' order by i)
  from (select uuid_send(gen_random_uuid()) as bytes) uuid, unnest(array[0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]) as i
$$;
alter table exam add slip_code text not null default random_code();
create unique index exam_slip_code on exam (slip_code);
