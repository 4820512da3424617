-- Lists of exam rights, and who may extend and disable them.

create index exam_right_last_day on exam_right (permission_date desc, right_id desc);
create index exam_right_branch_last_day on exam_right (branch_id, permission_date desc, right_id desc);

insert into role_permission (role_id, permission)
select role_id, 'exam.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view extend-free disable export'),
  ('manager', 'view extend-free disable export'),
  ('owner', 'view export'),
  ('registrar', 'view'),
  ('cashier', 'view'),
  ('instructor', 'view'),
  ('examiner', 'view')
) as granted (key, actions) using (key)
on conflict do nothing;

-- As in 0044, with exam rights.
create or replace function audit_branch(entity text, entity_id text, user_id integer) returns integer language plpgsql stable as $$
declare
  record_id integer;
begin
  if entity in ('session', 'export') then
    return (select u.branch_id from app_user u where u.user_id = audit_branch.user_id);
  end if;
  if entity_id !~ '^\d{1,9}$' then return null; end if;
  record_id := entity_id::integer;
  return case entity
    when 'application' then (select a.branch_id from application a where a.application_id = record_id)
    when 'payment' then (select p.branch_id from payment p where p.payment_id = record_id)
    when 'exam_right' then (select r.branch_id from exam_right r where r.right_id = record_id)
    when 'closing' then (select c.branch_id from closing c where c.closing_id = record_id)
    when 'customer' then (select c.branch_id from customer c where c.customer_id = record_id)
    when 'branch' then record_id
    when 'app_user' then (select u.branch_id from app_user u where u.user_id = record_id)
    when 'user_salary' then (select u.branch_id from app_user u where u.user_id = record_id)
    when 'user_leave' then (select u.branch_id from user_leave l join app_user u on u.user_id = l.user_id
      where l.leave_id = record_id)
    when 'course' then (select t.branch_id from course t where t.course_id = record_id)
    when 'promotion' then (select t.branch_id from promotion t where t.promotion_id = record_id)
    when 'other_fee' then (select t.branch_id from other_fee t where t.other_fee_id = record_id)
    when 'request_fee' then (select t.branch_id from request_fee t where t.request_fee_id = record_id)
    when 'list_expenses' then (select t.branch_id from list_expenses t where t.list_expenses_id = record_id)
    when 'evaluate' then (select t.branch_id from evaluate t where t.evaluate_id = record_id)
    when 'document_type' then (select t.branch_id from document_type t where t.document_type_id = record_id)
    when 'vehicle' then (select t.branch_id from vehicle t where t.vehicle_id = record_id)
    when 'file' then (select t.branch_id from file t where t.file_id = record_id)
    when 'held_form' then coalesce((select h.branch_id from held_form h where h.held_form_id = record_id),
      (select u.branch_id from app_user u where u.user_id = audit_branch.user_id))
  end;
end $$;
