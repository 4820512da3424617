-- Links with which people who left open their last payslip and their certificates of withheld tax without an account.
alter table payroll_setting
  add column leaver_link_days integer not null default 14 check (leaver_link_days between 1 and 90);

create table leaver_link (
  leaver_link_id integer generated always as identity primary key,
  user_id integer not null references app_user,
  -- SHA-256 of the secret part of the address, hexadecimal.
  token_hash text not null unique check (length(token_hash) = 64),
  expires_at timestamptz not null,
  -- Number of wrong passwords; after five the link is locked.
  failures integer not null default 0 check (failures between 0 and 5),
  opened_at timestamptz,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null,
  revoked_at timestamptz,
  revoked_by integer references app_user,
  check ((revoked_at is null) = (revoked_by is null))
);
-- A new link replaces the previous one.
create unique index leaver_link_valid on leaver_link (user_id) where revoked_at is null;
create index on leaver_link (user_id);
create index on leaver_link (created_by);
create index on leaver_link (revoked_by);
