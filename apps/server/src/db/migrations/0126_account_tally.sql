-- Sums of the books by day, so that lists and charts of a year read some thousand rows instead of every entry.

-- Each statement on account_entry adds rows; a scheduled job merges rows with the same key.
create table account_tally (
  branch_id integer not null,
  date date not null,
  side text not null,
  status text not null,
  pay_type text not null,
  line_kind text,
  list_expenses_id integer,
  is_pass_through boolean not null,
  entries bigint not null,
  value bigint not null
);

insert into account_tally
select branch_id, date, side, status, pay_type, line_kind, list_expenses_id, is_pass_through, count(*), sum(value)
from account_entry group by 1, 2, 3, 4, 5, 6, 7, 8;
create index account_tally_day on account_tally (branch_id, date)
  include (side, status, pay_type, line_kind, list_expenses_id, is_pass_through, entries, value);

create function tally_new_entries() returns trigger language plpgsql as $$
begin
  insert into account_tally
  select branch_id, date, side, status, pay_type, line_kind, list_expenses_id, is_pass_through, count(*), sum(value)
  from new_rows group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;
create trigger account_entry_tally_insert after insert on account_entry
  referencing new table as new_rows for each statement execute function tally_new_entries();

create function tally_changed_entries() returns trigger language plpgsql as $$
begin
  insert into account_tally
  select branch_id, date, side, status, pay_type, line_kind, list_expenses_id, is_pass_through, sum(sign), sum(sign * value)
  from (select 1 as sign, * from new_rows union all select -1, * from old_rows) e group by 1, 2, 3, 4, 5, 6, 7, 8
  having (sum(sign), sum(sign * value)) <> (0, 0);
  return null;
end $$;
create trigger account_entry_tally_update after update on account_entry
  referencing new table as new_rows old table as old_rows
  for each statement execute function tally_changed_entries();

-- Indexes that are no longer needed because of the sums.
drop index account_entry_sums, account_entry_passed_on;

-- Finds a page in the order of days or amounts, of all branches or of one, without reading all entries.
drop index account_entry_list;
create index account_entry_list on account_entry (date, entry_id)
  include (branch_id, side, status, pay_type, value, line_kind, list_expenses_id, is_pass_through);

-- The numbers of payment and application, copied so that a text is found without reading either.
alter table account_entry disable trigger user;
alter table account_entry add column document_codes text not null default '';
update account_entry e set document_codes = p.payment_code || ' ' || a.application_code
from payment p join application a using (application_id) where p.payment_id = e.payment_id;
alter table account_entry drop column search;
alter table account_entry add column search text not null generated always as (lower(coalesce(entry_code, '') || ' ' ||
  document_codes || ' ' || name || ' ' || customer || ' ' || payee || ' ' || document_no || ' ' || detail)) stored;
alter table account_entry enable trigger user;
create index account_entry_search on account_entry using gin (search gin_trgm_ops);

create or replace view payment_entry as
select p.branch_id, (p."createdAt" at time zone 'Asia/Bangkok')::date as date, pl.paid as value, p.pay_type, l.name,
  l.is_pass_through, p.payment_id, l.line_id, case when l.fee_kind = 'exam' then 'exam' else l.kind end as line_kind,
  p.customer_name as customer, p.created_by, p."createdAt", p.payment_code || ' ' || a.application_code as document_codes
from payment_line pl join payment p using (payment_id) join application_line l using (line_id)
  join application a on a.application_id = p.application_id
where p.kind <> 'moved' and not p.over_cap;

create or replace function reverse_entries(ids integer[]) returns void language sql as $$
  insert into account_entry (branch_id, side, date, value, pay_type, name, is_pass_through, payment_id, line_id, line_kind,
    customer, document_codes, is_reversal, created_by, "createdAt", "updatedAt")
  select e.branch_id, e.side, e.date, -e.value, e.pay_type, e.name, e.is_pass_through, e.payment_id, e.line_id, e.line_kind,
    e.customer, e.document_codes, true, p.voided_by, p.voided_at, p.voided_at
  from account_entry e join payment p using (payment_id)
  where e.payment_id = any(ids) and not e.is_reversal order by e.entry_id
$$;

create or replace function post_payment_lines() returns trigger language plpgsql as $$
begin
  insert into account_entry (branch_id, side, date, value, pay_type, name, is_pass_through, payment_id, line_id, line_kind,
    customer, document_codes, created_by, "createdAt", "updatedAt")
  select e.branch_id, 'income', e.date, e.value, e.pay_type, e.name, e.is_pass_through, e.payment_id, e.line_id,
    e.line_kind, e.customer, e.document_codes, e.created_by, e."createdAt", e."createdAt"
  from new_rows n join payment_entry e using (payment_id, line_id) order by n.payment_id, n.line_id;
  return null;
end $$;
