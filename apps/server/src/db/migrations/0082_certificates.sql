-- Certificates of training and test results. A cancelled certificate keeps its number and its public page.

create table certificate (
  certificate_id integer generated always as identity primary key,
  certificate_code text not null unique,
  branch_id integer not null references branch,
  -- The name on the certificate, which stays when the customer's name changes.
  holder text not null,
  -- The day of issue.
  day date not null,
  -- The secret part of the address of the public page.
  token text not null unique check (length(token) >= 22),
  created_by integer not null references app_user,
  "createdAt" timestamptz not null,
  cancelled_at timestamptz,
  cancelled_by integer references app_user,
  cancel_note text not null default '',
  check ((cancelled_at is null) = (cancelled_by is null))
);
create index certificate_branch on certificate (branch_id);

-- The valid certificate of a passed exam; rows of the right's ledger name earlier ones.
alter table exam_right add column certificate_id integer references certificate,
  add constraint exam_right_certified check (certificate_id is null or used_at is not null);
create index exam_right_certificate on exam_right (certificate_id) where certificate_id is not null;

alter table issued_document add column certificate_id integer references certificate,
  drop constraint issued_document_kind_check,
  add constraint issued_document_kind_check
    check (kind in ('application_form', 'receipt', 'refund', 'closing', 'certificate')),
  drop constraint issued_document_belongs,
  add constraint issued_document_belongs check ((kind = 'closing') = (closing_id is not null)
    and (kind = 'certificate') = (certificate_id is not null)
    and case kind when 'closing' then application_id is null when 'certificate' then true
      else application_id is not null end);
create unique index issued_document_certificate on issued_document (certificate_id) where certificate_id is not null;

insert into role_permission (role_id, permission)
select role_id, 'exam.certificate' from role where key in ('admin', 'manager', 'registrar', 'cashier')
on conflict do nothing;
