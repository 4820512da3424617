-- Exam rights that no application has granted: granted by the staff for a reason, or imported from a former system.

alter table exam_right alter column application_id drop not null, alter column line_id drop not null;
-- line: granted with a line of an application. granted: by the staff. imported: from a former system.
alter table exam_right
  add column origin text not null default 'line' constraint exam_right_origin_check
    check (origin in ('line', 'granted', 'imported')),
  add constraint exam_right_of_line check (
    (line_id is not null) = (origin = 'line') and (application_id is not null) = (origin = 'line'));
create index exam_right_without_application on exam_right (customer_id) where application_id is null;

-- A customer is visible to the branch of the right; open screens show the right.
create function link_right_branch() returns trigger language plpgsql as $$
begin
  insert into customer_branch values (new.branch_id, new.customer_id) on conflict do nothing;
  return null;
end $$;
create trigger exam_right_link_branch after insert on exam_right
  for each row when (new.application_id is null) execute function link_right_branch();
create trigger exam_right_granted_live after insert on exam_right
  for each row when (new.application_id is null) execute function announce_change('exam');

insert into role_permission (role_id, permission)
select role_id, 'exam.grant' from role where key in ('admin', 'manager')
on conflict do nothing;
