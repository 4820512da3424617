-- Every user is an employee: personal record, pay and leave.

alter table app_user
  add column prefix_en text not null default '',
  add column fname_en text not null default '',
  add column sname_en text not null default '',
  add column birthday date,
  add column address text not null default '',
  add column moo text not null default '',
  add column soi text not null default '',
  add column street text not null default '',
  add column subdistrict text not null default '',
  add column district text not null default '',
  add column province text not null default '',
  add column postcode text not null default '',
  add column phone_1 text not null default '',
  add column phone_2 text not null default '',
  add column email text not null default '',
  add column emergency_name text not null default '',
  add column emergency_phone text not null default '',
  add column emergency_relation text not null default '',
  add column department text not null default '',
  add column employee_type text not null default 'monthly' check (employee_type in ('monthly', 'daily')),
  add column status text not null default 'working' check (status in ('working', 'probation', 'resigned')),
  add column start_date date,
  -- The last day of work.
  add column end_date date,
  -- Weekly days off: monday to sunday.
  add column day_off text[] not null default '{}'
    check (day_off <@ array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  add column note text not null default '',
  add constraint app_user_resigned_is_out check (status <> 'resigned' or not is_active),
  add constraint app_user_days check (end_date is null or start_date is null or end_date >= start_date);
create index app_user_branch on app_user (branch_id, user_id desc) where not is_delete;

-- Pay is in a separate table, so that no other query of employees can reveal it.
create table user_salary (
  user_id integer primary key references app_user on delete cascade,
  idcard text not null default '',
  salary bigint not null default 0 check (salary >= 0),
  extra_salary bigint not null default 0 check (extra_salary >= 0),
  -- The wage declared to social security; 0 if the computed wage is used.
  sso_salary bigint not null default 0 check (sso_salary >= 0),
  -- Whether `salary` is the rate of a day.
  is_salary_daily boolean not null default false,
  salary_pay_type text not null default 'cash' check (salary_pay_type in ('cash', 'transfer')),
  -- The code that the Bank of Thailand gives the bank.
  bank text not null default '',
  bank_acc text not null default '',
  -- The branch of the bank.
  branch_branch text not null default '',
  bank_account_type text not null default 'savings' check (bank_account_type in ('savings', 'current', 'fixed'))
);

create table user_leave (
  leave_id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  "start" date not null,
  "end" date not null,
  reason text not null,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null default now(),
  check ("end" >= "start"),
  -- A range of one id, because a gist index takes ranges but no integers.
  constraint user_leave_once exclude using gist
    (int4range(user_id, user_id, '[]') with &&, daterange("start", "end", '[]') with &&)
);
create index user_leave_user on user_leave (user_id, "start" desc);

insert into role_permission (role_id, permission)
select role_id, permission
from role, unnest(array['view', 'create', 'update', 'delete', 'view-salary', 'reveal', 'end-session']) action,
  lateral (select 'user.' || action) as named (permission)
where key in ('manager', 'hr') or key = 'owner' and action in ('view', 'view-salary')
on conflict do nothing;
