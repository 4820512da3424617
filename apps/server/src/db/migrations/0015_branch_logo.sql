-- A branch's own logo, and who may upload.

alter table branch add column logo_file_id integer references file;
create index branch_logo on branch (logo_file_id) where logo_file_id is not null;

-- The logo at the time of issue, so that a reprint shows it after the branch has changed its logo.
alter table issued_document add column logo_file_id integer references file;
create index issued_document_logo on issued_document (logo_file_id) where logo_file_id is not null;

-- Every user may upload, because every user may set their own photo. Which record may refer to the file depends on the
-- permissions for that record.
delete from role_permission where permission = 'file.create';
