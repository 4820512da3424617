-- The money of a receipt is part of the account's balance until its void is approved.
create or replace view bank_document as
select 'payment' as kind, p.payment_id as id, p.payment_id, null::integer as entry_id, p.branch_id, p.bank_account_id,
  (p."createdAt" at time zone 'Asia/Bangkok')::date as date,
  to_char(p."createdAt" at time zone 'Asia/Bangkok', 'HH24:MI') as time, p.paid as value, p.payment_code as code,
  p.customer_name as party, p.bank_reference, null::integer as drawer_move_id
from payment p
where p.pay_type = 'transfer' and p.kind <> 'moved' and p.status <> 'deleted' and not p.over_cap
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

-- A matched receipt cannot be voided, but a request for its void can be refused.
drop trigger payment_matched on payment;
create trigger payment_matched before update on payment for each row
  when ((old.branch_id, old.kind, old.pay_type, old.paid, old."createdAt")
      is distinct from (new.branch_id, new.kind, new.pay_type, new.paid, new."createdAt")
    or old.status <> new.status and not (old.status = 'delete_requested' and new.status = 'normal'))
  execute function refuse_matched_payment();
