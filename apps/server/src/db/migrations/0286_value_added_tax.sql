-- Value added tax that is included in prices. It is set for each branch and each fee, and copied to lines when they
-- are sold.

alter table other_fee add column vat_mode text not null default 'branch' check (vat_mode in ('branch', 'exempt', 'vat7'));
alter table request_fee add column vat_mode text not null default 'branch' check (vat_mode in ('branch', 'exempt', 'vat7'));

-- Whether the price included the tax when the line was sold.
alter table application_line
  add column is_vat boolean not null default false,
  add constraint application_line_vat check (not (is_vat and is_pass_through));

-- Copied from the line. The tax of a receipt is 7/107 of the sum of these entries, rounded once.
alter table account_entry
  add column is_vat boolean not null default false,
  add constraint account_entry_vat check (not is_vat or payment_id is not null);
create index account_entry_vat on account_entry (payment_id) include (value) where is_vat and not is_reversal;

create or replace view payment_entry as
select p.branch_id, (p."createdAt" at time zone 'Asia/Bangkok')::date as date, pl.paid as value, p.pay_type, l.name,
  l.is_pass_through, p.payment_id, l.line_id, case when l.fee_kind = 'exam' then 'exam' else l.kind end as line_kind,
  p.customer_name as customer, p.created_by, p."createdAt", p.payment_code || ' ' || a.application_code as document_codes,
  l.is_vat
from payment_line pl join payment p using (payment_id) join application_line l using (line_id)
  join application a on a.application_id = p.application_id
where p.kind <> 'moved' and not p.over_cap;

create or replace function reverse_entries(ids integer[]) returns void language sql as $$
  insert into account_entry (branch_id, side, date, value, pay_type, name, is_pass_through, payment_id, line_id, line_kind,
    customer, document_codes, is_vat, is_reversal, created_by, "createdAt", "updatedAt")
  select e.branch_id, e.side, e.date, -e.value, e.pay_type, e.name, e.is_pass_through, e.payment_id, e.line_id, e.line_kind,
    e.customer, e.document_codes, e.is_vat, true, p.voided_by, p.voided_at, p.voided_at
  from account_entry e join payment p using (payment_id)
  where e.payment_id = any(ids) and not e.is_reversal order by e.entry_id
$$;

create or replace function post_payment_lines() returns trigger language plpgsql as $$
begin
  insert into account_entry (branch_id, side, date, value, pay_type, name, is_pass_through, payment_id, line_id, line_kind,
    customer, document_codes, is_vat, created_by, "createdAt", "updatedAt")
  select e.branch_id, 'income', e.date, e.value, e.pay_type, e.name, e.is_pass_through, e.payment_id, e.line_id,
    e.line_kind, e.customer, e.document_codes, e.is_vat, e.created_by, e."createdAt", e."createdAt"
  from new_rows n join payment_entry e using (payment_id, line_id) order by n.payment_id, n.line_id;
  return null;
end $$;
