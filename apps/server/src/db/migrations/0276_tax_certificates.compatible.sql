-- Certificates of tax withheld from pay (50 ทวิ). Their content cannot be changed; a cancelled one keeps its number.
create table tax_certificate (
  tax_certificate_id integer generated always as identity primary key,
  certificate_code text not null unique,
  -- The branch of the last pay day, which issues the certificate, and all branches whose pay it includes.
  branch_id integer not null references branch,
  branches integer[] not null check (branch_id = any(branches)),
  user_id integer not null references app_user,
  -- Tax year, CE.
  year integer not null check (year between 2000 and 2200),
  -- The return in which the tax was reported.
  return text not null check (return in ('pnd1a', 'pnd3')),
  -- The tax number of the payer. Branches with the same number are one payer.
  payer_tax_id text not null,
  income bigint not null check (income > 0),
  tax bigint not null check (tax >= 0),
  social_security bigint not null check (social_security >= 0),
  provident_fund bigint not null check (provident_fund >= 0),
  -- The printed content, and the logo.
  snapshot jsonb not null,
  logo_file_id integer references file,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null,
  cancelled_at timestamptz,
  cancelled_by integer references app_user,
  cancel_note text not null default '',
  check ((cancelled_at is null) = (cancelled_by is null)),
  check ((cancelled_at is null) = (cancel_note = ''))
);
create unique index tax_certificate_valid on tax_certificate (user_id, year, return, payer_tax_id) where cancelled_at is null;
create index on tax_certificate (user_id);
create index on tax_certificate (branch_id);
create index on tax_certificate (year);
create index on tax_certificate (logo_file_id);
create index on tax_certificate (created_by);
create index on tax_certificate (cancelled_by);

create function refuse_certificate_change() returns trigger language plpgsql as $$
begin
  raise exception 'a tax certificate is only cancelled, once';
end $$;
create trigger tax_certificate_is_frozen before update on tax_certificate for each row
  when (old.cancelled_at is not null or
    (to_jsonb(old) - array['cancelled_at', 'cancelled_by', 'cancel_note'])
      is distinct from (to_jsonb(new) - array['cancelled_at', 'cancelled_by', 'cancel_note']))
  execute function refuse_certificate_change();
create trigger tax_certificate_is_kept before delete or truncate on tax_certificate
  for each statement execute function refuse_change();

-- The payments of a year are found by person.
create index payroll_month_paid on payroll_month (user_id, pay_date) where status in ('approved', 'paid');
