-- Customers, their applications and the money they paid. Money is in satang.

create table customer (
  customer_id integer generated always as identity primary key,
  is_foreigner boolean not null default false,
  prefix text not null,
  fname text not null,
  sname text not null,
  name text not null generated always as (fname || ' ' || sname) stored,
  idcard text not null default '',
  passport text not null default '',
  birthday date,
  address text not null default '',
  moo text not null default '',
  soi text not null default '',
  street text not null default '',
  subdistrict text not null default '',
  district text not null default '',
  province text not null default '',
  postcode text not null default '',
  phone_1 text not null default '',
  phone_2 text not null default '',
  email text not null default '',
  line text not null default '',
  privacy_notice_at timestamptz,
  note text not null default '',
  -- The branch that registered the customer first.
  branch_id integer not null references branch,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);
-- One customer per ID number or passport, across branches.
create unique index customer_idcard on customer (idcard) where idcard <> '' and not is_delete;
create unique index customer_passport on customer (passport) where passport <> '' and not is_delete;
create index customer_phone on customer (phone_1);
create index customer_name on customer using gin (name gin_trgm_ops);

-- The search text of an application. `i:` precedes an ID number or passport, so that digits match only its
-- beginning, and `p:` precedes a phone.
create function application_search(code text, name text, idcard text, passport text, phone text)
returns text language sql immutable parallel safe as $$
  select lower(concat_ws(' ', code, name, 'i:' || nullif(idcard, ''), 'i:' || nullif(passport, ''),
    'p:' || nullif(phone, '')))
$$;

create table application (
  application_id integer generated always as identity primary key,
  application_code text not null unique,
  type text not null check (type in ('course', 'exam', 'vehicle_check', 'other_fee', 'request_fee')),
  branch_id integer not null references branch,
  customer_id integer not null references customer,
  status text not null check (status in ('outstanding', 'paid', 'partial_refund', 'refunded', 'cancelled')),
  mode text not null default '',
  total bigint not null check (total >= 0),
  discount bigint not null check (discount between 0 and total),
  net bigint not null check (net = total - discount),
  paid bigint not null check (paid between 0 and net),
  balance bigint not null check (balance >= 0),
  -- Copied from the customer, so that lists are searched and sorted without a join.
  customer_name text not null,
  search text not null,
  course_name text not null default '',
  note text not null default '',
  created_by integer not null references app_user,
  updated_by integer not null references app_user,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1,
  check (status <> 'outstanding' or balance = net - paid and balance > 0),
  check (status <> 'paid' or paid = net and balance = 0)
);
create index application_recent on application (type, "createdAt" desc, application_id desc) where not is_delete;
create index application_branch_recent on application (branch_id, type, "createdAt" desc, application_id desc) where not is_delete;
create index application_open on application (branch_id, type, "createdAt" desc) where status = 'outstanding' and not is_delete;
create index application_customer on application (customer_id);
create index application_created_by on application (created_by, "createdAt" desc);
create index application_search on application using gin (search gin_trgm_ops);

create table application_line (
  line_id integer generated always as identity primary key,
  application_id integer not null references application,
  position integer not null,
  kind text not null check (kind in ('course', 'other_fee', 'request_fee')),
  course_id integer references course,
  other_fee_id integer references other_fee,
  request_fee_id integer references request_fee,
  -- Copied from the catalogue at registration; later changes of the catalogue do not change it.
  name text not null,
  promotion_id integer references promotion,
  promotion_code text not null default '',
  exam_date date,
  cost bigint not null check (cost >= 0),
  discount bigint not null check (discount between 0 and cost),
  paid bigint not null check (paid between 0 and cost - discount),
  pay_type text check (pay_type in ('cash', 'transfer')),
  note text not null default '',
  unique (application_id, position),
  check (num_nonnulls(course_id, other_fee_id, request_fee_id) = 1)
);
create index application_line_promotion on application_line (promotion_id) where promotion_id is not null;
create index application_line_course on application_line (course_id) where course_id is not null;
create index application_line_other_fee on application_line (other_fee_id) where other_fee_id is not null;
create index application_line_request_fee on application_line (request_fee_id) where request_fee_id is not null;

create table payment (
  payment_id integer generated always as identity primary key,
  payment_code text not null unique,
  application_id integer not null references application,
  branch_id integer not null references branch,
  pay_type text not null check (pay_type in ('cash', 'transfer')),
  paid bigint not null check (paid > 0),
  status text not null default 'normal' check (status in ('normal', 'delete_requested', 'deleted')),
  created_by integer not null references app_user,
  "createdAt" timestamptz not null default now(),
  version integer not null default 1
);
create index payment_application on payment (application_id);
create index payment_recent on payment (branch_id, "createdAt" desc);

-- The amounts of a payment by line.
create table payment_line (
  payment_id integer not null references payment,
  line_id integer not null references application_line,
  paid bigint not null check (paid > 0),
  primary key (payment_id, line_id)
);
create index payment_line_line on payment_line (line_id);

-- Exam rights that lines grant.
create table exam_right (
  right_id integer generated always as identity primary key,
  application_id integer not null references application,
  line_id integer not null references application_line,
  customer_id integer not null references customer,
  branch_id integer not null references branch,
  kind text not null check (kind in ('theory', 'practice')),
  valid_from date not null,
  permission_date date not null check (permission_date >= valid_from),
  disabled_at timestamptz,
  used_at timestamptz,
  version integer not null default 1,
  unique (line_id, kind)
);
create index exam_right_customer on exam_right (customer_id);
create index exam_right_application on exam_right (application_id);

create table exam_right_event (
  event_id integer generated always as identity primary key,
  right_id integer not null references exam_right,
  event text not null,
  detail jsonb not null default '{}',
  user_id integer not null references app_user,
  at timestamptz not null default now()
);
create index exam_right_event_right on exam_right_event (right_id);

-- The content of issued documents as data, so that a reprint years later shows the same figures.
create table issued_document (
  document_id integer generated always as identity primary key,
  kind text not null check (kind in ('application_form', 'receipt')),
  number text not null,
  application_id integer not null references application,
  payment_id integer references payment,
  branch_id integer not null references branch,
  snapshot jsonb not null,
  prints integer not null default 0,
  first_printed_at timestamptz,
  "createdAt" timestamptz not null default now(),
  unique (kind, number)
);
create index issued_document_application on issued_document (application_id);
create index issued_document_payment on issued_document (payment_id) where payment_id is not null;
