-- The picture of the slip of a transfer. It has a table of its own, so that payments without one, which are written with every
-- registration, cost no foreign key.
create table payment_slip (
  payment_id integer primary key references payment,
  file_id integer not null references file,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null
);
create index payment_slip_file on payment_slip (file_id);
