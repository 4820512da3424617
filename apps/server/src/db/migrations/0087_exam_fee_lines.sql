-- Fees that are paid for an existing exam right: for a retake, an extension, or a late move.

alter table application_line
  add right_id integer references exam_right,
  -- The number of days by which the line extends its right once its application is paid, and the time of the
  -- extension.
  add extend_days integer check (extend_days between 1 and 730),
  add extended_at timestamptz,
  add check (right_id is null or exam_use in ('retake', 'extend', 'move')),
  add check (extend_days is null or right_id is not null and exam_use = 'extend'),
  add check (extended_at is null or extend_days is not null);
create index application_line_right on application_line (right_id) where right_id is not null;

-- The line that pays for a booking of a right that was failed or missed before.
alter table exam add fee_line_id integer references application_line;
create unique index exam_fee_line on exam (fee_line_id) where cancelled_at is null;

-- The exam day of a line is that of its next open booking, otherwise of its last one; that of a retake fee is the day of
-- the booking that it pays for.
create or replace function mirror_exam_date() returns trigger language plpgsql as $$
begin
  update application_line l set exam_date = shown.exam_date
  from (
    select coalesce(min(e.exam_date) filter (where e.result is null), max(e.exam_date)) as exam_date
    from exam_right granted join exam_right r using (line_id) join exam e on e.right_id = r.right_id
    where granted.right_id = new.right_id and e.cancelled_at is null
  ) shown
  where l.line_id = (select line_id from exam_right where right_id = new.right_id)
    and l.exam_date is distinct from shown.exam_date;
  if new.fee_line_id is not null then
    update application_line l set exam_date = case when new.cancelled_at is null then new.exam_date end
    where l.line_id = new.fee_line_id;
  end if;
  return null;
end $$;

insert into role_permission (role_id, permission)
select role_id, 'exam.extend' from role where key in ('admin', 'manager', 'registrar', 'cashier')
on conflict do nothing;
