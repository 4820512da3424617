-- The approval of a refund may be revoked until it is paid out: the state `revoked`, with user, time and reason in
-- ended_by, ended_at and end_note.

alter table approval_request
  drop constraint approval_request_state_check,
  add constraint approval_request_state_check
    check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'lapsed', 'paid_out', 'revoked')),
  drop constraint approval_request_check4,
  add constraint approval_request_ended
    check ((ended_at is not null) = (state in ('withdrawn', 'lapsed', 'paid_out', 'revoked'))),
  add constraint approval_request_revoked
    check (state <> 'revoked' or kind = 'refund' and decided_at is not null and end_note <> '');

create or replace function guard_approval_request() returns trigger language plpgsql as $$
begin
  if (new.request_id, new.kind, new.application_id, new.branch_id, new.requested_by, new.requested_at, new.note)
      is distinct from (old.request_id, old.kind, old.application_id, old.branch_id, old.requested_by, old.requested_at, old.note)
    or old.decided_at is not null and (new.decided_by, new.decided_at, new.decision_note)
      is distinct from (old.decided_by, old.decided_at, old.decision_note)
    or not (old.state = 'waiting' and new.state in ('approved', 'rejected', 'withdrawn', 'lapsed')
      or old.kind = 'refund' and old.state = 'approved' and new.state in ('paid_out', 'withdrawn', 'lapsed', 'revoked'))
  then
    raise exception 'request % is never overwritten', old.request_id;
  end if;
  return new;
end $$;
