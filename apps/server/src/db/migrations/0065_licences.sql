-- What employees may teach and examine, and what vehicles are used for.

create table user_licence (
  licence_id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  kind text not null check (kind in ('instructor', 'examiner')),
  subject text not null check (subject in ('theory', 'practice')),
  licence_types text[] not null check (cardinality(licence_types) > 0 and licence_types <@
    array['any', 'car', 'motorcycle', 'bigbike', 'truck2', 'truck3', 'truck4']),
  number text not null default '',
  -- The last valid day; null for a licence without one.
  valid_until date,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);
create index user_licence_user on user_licence (user_id);

alter table vehicle
  -- Null: not entered.
  add column transmission text check (transmission in ('manual', 'automatic')),
  -- The licence types for which the vehicle is used; empty: not entered.
  add column licence_types text[] not null default '{}' check (licence_types <@
    array['any', 'car', 'motorcycle', 'bigbike', 'truck2', 'truck3', 'truck4']);
