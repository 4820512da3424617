-- The agreed day of the next payment (due_date), and the notes of following up a balance.

alter table application
  add column due_date date,
  add constraint application_due_date_needs_balance check (due_date is null or balance > 0);

-- Every statement that makes the balance 0 also clears the agreed day, whichever call it belongs to.
create function clear_due_date() returns trigger language plpgsql as $$
begin
  new.due_date := null;
  return new;
end $$;
create trigger application_clear_due_date before update on application
  for each row when (new.due_date is not null and new.balance = 0) execute function clear_due_date();

-- The order by agreed day, and the filters late, today and upcoming; then the filter for balances without a day.
create index application_by_due on application (due_date, application_id, branch_id, type) where not is_delete;
create index application_without_due on application ("createdAt" desc, application_id desc, branch_id, type)
  where status = 'outstanding' and due_date is null and not is_delete;

-- Append-only. A day agreed at registration or with a payment is a row without a note.
create table application_follow_up (
  follow_up_id integer generated always as identity primary key,
  application_id integer not null references application,
  source text not null check (source in ('registration', 'payment', 'follow_up')),
  -- What was said.
  note text not null default '' check (source <> 'follow_up' or note <> ''),
  -- The newly agreed day; null if the earlier agreed day stays.
  next_date date check (source = 'follow_up' or next_date is not null),
  created_by integer not null references app_user,
  "createdAt" timestamptz not null default now()
);
create index application_follow_up_application on application_follow_up (application_id, follow_up_id);
create index application_follow_up_created_by on application_follow_up (created_by);
create trigger application_follow_up_stays before update or delete or truncate on application_follow_up
  for each statement execute function refuse_change();

alter table school
  add column due_date_max_days integer not null default 365 check (due_date_max_days between 1 and 1095),
  -- One per line.
  add column follow_up_presets text not null
    default E'ไม่รับสาย\nติดต่อไม่ได้ หมายเลขไม่ถูกต้อง\nจะชำระตามวันนัด\nขอเลื่อนวันนัด\nขอผ่อนชำระเป็นงวด\nให้โทรกลับภายหลัง';

insert into role_permission (role_id, permission)
select role_id, 'application.follow-up' from role where key in ('admin', 'manager', 'registrar', 'cashier')
on conflict do nothing;
