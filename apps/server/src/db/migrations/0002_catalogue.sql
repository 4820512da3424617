-- What the school sells, and promotions. Prices are in satang; a null branch means every branch.

create table course (
  course_id integer generated always as identity primary key,
  branch_id integer references branch,
  name text not null,
  type text not null,
  price bigint not null check (price >= 0),
  theory_hours integer not null default 0,
  practice_hours integer not null default 0,
  has_theory_exam boolean not null default false,
  has_practice_exam boolean not null default false,
  min_age integer,
  detail text not null default '',
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);

create table promotion (
  promotion_id integer generated always as identity primary key,
  branch_id integer references branch,
  code text not null check (code = upper(code)),
  name text not null,
  type text not null check (type in ('all', 'course', 'other_fee', 'request_fee')),
  type_discount text not null check (type_discount in ('percent', 'amount')),
  -- In baht or percent, as `type_discount` says.
  value numeric(12, 2) not null check (value > 0),
  start date,
  "end" date,
  is_unlimit boolean not null default true,
  "limit" integer check ("limit" > 0),
  usage integer not null default 0 check (usage >= 0),
  detail text not null default '',
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  check (is_unlimit or "limit" is not null),
  check (start <= "end")
);
create unique index promotion_code on promotion (code, coalesce(branch_id, 0)) where not is_delete;

create table other_fee (
  other_fee_id integer generated always as identity primary key,
  branch_id integer references branch,
  name text not null,
  price bigint not null check (price >= 0),
  detail text not null default '',
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);

create table request_fee (
  request_fee_id integer generated always as identity primary key,
  branch_id integer references branch,
  name text not null,
  price bigint not null check (price >= 0),
  is_state_fee boolean not null default false,
  detail text not null default '',
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);
