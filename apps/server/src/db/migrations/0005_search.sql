-- Indexes of the global search: document numbers by their beginning or end, within each branch, so that numbers of
-- other branches are not read. Collation "C" compares characters by code, independently of the database's collation.

create index application_code_start on application (branch_id, application_code collate "C");
create index application_code_end on application (branch_id, reverse(application_code) collate "C");
create index payment_code_start on payment (branch_id, payment_code collate "C");
create index payment_code_end on payment (branch_id, reverse(payment_code) collate "C");

create index customer_phone_start on customer (phone_1 collate "C");
