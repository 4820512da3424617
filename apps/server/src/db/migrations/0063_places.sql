-- Rooms and fields where exams and lessons take place.
create table place (
  place_id integer generated always as identity primary key,
  branch_id integer not null references branch,
  name text not null,
  kind text not null check (kind in ('classroom', 'training_field', 'exam_field')),
  -- Capacity: the number of people at the same time; in a shared place, the number of exam sessions and lessons.
  capacity integer not null check (capacity between 1 and 500),
  -- Whether several exam sessions and lessons may use the place at the same time.
  is_shared boolean not null,
  note text not null default '',
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);
create unique index place_name on place (branch_id, lower(name)) where not is_delete;

insert into role_permission (role_id, permission)
select role_id, 'place.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view create update delete'),
  ('owner', 'view'),
  ('manager', 'view create update delete')
) granted (key, actions) using (key) on conflict do nothing;

-- As in 0051. The branch of any other entity is the column branch_id of its table, so that new entities need no line here.
create or replace function audit_branch(entity text, entity_id text, user_id integer) returns integer language plpgsql stable as $$
declare
  record_id integer;
  key_column text;
  branch integer;
begin
  if entity in ('session', 'export') then
    return (select u.branch_id from app_user u where u.user_id = audit_branch.user_id);
  end if;
  if entity_id !~ '^\d{1,9}$' then return null; end if;
  record_id := entity_id::integer;
  case entity
    when 'branch' then return record_id;
    when 'application' then return (select a.branch_id from application a where a.application_id = record_id);
    when 'payment' then return (select p.branch_id from payment p where p.payment_id = record_id);
    when 'customer' then return (select c.branch_id from customer c where c.customer_id = record_id);
    when 'user_salary' then return (select u.branch_id from app_user u where u.user_id = record_id);
    when 'user_leave' then return (select u.branch_id from user_leave l join app_user u on u.user_id = l.user_id
      where l.leave_id = record_id);
    when 'held_form' then return coalesce((select h.branch_id from held_form h where h.held_form_id = record_id),
      (select u.branch_id from app_user u where u.user_id = audit_branch.user_id));
    else
      select a.attname into key_column
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = to_regclass(quote_ident(entity)) and i.indisprimary
        and exists (select from pg_attribute b where b.attrelid = i.indrelid and b.attname = 'branch_id' and not b.attisdropped);
      if key_column is null then return null; end if;
      execute format('select t.branch_id from %I t where t.%I = $1', entity, key_column) into branch using record_id;
      return branch;
  end case;
end $$;
