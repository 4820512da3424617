-- Lines end one by one, and refunds have amounts by line. One formula holds for every application: its balance is
-- net − paid − written_off, where written_off is what was unpaid on its lines when they ended.

alter table application_line
  add column status text not null default 'open' check (status in ('open', 'refunded', 'ended', 'removed')),
  -- The reason of a refund or of an end without money back, and when the line ended.
  add column end_note text not null default '',
  add column ended_at timestamptz,
  -- Whether the line counts as a use of its promotion. A cancellation or removal releases the use, a refund does not.
  add column promotion_counted boolean not null default true;

alter table application
  -- The unnamed constraints of migrations 0003 and 0006.
  drop constraint application_check,
  drop constraint application_check1,
  drop constraint application_check2,
  drop constraint application_check3,
  drop constraint application_check4,
  drop constraint application_balance_check,
  drop constraint application_status_check,
  drop constraint application_owes_nothing_when_ended,
  add column written_off bigint not null default 0 check (written_off >= 0);

alter table payment_line drop constraint payment_line_paid_check, add constraint payment_line_paid_check check (paid <> 0);

alter table payment
  -- Where a refund was transferred to.
  add column payee_bank text not null default '',
  add column payee_account text not null default '',
  add column payee_name text not null default '',
  add constraint payment_payee check (payee_account = '' or kind = 'refund' and pay_type = 'transfer');
drop index payment_refund_once;

-- The uses of promotions that were released before this migration: those of cancelled and fully refunded
-- applications.
update application_line l set promotion_counted = false
from application a
where a.application_id = l.application_id and a.status in ('cancelled', 'refunded') and l.promotion_id is not null;

-- Stored refunds are divided in proportion to what was paid on the lines, to the satang: parts are rounded down, and
-- what remains goes to the largest fractions, in the order of the lines.
with parts as (
  select r.payment_id, l.line_id, l.position, -r.paid as value, -r.paid::numeric * l.paid as product,
    sum(l.paid) over (partition by r.payment_id) as whole
  from payment r join application_line l using (application_id)
  where r.kind = 'refund' and l.paid > 0
), ranked as (
  select *, div(product, whole)::bigint as part,
    row_number() over (partition by payment_id order by mod(product, whole) desc, position) as rank,
    value - sum(div(product, whole)) over (partition by payment_id) as remaining
  from parts
)
insert into payment_line (payment_id, line_id, paid)
select payment_id, line_id, -(part + case when rank <= remaining then 1 else 0 end) from ranked
where part + case when rank <= remaining then 1 else 0 end > 0;

update application_line l set paid = l.paid + refunded.paid, status = 'refunded'
from (
  select pl.line_id, sum(pl.paid) as paid from payment_line pl join payment p using (payment_id)
  where p.kind = 'refund' group by 1
) refunded
where l.line_id = refunded.line_id;

update application_line l
set status = case l.status when 'open' then 'ended' else l.status end, end_note = a.end_note, ended_at = a."updatedAt"
from application a
where a.application_id = l.application_id and a.status not in ('outstanding', 'paid');

-- Neither status nor sums of the tallies change.
alter table application disable trigger application_tally_update;
update application set written_off = net - paid where status not in ('outstanding', 'paid');
alter table application enable trigger application_tally_update;

alter table application
  add constraint application_status_check
    check (status in ('outstanding', 'paid', 'partial_refund', 'refunded', 'ended', 'cancelled')),
  add constraint application_discount_check check (discount between 0 and total),
  add constraint application_net_check check (net = total - discount),
  add constraint application_paid_check check (paid between 0 and net),
  add constraint application_balance_check check (balance >= 0 and balance = net - paid - written_off),
  add constraint application_outstanding_check check ((status = 'outstanding') = (balance > 0));

alter table application_line
  add constraint application_line_ended check ((status in ('open', 'removed')) = (ended_at is null)),
  add constraint application_line_removed_unpaid check (status <> 'removed' or paid = 0);
