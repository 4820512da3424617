-- Money of a bank account that is not in a receipt, an entry or a drawer: wages, advances and loans paid by transfer,
-- and repayments. Wages are documents of the account when they are paid, not when they are posted, because a month
-- may be paid from several accounts.

create table bank_move (
  bank_move_id integer generated always as identity primary key,
  branch_id integer not null references branch,
  -- By default that of the branch; null for a branch without one.
  bank_account_id integer references bank_account,
  date date not null,
  -- Satang; positive for money into the account.
  value bigint not null check (value <> 0),
  -- The purpose, without names of people.
  note text not null,
  payroll_payment_id integer unique references payroll_payment,
  payroll_loan_id integer references payroll_loan,
  -- The loan was cancelled before a line was matched with its payout.
  is_void boolean not null default false,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null,
  check (num_nonnulls(payroll_payment_id, payroll_loan_id) = 1)
);
create index bank_move_account on bank_move (bank_account_id, date) where not is_void;
create index on bank_move (branch_id);
create index on bank_move (payroll_loan_id) where payroll_loan_id is not null;
create index on bank_move (created_by);
create trigger bank_move_stays before delete or truncate on bank_move
  for each statement execute function refuse_change();

-- Payments whose leg is already matched keep that match.
insert into bank_move (branch_id, bank_account_id, date, value, note, payroll_payment_id, created_by, "createdAt")
select p.branch_id, coalesce(p.bank_account_id, default_bank_account(p.branch_id)), p.pay_date, -p.value,
  'จ่ายเงินเดือนงวด ' || p.month, p.payroll_payment_id, p.created_by, p."createdAt"
from payroll_payment p
where p.pay_type = 'transfer' and p.value > 0 and not exists (
  select from payroll_month m join account_entry e using (payroll_posting_id) join statement_match_document d using (entry_id)
  where m.payroll_payment_id = p.payroll_payment_id and e.payroll_leg = 'net_pay:transfer');
insert into bank_move (branch_id, bank_account_id, date, value, note, payroll_loan_id, created_by, "createdAt")
select l.branch_id, default_bank_account(l.branch_id), l.day, -l.principal, 'จ่ายเงินล่วงหน้าหรือเงินกู้', l.payroll_loan_id, l.created_by,
  l."createdAt"
from payroll_loan l where l.pay_type = 'transfer' and not l.is_cancelled;
insert into bank_move (branch_id, bank_account_id, date, value, note, payroll_loan_id, created_by, "createdAt")
select l.branch_id, default_bank_account(l.branch_id), r.day, r.value, 'รับคืนเงินล่วงหน้าหรือเงินกู้', l.payroll_loan_id, r.created_by,
  r."createdAt"
from payroll_loan_repayment r join payroll_loan l using (payroll_loan_id) where r.pay_type = 'transfer';

create function name_account_of_bank_move() returns trigger language plpgsql as $$
begin
  new.bank_account_id := coalesce(new.bank_account_id, default_bank_account(new.branch_id));
  return new;
end $$;
create trigger bank_move_names_account before insert on bank_move for each row
  execute function name_account_of_bank_move();

create function refuse_locked_bank_move() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(new.branch_id, new.date);
  return null;
end $$;
create trigger bank_move_locked after insert or update of is_void on bank_move
  for each row execute function refuse_locked_bank_move();

alter table statement_match_document
  add column bank_move_id integer references bank_move,
  drop constraint statement_match_document_check,
  add constraint statement_match_document_check
    check (num_nonnulls(payment_id, entry_id, drawer_move_id, bank_move_id) = 1),
  add constraint statement_bank_move_once unique (bank_move_id);

create function refuse_matched_bank_move() returns trigger language plpgsql as $$
begin
  if exists (select from statement_match_document where bank_move_id = old.bank_move_id) then
    raise exception 'bank move % is matched', old.bank_move_id using errcode = 'KD003';
  end if;
  return new;
end $$;
create trigger bank_move_matched before update of is_void on bank_move
  for each row execute function refuse_matched_bank_move();

-- The posting that is reversed; null for earlier reversals, which are separate documents.
alter table payroll_posting
  add column reverses_id integer references payroll_posting,
  add check (reverses_id is null or is_reversal);
create index on payroll_posting (reverses_id) where reverses_id is not null;

create or replace view bank_document as
select 'payment' as kind, p.payment_id as id, p.payment_id, null::integer as entry_id, p.branch_id, p.bank_account_id,
  (p."createdAt" at time zone 'Asia/Bangkok')::date as date,
  to_char(p."createdAt" at time zone 'Asia/Bangkok', 'HH24:MI') as time, p.paid as value, p.payment_code as code,
  p.customer_name as party, p.bank_reference, null::integer as drawer_move_id, null::integer as bank_move_id
from payment p
where p.pay_type = 'transfer' and p.kind <> 'moved' and p.status <> 'deleted' and not p.over_cap
union all
select 'entry', e.entry_id, null, e.entry_id, e.branch_id, e.bank_account_id, e.date, '',
  case e.side when 'income' then e.value else e.wht_value - e.value end, coalesce(e.entry_code, ''), e.payee, e.document_no,
  null, null
from account_entry e
where e.pay_type = 'transfer' and e.payment_id is null and e.status = 'posted' and e.value <> e.wht_value
  and e.payroll_posting_id is null
union all
-- Dues of payroll, less what reopened months took back of them.
select 'entry', d.entry_id, null, d.entry_id, d.branch_id, d.bank_account_id, d.date, '', d.net, coalesce(d.entry_code, ''),
  d.payee, d.document_no, null, null
from (
  select e.entry_id, e.branch_id, e.bank_account_id, e.date, e.entry_code, e.payee, e.document_no, -e.value - coalesce((
    select sum(r.value) from payroll_posting b join account_entry r using (payroll_posting_id)
    where b.reverses_id = e.payroll_posting_id and r.payroll_leg = e.payroll_leg and r.side = e.side), 0)::bigint as net
  from account_entry e join payroll_posting o using (payroll_posting_id)
  where e.pay_type = 'transfer' and o.reverses_id is null and (e.payroll_leg <> 'net_pay:transfer'
    or exists (select from statement_match_document m where m.entry_id = e.entry_id))
) d
where d.net <> 0
union all
select 'drawer_move', m.drawer_move_id, null, null, m.branch_id, m.bank_account_id,
  (m."createdAt" at time zone 'Asia/Bangkok')::date, to_char(m."createdAt" at time zone 'Asia/Bangkok', 'HH24:MI'),
  -m.value, '', '', '', m.drawer_move_id, null
from drawer_move m
where m.kind = 'deposit' and not m.is_void
union all
select 'bank_move', v.bank_move_id, null, null, v.branch_id, v.bank_account_id, v.date, '', v.value, '', v.note, '', null,
  v.bank_move_id
from bank_move v
where not v.is_void;
