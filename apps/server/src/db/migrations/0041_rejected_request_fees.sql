-- A rejected request fee is finished: without payments it is cancelled; otherwise its lines end, and the paid amount
-- is to be paid back until it is refunded or kept by a decision. Until now, rejected request fees kept their balance.

alter table application
  add column refund_due boolean not null default false,
  add constraint application_refund_due check (
    not refund_due or decision = 'rejected' and paid > 0 and status in ('ended', 'partial_refund'));
create index application_refund_due on application (branch_id, application_id) where refund_due;

create temporary table rejected on commit drop as
select application_id, r.decided_by, r.decided_at,
  case when r.decision_note = '' then 'ไม่อนุมัติ' else r.decision_note end as note,
  exists (select from payment p where p.application_id = a.application_id and p.status <> 'deleted') as has_payments,
  exists (select from application_line l where l.application_id = a.application_id and l.status = 'refunded') as has_refunds
from application a join approval_request r using (application_id)
where a.decision = 'rejected' and a.status in ('outstanding', 'paid') and r.kind = 'request_fee';

update approval_request r set state = 'lapsed', ended_by = j.decided_by, ended_at = greatest(j.decided_at, r.requested_at),
  end_note = j.note
from rejected j where r.application_id = j.application_id and r.kind = 'void' and r.state = 'waiting';
update payment p set status = 'normal', version = version + 1
from rejected j where p.application_id = j.application_id and p.status = 'delete_requested';

-- Cancellation releases the uses of promotions.
update promotion p set usage = usage - given_back.lines
from (
  select promotion_id, count(*) as lines from application_line l join rejected j using (application_id)
  where not has_payments and promotion_id is not null and promotion_counted group by 1
) given_back where p.promotion_id = given_back.promotion_id;
update application_line l set promotion_counted = false
from rejected j
where l.application_id = j.application_id and not has_payments and promotion_id is not null and promotion_counted;

update application_line l set status = 'ended', end_note = j.note, ended_at = j.decided_at
from rejected j where l.application_id = j.application_id and l.status = 'open';
update application a set balance = 0, written_off = net - paid, end_note = j.note, version = version + 1,
  status = case when not has_payments then 'cancelled' when not has_refunds then 'ended'
    when paid > 0 then 'partial_refund' else 'refunded' end,
  mode = case when not has_payments then 'delete' when has_refunds then 'refund' else 'end' end,
  refund_due = has_payments and paid > 0
from rejected j where a.application_id = j.application_id;
