-- Users, their permissions and sessions, and the audit trail.

create extension if not exists pg_trgm;

create collation if not exists thai (provider = icu, locale = 'th');

create table branch (
  branch_id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z]{2,5}$'),
  name text not null,
  parent_id integer references branch,
  address text not null default '',
  moo text not null default '',
  soi text not null default '',
  street text not null default '',
  subdistrict text not null default '',
  district text not null default '',
  province text not null default '',
  postcode text not null default '',
  phone_1 text not null default '',
  phone_2 text not null default '',
  line text not null default '',
  tax_id text not null default '',
  tax_branch_no text not null default '',
  promptpay_id text not null default '',
  settings jsonb not null default '{}',
  note text not null default '',
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  check (parent_id <> branch_id)
);

create table role (
  role_id integer generated always as identity primary key,
  key text not null unique,
  name text not null,
  all_branches boolean not null default false,
  may_self_decide boolean not null default false
);

create table role_permission (
  role_id integer not null references role on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);

create table app_user (
  user_id integer generated always as identity primary key,
  username text not null unique check (username ~ '^[a-z0-9._-]{2,32}$'),
  password_hash text not null,
  must_change_password boolean not null default false,
  role_id integer not null references role,
  branch_id integer not null references branch,
  prefix text not null default '',
  fname text not null,
  sname text not null,
  nickname text not null default '',
  position text not null default '',
  photo text,
  is_active boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);

-- Branches beside the home branch.
create table user_branch (
  user_id integer not null references app_user on delete cascade,
  branch_id integer not null references branch,
  primary key (user_id, branch_id)
);

-- A session is a chain of refresh tokens, of which only the newest is valid.
create table session (
  session_id uuid primary key default gen_random_uuid(),
  user_id integer not null references app_user,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  address text not null default '',
  agent text not null default ''
);
create index session_open on session (user_id) where revoked_at is null;

create table refresh_token (
  token_hash text primary key,
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);

-- Failed sign-ins; a successful one deletes them.
create table login_miss (
  username text not null,
  address text not null,
  at timestamptz not null default now()
);
create index login_miss_username on login_miss (username, at);
create index login_miss_address on login_miss (address, at);

create table audit_log (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id integer references app_user,
  address text not null default '',
  request_id text not null default '',
  call text not null,
  entity text not null,
  entity_id text not null default '',
  before jsonb,
  after jsonb
);
create index audit_log_entity on audit_log (entity, entity_id);
create index audit_log_user on audit_log (user_id, at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();

-- The answer to a call that moved money. A repeated call gets the same answer.
create table idempotency_key (
  key uuid primary key,
  user_id integer not null references app_user,
  call text not null,
  body_hash text not null,
  -- Not jsonb: a repeated call must get exactly the same text.
  answer json,
  created_at timestamptz not null default now()
);
create index idempotency_key_created on idempotency_key (created_at);

-- Running numbers of documents: the last one taken, per type, branch and Buddhist month.
create table document_counter (
  type text not null,
  branch_id integer not null references branch,
  month text not null,
  last integer not null,
  primary key (type, branch_id, month)
);

-- Settings of the whole school, by name.
create table setting (
  key text primary key,
  value jsonb not null
);

-- Every server process caches the rights of users. When one of these tables changes, a notification empties the
-- cache.
create function notify_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', tg_table_name);
  return null;
end $$;
create trigger app_user_access after insert or update or delete on app_user
  for each statement execute function notify_access_changed();
create trigger role_access after insert or update or delete on role
  for each statement execute function notify_access_changed();
create trigger role_permission_access after insert or update or delete on role_permission
  for each statement execute function notify_access_changed();
create trigger user_branch_access after insert or update or delete on user_branch
  for each statement execute function notify_access_changed();
create trigger session_access after update or delete on session
  for each statement execute function notify_access_changed();
create trigger branch_access after insert or update or delete on branch
  for each statement execute function notify_access_changed();
