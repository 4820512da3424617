-- Money after the registration: balances, refunds, voids, decisions and day closes.

-- Paid amounts by pay type, so that lists show a total for each.
alter table application
  add column paid_cash bigint not null default 0,
  add column paid_transfer bigint not null default 0,
  -- Null for every kind except request fees.
  add column decision text check (decision in ('pending', 'approved', 'rejected')),
  add column decided_by integer references app_user,
  add column decided_at timestamptz,
  add column decision_note text not null default '',
  -- The reason of a refund or cancellation.
  add column end_note text not null default '';

-- Day closes of a branch: all payments since the previous close, and the counted cash.
create table closing (
  closing_id integer generated always as identity primary key,
  closing_code text not null unique,
  branch_id integer not null references branch,
  day date not null,
  movements integer not null check (movements >= 0),
  expected_cash bigint not null,
  expected_transfer bigint not null,
  counted_cash bigint not null check (counted_cash >= 0),
  difference bigint not null check (difference = counted_cash - expected_cash),
  -- Number of notes and coins by their value in satang: {"100000": 3}.
  denominations jsonb not null default '{}',
  note text not null default '',
  created_by integer not null references app_user,
  "createdAt" timestamptz not null default now(),
  check (difference = 0 or note <> '')
);
create index closing_recent on closing (branch_id, closing_id desc);

-- Refunds are rows of the same table with negative amounts, so that every sum is a sum of rows.
alter table payment
  add column kind text not null default 'receipt' check (kind in ('receipt', 'refund')),
  add column type text,
  add column note text not null default '',
  add column bank_reference text not null default '',
  add column pay_type_edited_at timestamptz,
  add column requested_by integer references app_user,
  add column requested_at timestamptz,
  add column request_note text not null default '',
  add column decided_by integer references app_user,
  add column decided_at timestamptz,
  add column decision_note text not null default '',
  add column closing_id integer references closing,
  drop constraint payment_paid_check,
  add constraint payment_direction check (case kind when 'receipt' then paid > 0
    else paid < 0 and status = 'normal' and note <> '' end),
  add constraint payment_reference check (bank_reference = '' or pay_type = 'transfer');
update payment p set type = a.type from application a where a.application_id = p.application_id;
alter table payment alter column type set not null;
-- A bank transfer is recorded only once in all branches.
create unique index payment_bank_reference on payment (bank_reference) where bank_reference <> '' and status <> 'deleted';
create unique index payment_refund_once on payment (application_id) where kind = 'refund';
create index payment_unclosed on payment (branch_id, payment_id) where closing_id is null;
create index payment_of_closing on payment (closing_id) where closing_id is not null;
create index payment_requested on payment (branch_id, payment_id) where status = 'delete_requested';
create index application_pending on application (branch_id, application_id) where decision = 'pending' and not is_delete;

alter table application disable trigger application_changed;
update application a set
  paid_cash = coalesce((select sum(paid) from payment p where p.application_id = a.application_id and p.pay_type = 'cash' and p.status <> 'deleted'), 0),
  paid_transfer = coalesce((select sum(paid) from payment p where p.application_id = a.application_id and p.pay_type = 'transfer' and p.status <> 'deleted'), 0);
alter table application enable trigger application_changed;
alter table application
  add constraint application_paid_both_ways check (paid = paid_cash + paid_transfer),
  add constraint application_owes_nothing_when_ended check (status in ('outstanding', 'paid') or balance = 0);

-- The tallies get sums by pay type.
alter table application_tally add column cash bigint not null default 0, add column transfer bigint not null default 0;
drop index application_tally_kind;
create index application_tally_kind on application_tally (type, day, branch_id, status, created_by)
  include (applications, net, paid, balance, cash, transfer);

create or replace function tally_new_applications() returns trigger language plpgsql as $$
begin
  insert into application_tally
  select type, branch_id, status, created_by, (a."createdAt" at time zone 'Asia/Bangkok')::date,
    count(*), sum(net), sum(paid), sum(balance), sum(paid_cash), sum(paid_transfer)
  from new_rows a where not is_delete
  group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5));
  return null;
end $$;

create or replace function tally_changed_applications() returns trigger language plpgsql as $$
begin
  insert into application_tally
  select type, branch_id, status, created_by, (a."createdAt" at time zone 'Asia/Bangkok')::date,
    sum(sign), sum(sign * net), sum(sign * paid), sum(sign * balance), sum(sign * paid_cash), sum(sign * paid_transfer)
  from (select 1 as sign, * from new_rows union all select -1, * from old_rows) a where not is_delete
  group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5))
  having (sum(sign), sum(sign * net), sum(sign * paid), sum(sign * balance), sum(sign * paid_cash), sum(sign * paid_transfer))
    <> (0, 0, 0, 0, 0, 0);
  return null;
end $$;

delete from application_tally;
insert into application_tally
select type, branch_id, status, created_by, (a."createdAt" at time zone 'Asia/Bangkok')::date,
  count(*), sum(net), sum(paid), sum(balance), sum(paid_cash), sum(paid_transfer)
from application a where not is_delete
group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5));

-- Tallies of payments like those of applications; refunds are subtracted.
create table payment_tally (
  branch_id integer not null,
  type text not null,
  status text not null,
  pay_type text not null,
  created_by integer not null,
  -- The day in Bangkok; null in rows that sum up all days.
  day date,
  movements bigint not null,
  paid bigint not null
);
create index payment_tally_kind on payment_tally (day, branch_id, type, status, pay_type, created_by) include (movements, paid);

create function tally_new_payments() returns trigger language plpgsql as $$
begin
  insert into payment_tally
  select branch_id, type, status, pay_type, created_by, (p."createdAt" at time zone 'Asia/Bangkok')::date, count(*), sum(paid)
  from new_rows p group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6));
  return null;
end $$;

create function tally_changed_payments() returns trigger language plpgsql as $$
begin
  insert into payment_tally
  select branch_id, type, status, pay_type, created_by, (p."createdAt" at time zone 'Asia/Bangkok')::date, sum(sign), sum(sign * paid)
  from (select 1 as sign, * from new_rows union all select -1, * from old_rows) p
  group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))
  having (sum(sign), sum(sign * paid)) <> (0, 0);
  return null;
end $$;

create trigger payment_made after insert on payment
  referencing new table as new_rows for each statement execute function tally_new_payments();
create trigger payment_changed after update on payment
  referencing new table as new_rows old table as old_rows
  for each statement execute function tally_changed_payments();
create trigger payment_stays before delete or truncate on payment
  for each statement execute function refuse_change();

insert into payment_tally
select branch_id, type, status, pay_type, created_by, (p."createdAt" at time zone 'Asia/Bangkok')::date, count(*), sum(paid)
from payment p group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6));

drop index payment_recent;
create index payment_recent on payment ("createdAt" desc, payment_id desc, branch_id);
create index payment_branch_recent on payment (branch_id, "createdAt" desc, payment_id desc);
create index payment_created_by on payment (created_by, "createdAt" desc, payment_id desc, branch_id);
create index payment_by_paid on payment (paid, payment_id, branch_id);
create index payment_by_code on payment (payment_code, payment_id, branch_id);
create index payment_code_any on payment using gin (payment_code gin_trgm_ops);
create index payment_status on payment (status, "createdAt" desc, payment_id desc, branch_id);

-- Documents of refunds and day closes. The document of a day close belongs to no application.
alter table issued_document
  drop constraint issued_document_kind_check,
  add constraint issued_document_kind_check check (kind in ('application_form', 'receipt', 'refund', 'closing')),
  alter column application_id drop not null,
  add column closing_id integer references closing,
  add constraint issued_document_belongs check ((kind = 'closing') = (application_id is null) and (kind = 'closing') = (closing_id is not null));
create index issued_document_closing on issued_document (closing_id) where closing_id is not null;
