-- Managers read the audit entries of their own branches, and searches find the second phone.

-- The branch of the record of an entry. An entry about a customer belongs to the branch of the customer, so that managers
-- read no personal data of other branches; sessions and exports belong to the branch of the user who acted, as do held
-- forms once they are deleted. Null for records of the whole school.
create function audit_branch(entity text, entity_id text, user_id integer) returns integer language plpgsql stable as $$
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

-- The branch is derived and not part of the seal, so that sealed entries stay valid.
alter table audit_log add column branch_id integer;
alter table audit_log disable trigger audit_log_append_only;
update audit_log set branch_id = audit_branch(entity, entity_id, user_id)
where audit_branch(entity, entity_id, user_id) is not null;
alter table audit_log enable trigger audit_log_append_only;
create index audit_log_branch on audit_log (branch_id, at desc, audit_id desc) where branch_id is not null;

create function set_audit_branch() returns trigger language plpgsql as $$
begin
  new.branch_id := coalesce(new.branch_id, audit_branch(new.entity, new.entity_id, new.user_id));
  return new;
end $$;
create trigger audit_log_branch before insert on audit_log for each row execute function set_audit_branch();

-- Existing roles get the permission that the default role has in a new database.
insert into role_permission (role_id, permission)
select role_id, 'audit.view' from role where key = 'manager' on conflict do nothing;

alter table school add column number_misses_per_hour integer not null default 30
  check (number_misses_per_hour between 1 and 1000);

-- Both phones in the text that searches read.
create function application_search(code text, name text, idcard text, passport text, phone_1 text, phone_2 text)
returns text language plpgsql immutable parallel safe as $$
begin
  return lower(concat_ws(' ', code, name, 'i:' || nullif(idcard, ''), 'i:' || nullif(passport, ''),
    'p:' || nullif(phone_1, ''), 'p:' || nullif(phone_2, '')));
end $$;
-- Drops its index as well.
alter table customer drop column search;
alter table customer add column search text not null generated always as
  (application_search(null, fname || ' ' || sname, idcard, passport, phone_1, phone_2)) stored;
create index customer_search on customer using gin (search gin_trgm_ops);
drop function application_search(text, text, text, text, text);
update application a set search = application_search(a.application_code, c.name, c.idcard, c.passport, c.phone_1, c.phone_2)
from customer c where c.customer_id = a.customer_id and c.phone_2 <> '';
