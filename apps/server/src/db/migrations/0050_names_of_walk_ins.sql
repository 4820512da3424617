-- Walk-ins may have a first name only: the name then ends without a space. Dropping the column drops its indexes, which
-- are created again.
alter table customer drop column name;
alter table customer add column name text not null generated always as (btrim(fname || ' ' || sname)) stored;
create index customer_name on customer using gin (name gin_trgm_ops);
create index customer_by_name on customer (name collate thai, customer_id) where not is_delete;
create index customer_short_grams on customer using gin (short_grams(name));
