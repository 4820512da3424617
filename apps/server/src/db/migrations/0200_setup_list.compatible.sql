-- What an administrator decided about the set-up list; which steps are done is derived from the data.
alter table school
  add column setup_dismissed boolean not null default false,
  add column setup_skipped text[] not null default '{}',
  add column sample_printed_at timestamptz;

-- A school that already uses the product does not need the list.
update school set setup_dismissed = true where exists (select from application);
