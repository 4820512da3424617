-- Rules that create entries of the books as drafts every month or week.

create table recurring_entry (
  recurring_entry_id integer generated always as identity primary key,
  branch_id integer not null references branch,
  name text not null,
  category text not null check (category in ('expenses', 'other_income')),
  list_expenses_id integer references list_expenses,
  frequency text not null check (frequency in ('monthly', 'weekly')),
  -- Only for monthly rules; in months without this day, the last day of the month.
  day_of_month integer not null check (day_of_month between 1 and 31),
  -- Of weekly rules, 1 for Monday to 7 for Sunday.
  weekday integer not null check (weekday between 1 and 7),
  start_day date not null,
  end_day date,
  -- Satang; null if the amount is entered in each draft.
  value bigint check (value between 1 and 999999999),
  wht_value bigint not null default 0,
  pay_type text not null check (pay_type in ('cash', 'transfer')),
  payee text not null default '',
  payee_tax_id text not null default '',
  vehicle_id integer references vehicle,
  -- Employees are only marked as deleted, so no foreign key is needed here, and a rule does not prevent a deletion.
  employee_id integer,
  detail text not null default '',
  is_activate boolean not null default true,
  -- The first day for which drafts are created; later than `start_day` after a pause.
  draft_from date not null,
  created_by integer not null,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  check (end_day >= start_day),
  check (wht_value between 0 and coalesce(value, 0))
);
create index recurring_entry_item on recurring_entry (list_expenses_id) where list_expenses_id is not null;
create index recurring_entry_vehicle on recurring_entry (vehicle_id) where vehicle_id is not null;

-- The rule that created a draft, and the month or week of the draft.
alter table account_entry
  add column recurring_entry_id integer references recurring_entry,
  add column recurring_period text,
  add constraint account_entry_recurs check (num_nulls(recurring_entry_id, recurring_period) in (0, 2)
    and (recurring_entry_id is null or payment_id is null)),
  -- The amount of a draft can be entered later.
  drop constraint account_entry_value_check,
  drop constraint account_entry_check2,
  add constraint account_entry_value_check check (value <> 0 or status <> 'posted'),
  add constraint account_entry_check2 check (payment_id is not null or not is_reversal
    and value between (case status when 'posted' then 1 else 0 end) and 999999999);
-- Each rule makes one entry for each month or week, however many servers there are.
create unique index account_entry_recurring on account_entry (recurring_entry_id, recurring_period)
  where recurring_entry_id is not null;

-- Existing roles get the permissions that the default roles have in a new database.
insert into role_permission (role_id, permission)
select role_id, 'recurring_entry.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view create update delete'),
  ('owner', 'view'),
  ('manager', 'view create update delete'),
  ('accountant', 'view create update delete')
) granted (key, actions) using (key) on conflict do nothing;
