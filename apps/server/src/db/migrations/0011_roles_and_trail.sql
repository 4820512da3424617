-- Roles that a school creates itself, and the audit trail as a list.

alter table role
  -- Only default roles have a key, by which the code refers to them.
  alter column key drop not null,
  add column detail text not null default '',
  add column is_delete boolean not null default false,
  add column "createdAt" timestamptz not null default now(),
  add column "updatedAt" timestamptz not null default now(),
  add column version integer not null default 1;
create unique index role_name on role (name) where not is_delete;
create index app_user_role on app_user (role_id);

insert into role_permission (role_id, permission)
select r.role_id, p.permission
from role r join (values
  ('admin', 'role.view'), ('admin', 'role.create'), ('admin', 'role.update'), ('admin', 'role.delete'),
  ('admin', 'audit.view'), ('owner', 'role.view'), ('owner', 'audit.view')) p (key, permission) using (key)
on conflict do nothing;

-- The names and codes in the record of an audit row, before and after the change, for the text search.
create function audit_names(record jsonb) returns text language sql immutable
return coalesce(record ->> 'name' || ' ', '') || coalesce(record ->> 'title' || ' ', '')
  || coalesce(record ->> 'code' || ' ', '') || coalesce(record ->> 'username' || ' ', '')
  || coalesce(record ->> 'fname' || ' ', '') || coalesce(record ->> 'sname' || ' ', '')
  || coalesce(record ->> 'application_code' || ' ', '') || coalesce(record ->> 'closing_code' || ' ', '');
create function audit_text(before jsonb, after jsonb) returns text language sql immutable
return lower(audit_names(coalesce(before, '{}')) || audit_names(coalesce(after, '{}')));

-- Newest first, for each filter.
drop index audit_log_user;
create index audit_log_recent on audit_log (at desc, audit_id desc);
create index audit_log_user on audit_log (user_id, at desc, audit_id desc);
create index audit_log_kind on audit_log (entity, at desc, audit_id desc);
create index audit_log_call on audit_log (call, at desc, audit_id desc);
create index audit_log_text on audit_log using gin (audit_text(before, after) gin_trgm_ops);
