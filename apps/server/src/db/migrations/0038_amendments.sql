-- Amendments of applications: lines are added, removed, or replaced by another course. A line stores the revisions that
-- added and removed it, so that every amendment is explained by rows.

alter table application add column revision integer not null default 0 check (revision >= 0);

-- Append-only.
create table application_amendment (
  application_id integer not null references application,
  revision integer not null check (revision > 0),
  note text not null default '',
  -- The customer and the vehicle before the amendment, if it changed them; otherwise empty.
  customer_before text not null default '',
  vehicle_before text not null default '',
  created_by integer not null references app_user,
  "createdAt" timestamptz not null,
  primary key (application_id, revision)
);
create index application_amendment_created_by on application_amendment (created_by);
create trigger application_amendment_stays before update or delete or truncate on application_amendment
  for each statement execute function refuse_change();

alter table application_line
  -- The revision that added the line; 0 is the registration.
  add column added_in integer not null default 0 check (added_in >= 0),
  add column removed_in integer,
  -- The line that this one replaces; what was paid on it was moved here.
  add column replaces integer references application_line,
  add constraint application_line_removed_in check ((removed_in is not null) = (status = 'removed'));
create unique index application_line_replaces on application_line (replaces) where replaces is not null;

-- A payment of kind `moved` moves what was paid on a replaced line to the line that replaces it: its amount is 0, and it
-- has two payment lines. No money changes hands, so no list of payments, day close or tally contains it.
alter table payment
  drop constraint payment_kind_check,
  drop constraint payment_direction,
  add constraint payment_kind_check check (kind in ('receipt', 'refund', 'moved')),
  add constraint payment_direction check (case kind when 'receipt' then paid > 0
    when 'moved' then paid = 0 and status <> 'delete_requested' and closing_id is null and bank_reference = ''
    else paid < 0 and status = 'normal' and note <> '' end);

-- The lists read the payments of other kinds from these indexes alone.
drop index payment_recent;
drop index payment_branch_recent;
drop index payment_created_by;
drop index payment_by_paid;
drop index payment_by_code;
drop index payment_status;
drop index payment_unclosed;
create index payment_recent on payment ("createdAt" desc, payment_id desc, branch_id) where kind <> 'moved';
create index payment_branch_recent on payment (branch_id, "createdAt" desc, payment_id desc) where kind <> 'moved';
create index payment_created_by on payment (created_by, "createdAt" desc, payment_id desc, branch_id) where kind <> 'moved';
create index payment_by_paid on payment (paid, payment_id, branch_id) where kind <> 'moved';
create index payment_by_code on payment (payment_code, payment_id, branch_id) where kind <> 'moved';
create index payment_status on payment (status, "createdAt" desc, payment_id desc, branch_id) where kind <> 'moved';
create index payment_unclosed on payment (branch_id, payment_id) where closing_id is null and kind <> 'moved';

create or replace function tally_new_payments() returns trigger language plpgsql as $$
begin
  insert into payment_tally
  select branch_id, type, status, pay_type, created_by, (p."createdAt" at time zone 'Asia/Bangkok')::date, count(*),
    sum(paid * (not over_cap)::int)
  from new_rows p where kind <> 'moved' group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6));
  return null;
end $$;

create or replace function tally_changed_payments() returns trigger language plpgsql as $$
begin
  insert into payment_tally
  select branch_id, type, status, pay_type, created_by, (p."createdAt" at time zone 'Asia/Bangkok')::date, sum(sign),
    sum(counted * paid)
  from (
    select 1 as sign, (not over_cap)::int as counted, * from new_rows
    union all select -1, -(not over_cap)::int, * from old_rows
  ) p
  where kind <> 'moved'
  group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))
  having (sum(sign), sum(counted * paid)) <> (0, 0);
  return null;
end $$;

insert into role_permission (role_id, permission)
select role_id, 'application.update' from role where key in ('admin', 'manager', 'registrar', 'cashier')
on conflict do nothing;
