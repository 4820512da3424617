-- For every booking of the worklist, the theory exam that belongs to a practice exam is looked up. The index finds it
-- by customer and kind, without reading the other rights of the customer.

create index exam_right_customer_kind on exam_right (customer_id, kind);
drop index exam_right_customer;
