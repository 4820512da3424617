-- The content of a refund request, and who may request a refund. The request itself is a row of approval_request.

create table refund_request (
  request_id integer primary key references approval_request,
  value bigint not null check (value > 0),
  pay_type text not null check (pay_type in ('cash', 'transfer')),
  -- The account of the payee for a transfer; empty for cash.
  payee_bank text not null default '',
  payee_account text not null default '',
  payee_name text not null default '',
  check ((pay_type = 'transfer') = (payee_account <> ''))
);

-- The lines that end, each with the amount to refund; 0 ends the line without money back.
create table refund_request_line (
  request_id integer not null references refund_request,
  line_id integer not null references application_line,
  value bigint not null check (value >= 0),
  primary key (request_id, line_id)
);
create index refund_request_line_line on refund_request_line (line_id);

create trigger refund_request_stays before update or delete or truncate on refund_request
  for each statement execute function refuse_change();
create trigger refund_request_line_stays before update or delete or truncate on refund_request_line
  for each statement execute function refuse_change();

-- Approved refunds wait to be paid out.
create index approval_request_to_pay on approval_request (branch_id, decided_at) where kind = 'refund' and state = 'approved';

insert into role_permission (role_id, permission)
select role_id, 'application.request-refund' from role where key in ('admin', 'manager', 'registrar', 'cashier')
union all select role_id, 'application.refund' from role where key in ('admin', 'owner')
on conflict do nothing;
