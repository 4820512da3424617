-- Requests for a decision (void of a receipt, request fee, refund) are rows of their own. The content of
-- a request is immutable. Its state only advances (guard_approval_request); a second request is a new row.

create table approval_request (
  request_id integer generated always as identity primary key,
  kind text not null check (kind in ('void', 'request_fee', 'refund')),
  application_id integer not null references application,
  -- The receipt to be voided; for a refund, the payment with which it was paid out.
  payment_id integer references payment,
  branch_id integer not null references branch,
  requested_by integer not null references app_user,
  requested_at timestamptz not null,
  note text not null default '',
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'lapsed', 'paid_out')),
  decided_by integer references app_user,
  decided_at timestamptz,
  decision_note text not null default '',
  -- The user who withdrew or paid it out, or whose call made it lapse; `end_note` says why it
  -- lapsed.
  ended_by integer references app_user,
  ended_at timestamptz,
  end_note text not null default '',
  check (kind = 'refund' or state <> 'paid_out'),
  check (case kind when 'void' then payment_id is not null when 'request_fee' then payment_id is null
    else (payment_id is not null) = (state = 'paid_out') end),
  check ((decided_by is null) = (decided_at is null)),
  check ((ended_by is null) = (ended_at is null)),
  check ((ended_at is not null) = (state in ('withdrawn', 'lapsed', 'paid_out'))),
  check (state not in ('approved', 'rejected', 'paid_out') or decided_at is not null),
  check (state <> 'waiting' or decided_at is null)
);
create index approval_request_application on approval_request (application_id, request_id);
create unique index approval_request_waiting_void on approval_request (payment_id) where kind = 'void' and state = 'waiting';
create unique index approval_request_fee on approval_request (application_id) where kind = 'request_fee';
create unique index approval_request_open_refund on approval_request (application_id)
  where kind = 'refund' and state in ('waiting', 'approved');
-- The two tabs of the inbox.
create index approval_request_waiting on approval_request (branch_id, requested_at) where state = 'waiting';
create index approval_request_decided on approval_request (branch_id, coalesce(ended_at, decided_at) desc) where state <> 'waiting';

insert into approval_request (kind, application_id, payment_id, branch_id, requested_by, requested_at, note, state,
  decided_by, decided_at, decision_note, ended_by, ended_at, end_note)
select 'void', application_id, payment_id, branch_id, requested_by, requested_at, request_note, state,
  case when decides then decided_by end, case when decides then decided_at end,
  case when decides then decision_note else '' end,
  case when state = 'lapsed' then coalesce(decided_by, updated_by) end,
  case when state = 'lapsed' then greatest(requested_at, coalesce(decided_at, "updatedAt")) end,
  case when state = 'lapsed' then end_note else '' end
from (
  select p.*, a.updated_by, a."updatedAt", a.end_note, state, state in ('approved', 'rejected') as decides
  from payment p join application a using (application_id), lateral (select case
    -- A receipt that a cancellation voided has the time of the cancellation.
    when p.status = 'deleted' then case when a.status = 'cancelled' and p.decided_at = a."updatedAt" then 'lapsed' else 'approved' end
    when p.status = 'delete_requested' then case when p.closing_id is null then 'waiting' else 'lapsed' end
    when p.decided_at >= p.requested_at then 'rejected'
    else 'lapsed' end as state) s
  where p.requested_by is not null
) stored;

insert into approval_request (kind, application_id, branch_id, requested_by, requested_at, note, state,
  decided_by, decided_at, decision_note, ended_by, ended_at, end_note)
select 'request_fee', application_id, branch_id, created_by, "createdAt", note,
  case when decision <> 'pending' then decision when status in ('outstanding', 'paid') then 'waiting' else 'lapsed' end,
  coalesce(decided_by, case when decision <> 'pending' then updated_by end),
  coalesce(decided_at, case when decision <> 'pending' then "updatedAt" end), decision_note,
  case when decision = 'pending' and status not in ('outstanding', 'paid') then updated_by end,
  case when decision = 'pending' and status not in ('outstanding', 'paid') then "updatedAt" end,
  case when decision = 'pending' and status not in ('outstanding', 'paid') then end_note else '' end
from application where decision is not null;

-- The columns of the request are removed from the payment. Who voided a receipt stays there, because a cancellation voids without a request.
drop index payment_requested;
alter table payment rename column decided_by to voided_by;
alter table payment rename column decided_at to voided_at;
alter table payment rename column decision_note to void_note;
alter table payment disable trigger payment_tally_update;
update payment set voided_by = null, voided_at = null, void_note = '' where status <> 'deleted' and voided_at is not null;
alter table payment enable trigger payment_tally_update;
-- A day close ends the requests for its receipts.
update payment set status = 'normal', version = version + 1 where status = 'delete_requested' and closing_id is not null;
alter table payment drop column requested_by, drop column requested_at, drop column request_note;

create or replace function forbid_employee_removal() returns trigger language plpgsql as $$
begin
  if exists (select from application where old.user_id in (created_by, updated_by))
    or exists (select from payment where old.user_id in (created_by, voided_by))
    or exists (select from exam_right_event where user_id = old.user_id)
    or exists (select from audit_log where user_id = old.user_id)
    or exists (select from idempotency_key where user_id = old.user_id)
  then
    raise exception 'employee % is named by other rows', old.user_id using errcode = '23503';
  end if;
  return old;
end $$;

alter table application drop column decided_by, drop column decided_at, drop column decision_note;

create function guard_approval_request() returns trigger language plpgsql as $$
begin
  if (new.request_id, new.kind, new.application_id, new.branch_id, new.requested_by, new.requested_at, new.note)
      is distinct from (old.request_id, old.kind, old.application_id, old.branch_id, old.requested_by, old.requested_at, old.note)
    or old.decided_at is not null and (new.decided_by, new.decided_at, new.decision_note)
      is distinct from (old.decided_by, old.decided_at, old.decision_note)
    or not (old.state = 'waiting' and new.state in ('approved', 'rejected', 'withdrawn', 'lapsed')
      or old.kind = 'refund' and old.state = 'approved' and new.state in ('paid_out', 'withdrawn', 'lapsed'))
  then
    raise exception 'request % is never overwritten', old.request_id;
  end if;
  return new;
end $$;
create trigger approval_request_guard before update on approval_request
  for each row execute function guard_approval_request();
create trigger approval_request_no_delete before delete or truncate on approval_request
  for each statement execute function refuse_change();

-- The request fees with one decision, in the order of the list. Their sums are read from this index, too, and not
-- from the tally: there the decision would be an additional key, although most applications have none.
drop index application_pending;
create index application_decision on application (decision, "createdAt" desc, application_id desc, branch_id, type,
  status, created_by) include (net, paid, balance, paid_cash, paid_transfer) where decision is not null and not is_delete;
