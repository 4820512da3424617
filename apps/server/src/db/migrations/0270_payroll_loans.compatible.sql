-- The branch that paid out an advance or a loan, and repayments outside of the pay. Until now, no endpoint wrote
-- loans.

alter table payroll_loan add column branch_id integer not null references branch;
create index on payroll_loan (branch_id);

create table payroll_loan_repayment (
  payroll_loan_repayment_id integer generated always as identity primary key,
  payroll_loan_id integer not null references payroll_loan,
  value bigint not null check (value between 1 and 999999999),
  day date not null,
  pay_type text not null check (pay_type in ('cash', 'transfer')),
  drawer_move_id integer unique references drawer_move,
  note text not null default '',
  created_by integer not null references app_user,
  "createdAt" timestamptz not null
);
create index on payroll_loan_repayment (payroll_loan_id);
create index on payroll_loan_repayment (created_by);
