-- Card reader programs that connect to the server. The data of cards is never stored.
create table card_reader (
  card_reader_id integer generated always as identity primary key,
  branch_id integer not null references branch,
  name text not null check (length(name) between 1 and 60),
  secret_hash text not null unique,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null default now()
);
create index card_reader_branch on card_reader (branch_id);
