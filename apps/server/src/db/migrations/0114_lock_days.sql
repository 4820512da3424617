-- The lock day of a branch: nothing of that day or an earlier one is added, changed or moved.

-- Each lock and each unlocking; the last row of a branch is valid.
create table account_lock (
  account_lock_id integer generated always as identity primary key,
  branch_id integer not null references branch,
  -- The last locked day from now on; null when nothing is locked.
  day date,
  is_unlock boolean not null,
  note text not null default '',
  created_by integer not null references app_user,
  "createdAt" timestamptz not null,
  check (is_unlock and note <> '' or not is_unlock and day is not null)
);
create index account_lock_branch on account_lock (branch_id, account_lock_id desc) include (day);
create index account_lock_created_by on account_lock (created_by);
create trigger account_lock_is_append_only before update or delete or truncate on account_lock
  for each statement execute function refuse_change();

-- The last locked day of a branch; null when nothing is locked.
create function lock_day(branch_id integer) returns date language sql stable as $$
  select l.day from account_lock l where l.branch_id = $1 order by l.account_lock_id desc limit 1
$$;

-- Makes the transaction the only one that writes money of the branch or changes its lock day, until it ends. It must not
-- lock anything else afterwards.
create function hold_lock_day(branch_id integer) returns void language sql as $$
  select pg_advisory_xact_lock(114, $1)
$$;

-- Fails when the day is locked, and otherwise keeps it open until the transaction ends. The lock of the branch is shared by
-- all that write money, and read before the day, so that the day is the one of the last committed change.
create function refuse_locked_day(branch_id integer, date date) returns void language plpgsql as $$
declare
  locked date;
begin
  perform pg_advisory_xact_lock_shared(114, $1);
  locked := lock_day($1);
  if $2 <= locked then
    raise exception 'day % of branch % is locked up to %', $2, $1, locked
      using errcode = 'KD002', detail = json_build_object('day', $2, 'lock_day', locked);
  end if;
end $$;

create function refuse_locked_entries() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(n.branch_id, min(n.date)) from new_rows n group by n.branch_id;
  return null;
end $$;
create trigger account_entry_locked_insert after insert on account_entry
  referencing new table as new_rows for each statement execute function refuse_locked_entries();

-- Attachments, notes, payees, employees and vehicles can still be changed, as can copied names of customers and kinds
-- of fees.
create function refuse_locked_entry() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(old.branch_id, old.date);
  perform refuse_locked_day(new.branch_id, new.date);
  return null;
end $$;
create trigger account_entry_locked_update after update on account_entry for each row
  when ((old.branch_id, old.side, old.status, old.date, old.value, old.pay_type, old.name, old.list_expenses_id,
      old.is_pass_through, old.wht_value)
    is distinct from (new.branch_id, new.side, new.status, new.date, new.value, new.pay_type, new.name,
      new.list_expenses_id, new.is_pass_through, new.wht_value))
  execute function refuse_locked_entry();

create function day_in_bangkok(instant timestamptz) returns date language sql stable as $$
  select ($1 at time zone 'Asia/Bangkok')::date
$$;

create function refuse_locked_payments() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(n.branch_id, day_in_bangkok(min(n."createdAt"))) from new_rows n group by n.branch_id;
  return null;
end $$;
create trigger payment_locked_insert after insert on payment
  referencing new table as new_rows for each statement execute function refuse_locked_payments();

-- A request to void a receipt is refused, too, because it could not be approved. Such a request can still be
-- rejected.
create function refuse_locked_payment() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(old.branch_id, day_in_bangkok(old."createdAt"));
  perform refuse_locked_day(new.branch_id, day_in_bangkok(new."createdAt"));
  return null;
end $$;
create trigger payment_locked_update after update on payment for each row
  when ((old.branch_id, old."createdAt", old.kind, old.paid, old.pay_type, old.over_cap)
      is distinct from (new.branch_id, new."createdAt", new.kind, new.paid, new.pay_type, new.over_cap)
    or old.status <> new.status and (new.status <> 'normal' or old.status = 'deleted'))
  execute function refuse_locked_payment();

create function refuse_locked_payment_line() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(p.branch_id, day_in_bangkok(p."createdAt")) from payment p
  where p.payment_id in (old.payment_id, new.payment_id);
  return null;
end $$;
create trigger payment_line_locked after update or delete on payment_line
  for each row execute function refuse_locked_payment_line();

create function refuse_locked_closing() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(new.branch_id, new.day);
  return null;
end $$;
create trigger closing_locked after insert on closing for each row execute function refuse_locked_closing();

insert into role_permission (role_id, permission)
select role_id, permission from role, unnest(array['accounting.lock', 'accounting.unlock']) permission
where key in ('admin', 'owner') or key in ('manager', 'accountant') and permission = 'accounting.lock'
on conflict do nothing;
