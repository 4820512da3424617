-- The theory exam that belongs to a practice exam is looked up for every booking of the worklist: by customer and kind, so that
-- the other rights of the customer are not read.

create index exam_right_customer_kind on exam_right (customer_id, kind);
drop index exam_right_customer;
