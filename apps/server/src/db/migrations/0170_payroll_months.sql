-- Payroll: employment and its terms as dated rows; monthly pay with its lines and steps; and its postings to the
-- books. Amounts are in satang, quantities in hundredths, rates in basis points, months YYYY-MM.

alter table user_leave drop constraint user_leave_kind_check;
alter table user_leave add constraint user_leave_kind_check check (kind in ('sick', 'personal', 'annual', 'maternity',
  'childbirth', 'newborn_illness', 'unpaid', 'absence', 'other'));

alter table user_salary
  add column pay_as text not null default 'employee' check (pay_as in ('employee', 'contractor')),
  add column sso_member boolean not null default true,
  add column ewf_exempt boolean not null default false,
  add column pvd_rate integer not null default 0 check (pvd_rate between 0 and 1500),
  -- Allowances that the employee claims in the form ล.ย.01; empty for none.
  add column tax_allowances jsonb not null default '{}';

-- Periods of employment; a person who is hired again gets a new row. The start and end date of the employee are those
-- of the last row.
create table employment_period (
  employment_period_id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  "start" date not null,
  -- Null while employed.
  "end" date,
  check ("end" >= "start"),
  constraint employment_period_once exclude using gist
    (int4range(user_id, user_id, '[]') with &&, daterange("start", "end", '[]') with &&)
);
create index on employment_period (user_id);

-- The terms of a person's pay, valid from a day on.
create table pay_terms (
  pay_terms_id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  valid_from date not null,
  branch_id integer not null references branch,
  position text not null,
  is_salary_daily boolean not null,
  pay_as text not null check (pay_as in ('employee', 'contractor')),
  salary bigint not null check (salary >= 0),
  extra_salary bigint not null check (extra_salary >= 0),
  sso_salary bigint not null check (sso_salary >= 0),
  sso_member boolean not null,
  ewf_exempt boolean not null,
  pvd_rate integer not null,
  tax_allowances jsonb not null,
  -- Null for rows that the migration or the demo school created.
  created_by integer references app_user,
  "createdAt" timestamptz not null default now(),
  constraint pay_terms_once unique (user_id, valid_from)
);
create index on pay_terms (branch_id);
create index on pay_terms (created_by);

-- Stores the present terms of a person as the terms that are valid from a day on.
create function record_pay_terms(person integer, since date, recorded_by integer) returns void language sql as $$
  insert into pay_terms (user_id, valid_from, branch_id, position, is_salary_daily, pay_as, salary, extra_salary, sso_salary,
    sso_member, ewf_exempt, pvd_rate, tax_allowances, created_by)
  select user_id, since, u.branch_id, u.position, coalesce(s.is_salary_daily, false), coalesce(s.pay_as, 'employee'),
    coalesce(s.salary, 0), coalesce(s.extra_salary, 0), coalesce(s.sso_salary, 0), coalesce(s.sso_member, true),
    coalesce(s.ewf_exempt, false), coalesce(s.pvd_rate, 0), coalesce(s.tax_allowances, '{}'), recorded_by
  from app_user u left join user_salary s using (user_id) where user_id = person
  on conflict (user_id, valid_from) do update set branch_id = excluded.branch_id, position = excluded.position,
    is_salary_daily = excluded.is_salary_daily, pay_as = excluded.pay_as, salary = excluded.salary,
    extra_salary = excluded.extra_salary, sso_salary = excluded.sso_salary, sso_member = excluded.sso_member,
    ewf_exempt = excluded.ewf_exempt, pvd_rate = excluded.pvd_rate, tax_allowances = excluded.tax_allowances,
    created_by = excluded.created_by
$$;

-- The first day of people whose start date is unknown.
insert into employment_period (user_id, "start", "end")
select user_id, coalesce(start_date, least(end_date, '2000-01-01')), end_date from app_user where not is_delete;
select record_pay_terms(user_id, coalesce(start_date, least(end_date, '2000-01-01')), null) from app_user where not is_delete;

-- Income, tax and contributions of a tax year that this system did not pay: by a previous employer, or by the school
-- before it used the system.
create table payroll_opening (
  payroll_opening_id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  -- Year of the common era (CE).
  year integer not null check (year between 2000 and 2200),
  type text not null check (type in ('earlier_months', 'previous_employer')),
  regular bigint not null default 0 check (regular >= 0),
  irregular bigint not null default 0 check (irregular >= 0),
  tax bigint not null default 0 check (tax >= 0),
  sso bigint not null default 0 check (sso >= 0),
  provident_fund bigint not null default 0 check (provident_fund >= 0),
  created_by integer references app_user,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  constraint payroll_opening_once unique (user_id, year, type)
);
create index on payroll_opening (created_by);

create table payroll_setting (
  payroll_setting_id integer primary key default 1 check (payroll_setting_id = 1),
  pro_rata text not null default 'thirty' check (pro_rata in ('thirty', 'calendar')),
  -- The day of the month on which pay is due; in a shorter month its last day.
  pay_day integer not null default 31 check (pay_day between 1 and 31),
  -- Branches that do not contribute to the Employee Welfare Fund.
  ewf_off_branches integer[] not null default '{}',
  -- The number of the employer's account with social security.
  sso_account text not null default '',
  sso_branch text not null default '000000',
  version integer not null default 1
);
insert into payroll_setting default values;

-- Advances and loans. Their payout is not an expense; repayments are lines of approved months.
create table payroll_loan (
  payroll_loan_id integer generated always as identity primary key,
  user_id integer not null references app_user,
  type text not null check (type in ('advance', 'loan')),
  principal bigint not null check (principal between 1 and 999999999),
  instalment bigint not null check (instalment between 1 and 999999999),
  first_month text not null check (first_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- When the money was paid out.
  day date not null,
  pay_type text not null check (pay_type in ('cash', 'transfer')),
  drawer_move_id integer unique references drawer_move,
  -- Whether the employee agreed in writing to the deduction.
  has_consent boolean not null default false,
  note text not null default '',
  is_cancelled boolean not null default false,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);
create index on payroll_loan (user_id);
create index on payroll_loan (created_by);

-- The posting of a branch to the books for a month, or its reversal.
create table payroll_posting (
  payroll_posting_id integer generated always as identity primary key,
  branch_id integer not null references branch,
  month text not null,
  pay_date date not null,
  is_reversal boolean not null,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null
);
create index on payroll_posting (branch_id, month);
create index on payroll_posting (created_by);

-- Payments of monthly pay. They pay amounts that were posted before, and are not another expense.
create table payroll_payment (
  payroll_payment_id integer generated always as identity primary key,
  branch_id integer not null references branch,
  month text not null,
  pay_date date not null,
  pay_type text not null check (pay_type in ('cash', 'transfer')),
  bank_account_id integer references bank_account,
  drawer_move_id integer unique references drawer_move,
  value bigint not null check (value >= 0),
  created_by integer not null references app_user,
  "createdAt" timestamptz not null,
  check (pay_type = 'transfer' or bank_account_id is null)
);
create index on payroll_payment (branch_id, month);
create index on payroll_payment (bank_account_id);
create index on payroll_payment (created_by);

-- The pay of a person for a month. A person has only one row for each month.
create table payroll_month (
  payroll_id integer generated always as identity primary key,
  user_id integer not null references app_user,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- The branch, the position and the kind of employment on the last employed day.
  branch_id integer not null references branch,
  position text not null,
  pay_as text not null check (pay_as in ('employee', 'contractor')),
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'confirmed', 'approved', 'paid', 'returned', 'void')),
  revision integer not null default 0,
  -- The pay day, which determines the tax year and the day in the books.
  pay_date date not null,
  pay_type text not null check (pay_type in ('cash', 'transfer')),
  bank text not null default '',
  bank_acc text not null default '',
  income bigint not null default 0 check (income >= 0),
  deduction bigint not null default 0 check (deduction >= 0),
  net bigint not null generated always as (income - deduction) stored check (income >= deduction),
  -- Income minus the deductions that reduce pay: the cost of the school without the employer's contributions.
  gross bigint not null default 0,
  -- The wages for and contributions to the funds, and the taxable income.
  sso_wage bigint not null default 0,
  sso_base bigint not null default 0,
  sso_employee bigint not null default 0,
  sso_employer bigint not null default 0,
  ewf_wage bigint not null default 0,
  ewf_employee bigint not null default 0,
  ewf_employer bigint not null default 0,
  provident_fund bigint not null default 0,
  taxable_regular bigint not null default 0,
  taxable_irregular bigint not null default 0,
  tax bigint not null default 0,
  -- The parts of the proposed tax, and the yearly tax with which the next month compares; null after an override.
  regular_tax bigint not null default 0,
  irregular_tax bigint not null default 0,
  tax_plan bigint,
  -- Overtime: [{kind, hours}].
  overtime jsonb not null default '[]',
  -- Unpaid days, and paid days of employees with daily wages.
  unpaid_days integer not null default 0,
  -- The record of the employee's consent to deductions above the limits; empty for none.
  consent text not null default '',
  note text not null default '',
  -- Why it was last returned or reopened.
  return_note text not null default '',
  submitted_by integer references app_user,
  confirmed_by integer references app_user,
  approved_by integer references app_user,
  approved_at timestamptz,
  paid_by integer references app_user,
  -- The number of the payslip; a reopened month keeps it.
  payslip_code text unique,
  payroll_posting_id integer references payroll_posting,
  payroll_payment_id integer references payroll_payment,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  version integer not null default 1,
  constraint payroll_month_once unique (user_id, month),
  check ((status in ('approved', 'paid')) = (payroll_posting_id is not null)),
  check ((status = 'paid') = (payroll_payment_id is not null)),
  check (status not in ('approved', 'paid') or payslip_code is not null)
);
create index on payroll_month (branch_id, month);
create index on payroll_month (month);
create index on payroll_month (submitted_by);
create index on payroll_month (confirmed_by);
create index on payroll_month (approved_by);
create index on payroll_month (paid_by);
create index on payroll_month (created_by);
create index on payroll_month (payroll_posting_id);
create index on payroll_month (payroll_payment_id);

create table payroll_line (
  payroll_line_id integer generated always as identity primary key,
  payroll_id integer not null references payroll_month,
  place integer not null,
  -- Null for lines that need no item, such as the salary.
  list_payroll_id integer references list_payroll,
  type text not null check (type in ('income', 'deduction')),
  category text not null,
  name text not null,
  condition text not null check (condition in ('fill', 'multiply')),
  title_value text not null,
  per_value bigint not null,
  value bigint not null,
  amount bigint not null check (amount >= 0),
  -- The part of a deduction that exceeds the pay; it is deducted in a later month.
  carried bigint not null default 0 check (carried >= 0),
  posting text check (posting in ('reduces_pay', 'withheld_for', 'recovers_advance', 'school_income')),
  taxable boolean not null,
  in_sso_base boolean not null,
  regular boolean not null,
  -- The source that proposed the line; null if a user added it.
  source text,
  -- How the proposed amount was computed: calculation steps of the domain.
  explanation jsonb not null default '[]',
  -- The proposed amount if a user changed it, and the reason.
  proposed bigint,
  override_reason text check (override_reason <> ''),
  -- The work that the line pays: [{day, name, quantity}].
  work jsonb not null default '[]',
  payroll_loan_id integer references payroll_loan,
  check ((type = 'income') = (posting is null)),
  check (override_reason is null or source is not null),
  check ((override_reason is null) = (proposed is null)),
  unique (payroll_id, source)
);
create index on payroll_line (payroll_id, place);
create index on payroll_line (list_payroll_id) where list_payroll_id is not null;
create index on payroll_line (payroll_loan_id) where payroll_loan_id is not null;

create table payroll_step (
  payroll_step_id integer generated always as identity primary key,
  payroll_id integer not null references payroll_month,
  step text not null,
  note text not null default '',
  created_by integer not null references app_user,
  "createdAt" timestamptz not null
);
create index on payroll_step (payroll_id);
create index on payroll_step (created_by);
create trigger payroll_step_is_append_only before update or delete or truncate on payroll_step
  for each statement execute function refuse_change();

-- The figures of an approved month cannot be changed.
create function refuse_approved_lines() returns trigger language plpgsql as $$
begin
  if exists (select from payroll_month where payroll_id = coalesce(new.payroll_id, old.payroll_id)
      and status not in ('draft', 'returned')) then
    raise exception 'payroll month % is not a draft', coalesce(new.payroll_id, old.payroll_id);
  end if;
  return coalesce(new, old);
end $$;
create trigger payroll_line_frozen before insert or update or delete on payroll_line
  for each row execute function refuse_approved_lines();
create function refuse_approved_figures() returns trigger language plpgsql as $$
begin
  raise exception 'payroll month % is not a draft', old.payroll_id;
end $$;
create trigger payroll_month_frozen before update on payroll_month for each row
  when (old.status not in ('draft', 'returned') and (old.user_id, old.month, old.branch_id, old.pay_as, old.income,
      old.deduction, old.gross, old.sso_employer, old.ewf_employer, old.tax)
    is distinct from (new.user_id, new.month, new.branch_id, new.pay_as, new.income, new.deduction, new.gross,
      new.sso_employer, new.ewf_employer, new.tax))
  execute function refuse_approved_figures();

-- Payroll entries in the books. They have vouchers, and change only together with their months.
alter table account_entry
  add column payroll_posting_id integer references payroll_posting,
  add column payroll_leg text,
  add check ((payroll_posting_id is null) = (payroll_leg is null)),
  add check (payroll_posting_id is null or payment_id is null and status = 'posted');
alter table account_entry drop constraint account_entry_check2;
alter table account_entry add constraint account_entry_check2 check (payment_id is not null
  -- The sum of a branch; negative when a reopened month is reversed.
  or payroll_posting_id is not null
  or not is_reversal and value between case when status = 'posted' then 1 else 0 end and 999999999);
create index account_entry_payroll on account_entry (payroll_posting_id) where payroll_posting_id is not null;

alter table list_expenses drop constraint list_expenses_system_key_check;
alter table list_expenses add constraint list_expenses_system_key_check
  check (system_key in ('cash_short', 'cash_over', 'payroll', 'payroll_recovery'));
insert into list_expenses (name, category, type, "group", detail, status, system_key) values
  ('เงินเดือนและค่าจ้าง', 'expenses', 'general', '', 'ระบบบันทึกเมื่ออนุมัติเงินเดือน', 'open', 'payroll'),
  ('เงินที่หักจากเงินเดือน', 'other_income', 'general', '', 'ระบบบันทึกรายหักที่เป็นรายได้ของโรงเรียนเมื่ออนุมัติเงินเดือน', 'open', 'payroll_recovery');

-- Existing roles get the permissions that the default roles have in a new database.
insert into role_permission (role_id, permission)
select role_id, 'payroll.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'submit confirm approve pay export'),
  ('owner', 'confirm approve export'),
  ('manager', 'submit confirm pay export'),
  ('accountant', 'view confirm pay export'),
  ('hr', 'submit export')
) granted (key, actions) using (key) on conflict do nothing;
