-- Few customers are deleted. With an index of these, the customers of a branch are counted from customer_branch alone.
create index customer_deleted on customer (customer_id) where is_delete;
