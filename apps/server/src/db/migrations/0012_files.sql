-- Uploaded files: a row here, the bytes in the file store.

create table file (
  file_id integer generated always as identity primary key,
  -- Random name of the bytes in the file store.
  key text not null unique check (key ~ '^[0-9a-f]{32}$'),
  -- The file's name at the upload, for display only.
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  size integer not null check (size > 0),
  width integer,
  height integer,
  made_by integer not null references app_user,
  branch_id integer not null references branch,
  "createdAt" timestamptz not null default now()
);
create index file_age on file ("createdAt");

-- A file is kept while a column that references `file` has its id. The clean-up reads these columns from the database
-- catalogue. Each needs an index.
alter table app_user
  drop column photo,
  add column photo integer references file;
create index app_user_photo on app_user (photo) where photo is not null;

insert into role_permission (role_id, permission)
select distinct role_id, 'file.create'
from role_permission
where permission in ('user.create', 'user.update', 'branch.update')
on conflict do nothing;
