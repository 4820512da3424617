-- The picture of a transfer slip. It is in a separate table, so that payments without a picture, which every
-- registration writes, need no foreign key.
create table payment_slip (
  payment_id integer primary key references payment,
  file_id integer not null references file,
  created_by integer not null references app_user,
  "createdAt" timestamptz not null
);
create index payment_slip_file on payment_slip (file_id);
