-- What people upload: the rows here, the bytes wherever the files of this school are kept.

create table file (
  file_id integer generated always as identity primary key,
  -- Random; names the bytes in the storage, and nothing that anybody typed.
  key text not null unique check (key ~ '^[0-9a-f]{32}$'),
  -- As it was given, to be shown.
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

-- A file is somebody's for as long as a column that references `file` says so; the clean-up finds
-- these columns by itself. Each needs an index.
alter table app_user
  drop column photo,
  add column photo integer references file;
create index app_user_photo on app_user (photo) where photo is not null;

insert into role_permission (role_id, permission)
select distinct role_id, 'file.create'
from role_permission
where permission in ('user.create', 'user.update', 'branch.update')
on conflict do nothing;
