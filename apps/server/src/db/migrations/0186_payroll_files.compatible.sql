-- Payroll files for banks and authorities, with their content when they were created.
create table payroll_file (
  payroll_file_id integer generated always as identity primary key,
  kind text not null check (kind in ('bank_csv', 'bank_xlsx', 'bank_bangkok', 'sso', 'ewf', 'pnd1_text', 'pnd1', 'pnd3',
    'pnd1a', 'wages')),
  -- A month `2026-11`, or a year `2026`.
  period text not null check (period ~ '^\d{4}(-(0[1-9]|1[0-2]))?$'),
  -- The branches whose people are in the file.
  branches integer[] not null check (cardinality(branches) > 0),
  -- Null if the file was made for all branches of the user who made it.
  branch_id integer references branch,
  content bytea not null,
  sha256 text not null check (length(sha256) = 64),
  count integer not null check (count > 0),
  -- Satang: the amount that the file transfers, remits or reports.
  total bigint not null,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null
);
create index on payroll_file (kind, period);
create index on payroll_file (branch_id);
create index on payroll_file (created_by);
create trigger payroll_file_is_append_only before update or delete or truncate on payroll_file
  for each statement execute function refuse_change();
