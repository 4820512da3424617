-- Pay or deductions of a person that recur every month. `value` is in satang for items set manually, otherwise a
-- quantity in hundredths.

create table payroll_standing (
  payroll_standing_id integer generated always as identity primary key,
  user_id integer not null references app_user,
  list_payroll_id integer not null references list_payroll,
  value bigint not null check (value >= 0),
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  constraint payroll_standing_once unique (user_id, list_payroll_id)
);
create index on payroll_standing (list_payroll_id);

-- Existing roles get the permissions that the default roles have in a new database.
insert into role_permission (role_id, permission)
select role_id, 'payroll.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view update'),
  ('owner', 'view'),
  ('manager', 'view update'),
  ('hr', 'view update')
) granted (key, actions) using (key) on conflict do nothing;
