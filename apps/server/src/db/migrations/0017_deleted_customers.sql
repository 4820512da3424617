-- Few are deleted. Known apart from the others, they let the customers of a branch be counted from
-- customer_branch alone.
create index customer_deleted on customer (customer_id) where is_delete;
