-- The results of the nightly check of stored data, which every server reports.
create table invariant_check (
  -- The day in Bangkok.
  day date primary key,
  checked_at timestamptz not null default now(),
  -- The invariants that did not hold.
  broken text[] not null
);
