-- The count reads customer_branch and excludes deleted customers through this index, without reading customer.
create index customer_deleted on customer (customer_id) where is_delete;
