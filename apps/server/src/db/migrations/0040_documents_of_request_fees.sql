-- Request fees require documents like courses and other fees; null in all three columns means every course.
alter table document_type add column request_fee_id integer references request_fee;
create index document_type_request_fee on document_type (request_fee_id) where request_fee_id is not null;

-- The function also protects tables whose rows may be updated, so its message names the refused statement.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of table % is not allowed', lower(tg_op), tg_table_name;
end $$;
