-- Deposits of drawers are matched with lines of statements.

-- The account to which the cash was taken, by default that of the branch. Earlier deposits may be lines of any
-- account.
alter table drawer_move add column bank_account_id integer check (bank_account_id is null or kind = 'deposit');
create index drawer_move_bank_account on drawer_move (bank_account_id) where bank_account_id is not null;
create function name_account_of_deposit() returns trigger language plpgsql as $$
begin
  new.bank_account_id := coalesce(new.bank_account_id, default_bank_account(new.branch_id));
  return new;
end $$;
create trigger drawer_move_names_account before insert on drawer_move for each row
  when (new.kind = 'deposit') execute function name_account_of_deposit();

alter table statement_match_document
  add column drawer_move_id integer references drawer_move,
  drop constraint statement_match_document_check,
  add check (num_nonnulls(payment_id, entry_id, drawer_move_id) = 1),
  add constraint statement_drawer_move_once unique (drawer_move_id);

create or replace view bank_document as
select 'payment' as kind, p.payment_id as id, p.payment_id, null::integer as entry_id, p.branch_id, p.bank_account_id,
  (p."createdAt" at time zone 'Asia/Bangkok')::date as date,
  to_char(p."createdAt" at time zone 'Asia/Bangkok', 'HH24:MI') as time, p.paid as value, p.payment_code as code,
  p.customer_name as party, p.bank_reference, null::integer as drawer_move_id
from payment p
where p.pay_type = 'transfer' and p.kind <> 'moved' and p.status = 'normal' and not p.over_cap
union all
select 'entry', e.entry_id, null, e.entry_id, e.branch_id, e.bank_account_id, e.date, '',
  case e.side when 'income' then e.value else e.wht_value - e.value end, coalesce(e.entry_code, ''), e.payee, e.document_no,
  null
from account_entry e
where e.pay_type = 'transfer' and e.payment_id is null and e.status = 'posted' and e.value <> e.wht_value
union all
select 'drawer_move', m.drawer_move_id, null, null, m.branch_id, m.bank_account_id,
  (m."createdAt" at time zone 'Asia/Bangkok')::date, to_char(m."createdAt" at time zone 'Asia/Bangkok', 'HH24:MI'),
  -m.value, '', '', '', m.drawer_move_id
from drawer_move m
where m.kind = 'deposit' and not m.is_void;
