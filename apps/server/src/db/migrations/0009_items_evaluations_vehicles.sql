-- Items of income and expense, evaluations, and vehicles of the school. A null branch means every branch.

create table list_expenses (
  list_expenses_id integer generated always as identity primary key,
  branch_id integer references branch,
  name text not null,
  category text not null check (category in ('expenses', 'other_income')),
  type text not null check (type in ('general', 'vehicle', 'employee')),
  detail text not null default '',
  status text not null default 'open' check (status in ('open', 'closed')),
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);

create table evaluate (
  evaluate_id integer generated always as identity primary key,
  branch_id integer references branch,
  title text not null,
  category text not null,
  type text not null check (type in ('theory', 'practice', 'fitness', 'satisfaction')),
  scale text not null default 'pass_fail' check (scale in ('pass_fail', 'five')),
  -- The course or fee that is evaluated; if both are null, every course and fee.
  course_id integer references course,
  other_fee_id integer references other_fee,
  sort integer not null default 0,
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);

create table vehicle (
  vehicle_id integer generated always as identity primary key,
  branch_id integer not null references branch,
  no text not null,
  -- The plate without spaces and hyphens, for comparison and search.
  plate text not null generated always as (translate(no, ' -', '')) stored,
  province text not null,
  type text not null,
  brand text not null default '',
  model text not null default '',
  color text not null default '',
  status text not null default 'ready' check (status in ('ready', 'repair', 'retired')),
  purchase_date date,
  insurance_company text not null default '',
  insurance_type text not null default '',
  noti_check date,
  noti_compulsory date,
  noti_insurance date,
  noti_tax date,
  -- A retired vehicle has no due day.
  next_due date generated always as (
    case when status <> 'retired' then least(noti_check, noti_compulsory, noti_insurance, noti_tax) end
  ) stored,
  note text not null default '',
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);
create unique index vehicle_plate on vehicle (plate, province) where not is_delete;
create index vehicle_due on vehicle (next_due, vehicle_id, branch_id) where not is_delete and next_due is not null;
create index vehicle_branch on vehicle (branch_id) where not is_delete;

-- Existing roles get the permissions that the default roles have in a new database.
insert into role_permission (role_id, permission)
select role_id, granted.resource || '.' || unnest(string_to_array(granted.actions, ' '))
from role join (values
  ('admin', 'list_expenses', 'view create update delete'),
  ('admin', 'evaluate', 'view create update delete'),
  ('admin', 'vehicle', 'view create update delete export'),
  ('owner', 'list_expenses', 'view'),
  ('owner', 'evaluate', 'view'),
  ('owner', 'vehicle', 'view export'),
  ('manager', 'list_expenses', 'view create update delete'),
  ('manager', 'evaluate', 'view create update delete'),
  ('manager', 'vehicle', 'view create update delete export'),
  ('accountant', 'list_expenses', 'view create update delete'),
  ('accountant', 'vehicle', 'view export'),
  ('instructor', 'evaluate', 'view'),
  ('instructor', 'vehicle', 'view'),
  ('examiner', 'evaluate', 'view')
) granted (key, resource, actions) using (key)
on conflict do nothing;
