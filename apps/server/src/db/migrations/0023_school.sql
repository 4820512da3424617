-- The settings of the whole school: one row, with a version and a foreign key to its logo.
create table school (
  school_id integer primary key default 1 check (school_id = 1),
  -- Empty until the first start is finished.
  name text not null default '',
  name_en text not null default '',
  logo_file_id integer references file,
  form_idcard text not null default 'branch' check (form_idcard in ('branch', 'full', 'masked')),
  receipt_idcard text not null default 'branch' check (receipt_idcard in ('branch', 'full', 'masked')),
  version integer not null default 1,
  "updatedAt" timestamptz not null default now()
);
insert into school (name)
select coalesce((select value ->> 'name' from setting where key = 'school'), '');
delete from setting where key = 'school';

insert into role_permission (role_id, permission)
select role_id, permission from role, unnest(array['settings.view', 'settings.update']) as permission
where key in ('admin', 'owner')
on conflict do nothing;
