-- Document numbers that are skipped on purpose: after a restore, numbers that were issued since the backup are not in
-- the database, but on papers that customers hold.
create table document_gap (
  type text not null,
  branch_id integer not null references branch,
  month text not null,
  first integer not null check (first > 0),
  last integer not null check (last >= first),
  "createdAt" timestamptz not null default now(),
  primary key (type, branch_id, month, first)
);
