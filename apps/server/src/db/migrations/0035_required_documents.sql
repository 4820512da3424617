-- Required documents: the types of the school, and the documents of each application, which clerks tick once they are
-- brought.

create table document_type (
  document_type_id integer generated always as identity primary key,
  -- Null means every branch.
  branch_id integer references branch,
  name text not null,
  condition text not null default 'everyone' check (condition in ('everyone', 'thai', 'foreign', 'under_20')),
  -- For how many days the document is valid; 0 without a limit.
  valid_days integer not null default 0 check (valid_days between 0 and 3650),
  -- The course or the fee that requires the document; null in both means every course.
  course_id integer references course,
  other_fee_id integer references other_fee,
  detail text not null default '',
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);
create index document_type_course on document_type (course_id) where course_id is not null;
create index document_type_other_fee on document_type (other_fee_id) where other_fee_id is not null;

-- Copied at registration, like names and prices of lines, so that a later change of a type changes no application.
create table application_document (
  application_document_id integer generated always as identity primary key,
  application_id integer not null references application,
  document_type_id integer not null references document_type,
  name text not null,
  valid_days integer not null,
  -- The day on the document.
  document_day date,
  valid_until date generated always as (case when valid_days > 0 then document_day + valid_days end) stored,
  file_id integer references file,
  ticked_by integer references app_user,
  ticked_at timestamptz,
  unique (application_id, name),
  check ((ticked_by is null) = (ticked_at is null)),
  check (ticked_at is not null or document_day is null and file_id is null),
  check (ticked_at is null or valid_days = 0 or document_day is not null)
);
create index application_document_missing on application_document (application_id) where ticked_at is null;
create index application_document_type on application_document (document_type_id);
create index application_document_file on application_document (file_id) where file_id is not null;
create index application_document_ticked_by on application_document (ticked_by) where ticked_by is not null;

-- Existing roles get the permissions that the default roles have in a new database.
insert into role_permission (role_id, permission)
select role_id, 'document_type.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view create update delete'),
  ('owner', 'view'),
  ('manager', 'view create update delete')
) granted (key, actions) using (key) on conflict do nothing;
insert into role_permission (role_id, permission)
select role_id, 'application.documents' from role where key in ('admin', 'manager', 'registrar', 'cashier')
on conflict do nothing;
