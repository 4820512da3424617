-- Registration forms that a user has put aside, and forms whose save was not answered. They belong to the user and the
-- branch, and are deleted after a day.
create table held_form (
  held_form_id integer generated always as identity primary key,
  user_id integer not null references app_user,
  branch_id integer not null references branch,
  -- The kind of application.
  type text not null check (type in ('course', 'exam', 'vehicle_check', 'other_fee', 'request_fee')),
  -- The key of the unanswered save; null when the form was put aside.
  idempotency_key uuid,
  -- Name, form values and the unanswered request, encrypted, because they are personal data.
  body bytea not null,
  "createdAt" timestamptz not null default now()
);
create unique index held_form_attempt on held_form (user_id, idempotency_key) where idempotency_key is not null;
create index held_form_user on held_form (user_id, "createdAt" desc);
create index held_form_branch on held_form (branch_id);
create index held_form_age on held_form ("createdAt");

-- As before, and the branch of a held form; that of the user once it is deleted.
create or replace function audit_branch(entity text, entity_id text, user_id integer) returns integer language plpgsql stable as $$
declare
  record_id integer;
  actor_branch integer := (select u.branch_id from app_user u where u.user_id = audit_branch.user_id);
begin
  if entity = 'session' then return actor_branch; end if;
  if entity_id !~ '^\d{1,9}$' then return null; end if;
  record_id := entity_id::integer;
  return case entity
    when 'application' then (select a.branch_id from application a where a.application_id = record_id)
    when 'payment' then (select p.branch_id from payment p where p.payment_id = record_id)
    when 'closing' then (select c.branch_id from closing c where c.closing_id = record_id)
    when 'customer' then coalesce(actor_branch, (select c.branch_id from customer c where c.customer_id = record_id))
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
    when 'held_form' then coalesce((select t.branch_id from held_form t where t.held_form_id = record_id), actor_branch)
  end;
end $$;
