-- What the search over everything finds by: numbers by their beginning or their end, branch by
-- branch, so that numbers of other branches cost nothing. "C" compares letter by letter, whatever
-- the database's own order is.

create index application_code_start on application (branch_id, application_code collate "C");
create index application_code_end on application (branch_id, reverse(application_code) collate "C");
create index payment_code_start on payment (branch_id, payment_code collate "C");
create index payment_code_end on payment (branch_id, reverse(payment_code) collate "C");

create index customer_phone_start on customer (phone_1 collate "C");
