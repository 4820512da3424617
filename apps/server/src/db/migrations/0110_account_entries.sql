-- Books on cash basis: entries that staff make, and those that receipts and refunds post by themselves.

-- Money that the school collects for the state or an insurer and passes on counts neither as income nor as expense.
alter table list_expenses
  -- The heading under which lists and charts group items; empty for an item of its own.
  add column "group" text not null default '',
  add column is_pass_through boolean not null default false;
alter table other_fee add column is_pass_through boolean not null default false;
-- Copied from the fee when the line is sold.
alter table application_line add column is_pass_through boolean not null default false;
update application_line l set is_pass_through = true
from request_fee f where f.request_fee_id = l.request_fee_id and f.is_state_fee;

-- Every registration inserts entries, so branch and employee are no foreign keys; see migration 0019.
create table account_entry (
  entry_id integer generated always as identity primary key,
  branch_id integer not null,
  side text not null check (side in ('income', 'expenses')),
  -- Drafts and voided entries count nowhere.
  status text not null default 'posted' check (status in ('draft', 'posted', 'void')),
  -- The number of the voucher; drafts and entries of payments have none.
  entry_code text unique,
  date date not null,
  -- Satang. Negative for refunds and for the reversal of a receipt.
  value bigint not null check (value <> 0),
  pay_type text not null check (pay_type in ('cash', 'transfer')),
  -- The name of the item or line at the time of the entry, or what was typed for another item.
  name text not null,
  list_expenses_id integer references list_expenses,
  is_pass_through boolean not null default false,
  vehicle_id integer references vehicle,
  -- Reading of the odometer in kilometres.
  mile integer check (mile between 0 and 9999999),
  employee_id integer references app_user,
  payee text not null default '',
  payee_tax_id text not null default '',
  document_no text not null default '',
  -- The part of `value` that is withheld for the Revenue Department.
  wht_value bigint not null default 0 check (wht_value between 0 and abs(value)),
  detail text not null default '',
  -- The payment and the line of an application that posted the entry.
  payment_id integer references payment,
  line_id integer references application_line,
  line_kind text check (line_kind in ('course', 'exam', 'other_fee', 'request_fee')),
  -- The customer of the payment.
  customer text not null default '',
  is_reversal boolean not null default false,
  search text not null generated always as (lower(coalesce(entry_code, '') || ' ' || name || ' ' || customer || ' ' ||
    payee || ' ' || document_no || ' ' || detail)) stored,
  created_by integer not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  void_note text not null default '',
  voided_by integer,
  voided_at timestamptz,
  check ((payment_id is null) = (line_id is null) and (payment_id is null) = (line_kind is null)),
  check (payment_id is not null or value between 1 and 999999999 and not is_reversal),
  check (payment_id is null or status = 'posted' and side = 'income' and entry_code is null),
  check (payment_id is not null or status = 'void' or (status = 'draft') = (entry_code is null)),
  check ((status = 'void') = (voided_at is not null) and (status = 'void') = (voided_by is not null)),
  check (mile is null or vehicle_id is not null)
);
-- One baht of a payment is posted once.
create unique index account_entry_payment on account_entry (payment_id, line_id, is_reversal) where payment_id is not null;
create index account_entry_list on account_entry (branch_id, side, date desc, entry_id desc);
create index account_entry_sums on account_entry (branch_id, date)
  include (side, is_pass_through, value, line_kind, list_expenses_id) where status = 'posted';
create index account_entry_item on account_entry (list_expenses_id) where list_expenses_id is not null;
create index account_entry_vehicle on account_entry (vehicle_id, date) where vehicle_id is not null;
create index account_entry_employee on account_entry (employee_id) where employee_id is not null;
create index account_entry_search on account_entry using gin (search gin_trgm_ops);

create table account_entry_file (
  entry_id integer not null references account_entry,
  file_id integer not null references file,
  position integer not null,
  primary key (entry_id, file_id)
);
create index account_entry_file_file on account_entry_file (file_id);

-- What the amounts by line of receipts and refunds post, on their day in Bangkok. Money that a change of course moves between
-- lines was income before, and a payment above the limit of amounts counts nowhere.
create view payment_entry as
select p.branch_id, (p."createdAt" at time zone 'Asia/Bangkok')::date as date, pl.paid as value, p.pay_type, l.name,
  l.is_pass_through, p.payment_id, l.line_id, case when l.fee_kind = 'exam' then 'exam' else l.kind end as line_kind,
  p.customer_name as customer, p.created_by, p."createdAt"
from payment_line pl join payment p using (payment_id) join application_line l using (line_id)
where p.kind <> 'moved' and not p.over_cap;

insert into account_entry (branch_id, side, date, value, pay_type, name, is_pass_through, payment_id, line_id, line_kind,
  customer, created_by, "createdAt", "updatedAt")
select branch_id, 'income', date, value, pay_type, name, is_pass_through, payment_id, line_id, line_kind, customer,
  created_by, "createdAt", "createdAt"
from payment_entry order by "createdAt", payment_id, line_id;

-- A voided receipt is reversed on its own day.
create function reverse_entries(ids integer[]) returns void language sql as $$
  insert into account_entry (branch_id, side, date, value, pay_type, name, is_pass_through, payment_id, line_id, line_kind,
    customer, is_reversal, created_by, "createdAt", "updatedAt")
  select e.branch_id, e.side, e.date, -e.value, e.pay_type, e.name, e.is_pass_through, e.payment_id, e.line_id, e.line_kind,
    e.customer, true, p.voided_by, p.voided_at, p.voided_at
  from account_entry e join payment p using (payment_id)
  where e.payment_id = any(ids) and not e.is_reversal order by e.entry_id
$$;
select reverse_entries(array_agg(payment_id)) from payment where status = 'deleted' and kind <> 'moved';

create function post_payment_lines() returns trigger language plpgsql as $$
begin
  insert into account_entry (branch_id, side, date, value, pay_type, name, is_pass_through, payment_id, line_id, line_kind,
    customer, created_by, "createdAt", "updatedAt")
  select e.branch_id, 'income', e.date, e.value, e.pay_type, e.name, e.is_pass_through, e.payment_id, e.line_id,
    e.line_kind, e.customer, e.created_by, e."createdAt", e."createdAt"
  from new_rows n join payment_entry e using (payment_id, line_id) order by n.payment_id, n.line_id;
  return null;
end $$;
create trigger payment_line_posted after insert on payment_line
  referencing new table as new_rows for each statement execute function post_payment_lines();

-- Corrected pay types and names of customers change the entries in place.
create function post_changed_payment() returns trigger language plpgsql as $$
begin
  if (new.pay_type, new.customer_name) is distinct from (old.pay_type, old.customer_name) then
    update account_entry set pay_type = new.pay_type, customer = new.customer_name where payment_id = new.payment_id;
  end if;
  if new.status = 'deleted' and old.status <> 'deleted' then
    perform reverse_entries(array[new.payment_id]);
  end if;
  return null;
end $$;
create trigger payment_change_posted after update on payment for each row
  when (new.kind <> 'moved' and (new.pay_type, new.customer_name, new.status)
    is distinct from (old.pay_type, old.customer_name, old.status))
  execute function post_changed_payment();

create trigger account_entry_stays before delete or truncate on account_entry
  for each statement execute function refuse_change();

create or replace function forbid_employee_removal() returns trigger language plpgsql as $$
begin
  if exists (select from application where old.user_id in (created_by, updated_by))
    or exists (select from payment where old.user_id in (created_by, voided_by))
    or exists (select from account_entry where old.user_id in (created_by, voided_by))
    or exists (select from exam_right_event where user_id = old.user_id)
    or exists (select from audit_log where user_id = old.user_id)
    or exists (select from idempotency_key where user_id = old.user_id)
  then
    raise exception 'employee % is named by other rows', old.user_id using errcode = '23503';
  end if;
  return old;
end $$;

create or replace function forbid_branch_removal() returns trigger language plpgsql as $$
begin
  if exists (select from application where branch_id = old.branch_id)
    or exists (select from payment where branch_id = old.branch_id)
    or exists (select from account_entry where branch_id = old.branch_id)
    or exists (select from customer where branch_id = old.branch_id)
    or exists (select from exam_right where branch_id = old.branch_id)
    or exists (select from issued_document where branch_id = old.branch_id)
    or exists (select from customer_branch where branch_id = old.branch_id)
  then
    raise exception 'branch % is named by other rows', old.branch_id using errcode = '23503';
  end if;
  return old;
end $$;

insert into role_permission (role_id, permission)
select role_id, 'accounting.' || action
from role, unnest(array['view', 'create', 'update', 'delete', 'export']) action
where key in ('admin', 'manager', 'accountant') or key = 'owner' and action in ('view', 'export')
on conflict do nothing;
