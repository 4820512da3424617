-- Registration forms that a user has put aside, and forms whose save was not answered. They belong to the user and the
-- branch, and are deleted after a day.
create table held_form (
  held_form_id integer generated always as identity primary key,
  user_id integer not null references app_user,
  branch_id integer not null references branch,
  -- The kind of application.
  type text not null check (type in ('course', 'exam', 'vehicle_check', 'other_fee', 'request_fee')),
  -- The key of the save without an answer; null when the form was put aside.
  idempotency_key uuid,
  -- Name, form values and the request without an answer, encrypted, because they are personal data.
  body bytea not null,
  "createdAt" timestamptz not null default now()
);
create unique index held_form_attempt on held_form (user_id, idempotency_key) where idempotency_key is not null;
create index held_form_user on held_form (user_id, "createdAt" desc);
create index held_form_branch on held_form (branch_id);
create index held_form_age on held_form ("createdAt");
