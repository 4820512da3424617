-- Payroll items, from which the lines of a month are created. A null branch means every branch. Amounts are in
-- satang.

create table list_payroll (
  list_payroll_id integer generated always as identity primary key,
  branch_id integer references branch,
  name text not null,
  type text not null default 'income' check (type in ('income', 'deduction')),
  category text not null,
  condition text not null default 'fill' check (condition in ('fill', 'multiply')),
  value bigint not null default 0 check (value >= 0),
  title_value text not null default 'baht',
  taxable boolean not null default true,
  in_sso_base boolean not null default false,
  regular boolean not null default true,
  posting text check (posting in ('reduces_pay', 'withheld_for', 'recovers_advance', 'school_income')),
  detail text not null default '',
  status text not null default 'open' check (status in ('open', 'closed')),
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  check ((type = 'income') = (posting is null))
);

-- Existing roles get the permissions that the default roles have in a new database.
insert into role_permission (role_id, permission)
select role_id, 'list_payroll.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view create update delete'),
  ('owner', 'view'),
  ('manager', 'view create update delete'),
  ('hr', 'view create update delete')
) granted (key, actions) using (key) on conflict do nothing;
