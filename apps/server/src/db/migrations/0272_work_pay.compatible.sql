-- Work that is paid by the rates of a person, and the month that pays it. Amounts are in satang.

create table payroll_work_rate (
  payroll_work_rate_id integer generated always as identity primary key,
  user_id integer not null references app_user,
  kind text not null check (kind in ('exam_panel')),
  -- A null column applies to all values.
  role text check (role in ('chair', 'committee', 'examiner')),
  licence_type text,
  subject text check (subject in ('theory', 'practice')),
  -- Valid until a later row with the same scope.
  valid_from date not null,
  unit text not null check (unit in ('time', 'hour', 'day', 'month', 'person')),
  -- A rate of 0 ends the pay.
  rate bigint not null check (rate between 0 and 999999999),
  list_payroll_id integer not null references list_payroll,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  version integer not null default 1,
  constraint payroll_work_rate_once unique nulls not distinct (user_id, kind, role, licence_type, subject, valid_from)
);
create index on payroll_work_rate (list_payroll_id);
create index on payroll_work_rate (created_by);

-- The work that lines of months pay. A piece of work of a person is paid only once, in any month, branch and
-- revision.
create table payroll_work (
  user_id integer not null references app_user,
  -- Kind and id of the record, such as exam_panel:12.
  work text not null,
  payroll_id integer not null references payroll_month,
  day date not null,
  unit text not null,
  primary key (user_id, work)
);
create index on payroll_work (payroll_id);

-- Work that a submitted month pays cannot be paid by another month. A void month pays no work.
create function refuse_frozen_work() returns trigger language plpgsql as $$
begin
  if exists (select from payroll_month where payroll_id = coalesce(new.payroll_id, old.payroll_id)
      and status not in ('draft', 'returned', 'void')) then
    raise exception 'payroll month % is not a draft', coalesce(new.payroll_id, old.payroll_id);
  end if;
  return coalesce(new, old);
end $$;
create trigger payroll_work_frozen before insert or update or delete on payroll_work
  for each row execute function refuse_frozen_work();
