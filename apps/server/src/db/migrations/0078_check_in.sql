-- The check-in of candidates on the exam day, and the queue of a session.

-- queue_no: the number by which the candidate is called, unique in the session, and given at the check-in.
-- checkin_nonce: the request that checked the candidate in, so that it can be repeated.
alter table exam
  add queue_no integer check (queue_no > 0),
  add checkin_nonce uuid,
  add called_at timestamptz,
  add entered_at timestamptz;
create unique index exam_session_queue on exam (exam_session_id, queue_no) where queue_no is not null;
create unique index exam_checkin_nonce on exam (checkin_nonce) where checkin_nonce is not null;

-- A big screen of the queue of a branch, opened by a secret link without signing in; only the hash of the secret is stored.
create table exam_screen (
  branch_id integer primary key references branch,
  secret_hash text not null unique,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null default now()
);

-- A revoked link ends at once.
create trigger exam_screen_live after update or delete on exam_screen
  for each row execute function announce_change('exam');

insert into role_permission (role_id, permission)
select role_id, 'exam.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'checkin checkin-own'),
  ('manager', 'checkin checkin-own'),
  ('registrar', 'checkin'),
  ('cashier', 'checkin'),
  ('instructor', 'checkin-own'),
  ('examiner', 'checkin-own')
) as granted (key, actions) using (key)
on conflict do nothing;
