-- A branch's own logo, and who may upload.

alter table branch add column logo_file_id integer references file;
create index branch_logo on branch (logo_file_id) where logo_file_id is not null;

-- The logo that a document was issued under: a reprint shows it, whatever the branch took since.
alter table issued_document add column logo_file_id integer references file;
create index issued_document_logo on issued_document (logo_file_id) where logo_file_id is not null;

-- Everybody may upload now, since everybody may set his own photo: what an upload may be used for is
-- decided by the right to the record that refers to it.
delete from role_permission where permission = 'file.create';
