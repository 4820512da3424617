-- The data of a printed application form. It is stored when a link to the form is created, so that the form shows the
-- state of that moment and the link always opens the same file. Deleted after the link has expired.

create table printed_form (
  printed_form_id integer generated always as identity primary key,
  view jsonb not null,
  logo_file_id integer references file,
  "createdAt" timestamptz not null default now()
);
create index printed_form_logo on printed_form (logo_file_id) where logo_file_id is not null;
