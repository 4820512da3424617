-- The list of customers, merges of duplicate records, and the privacy notice. Migration 0018 renames the triggers and
-- their functions.

alter table customer
  -- The record into which this one was merged; this one is then marked as deleted.
  add column merged_into integer references customer,
  add column privacy_notice_version text not null default '',
  -- Null if it is not known who gave the notice.
  add column privacy_notice_by integer references app_user,
  -- Like the search text of an application, without a document number.
  add column search text not null generated always as
    (application_search(null, fname || ' ' || sname, idcard, passport, phone_1)) stored,
  add constraint customer_merged_is_out check (merged_into is null or is_delete and merged_into <> customer_id);
update customer set privacy_notice_version = '2569-1' where privacy_notice_at is not null;
alter table customer add constraint customer_notice_has_version
  check ((privacy_notice_at is null) = (privacy_notice_version = ''));
create index customer_merged on customer (merged_into) where merged_into is not null;
-- A search for the ID or passport number of a merged record finds the record that remains.
create index customer_merged_idcard on customer (idcard) where merged_into is not null and idcard <> '';
create index customer_merged_passport on customer (passport) where merged_into is not null and passport <> '';

-- The remaining record of a customer: the given one, or the one into which it was merged, also after several merges.
create function kept_customer(id integer) returns integer language sql stable parallel safe as $$
  with recursive chain as (
    select customer_id, merged_into from customer where customer_id = id
    union all
    select c.customer_id, c.merged_into from chain join customer c on c.customer_id = chain.merged_into)
  select customer_id from chain where merged_into is null
$$;

-- A recorded privacy notice cannot be removed.
create function refuse_unsaying() returns trigger language plpgsql as $$
begin
  raise exception 'a privacy notice that was given stays given';
end $$;
create trigger customer_notice_stays before update of privacy_notice_at on customer
  for each row when (old.privacy_notice_at is not null and new.privacy_notice_at is null)
  execute function refuse_unsaying();

-- The branches of a customer: the one that registered the customer first, and all with an application of the customer.
-- Kept by triggers, because deriving them from the applications of a branch takes a second.
create table customer_branch (
  branch_id integer not null references branch,
  customer_id integer not null references customer,
  primary key (branch_id, customer_id)
);
create unique index customer_branch_customer on customer_branch (customer_id, branch_id);

create function meet_customers() returns trigger language plpgsql as $$
begin
  insert into customer_branch select distinct branch_id, customer_id from new_rows on conflict do nothing;
  return null;
end $$;
create trigger customer_is_met after insert on customer
  referencing new table as new_rows for each statement execute function meet_customers();
create trigger application_meets after insert on application
  referencing new table as new_rows for each statement execute function meet_customers();

create function meet_customer() returns trigger language plpgsql as $$
begin
  insert into customer_branch values (new.branch_id, new.customer_id) on conflict do nothing;
  return null;
end $$;
create trigger application_is_moved after update of customer_id, branch_id on application
  for each row when ((old.customer_id, old.branch_id) <> (new.customer_id, new.branch_id))
  execute function meet_customer();

insert into customer_branch
select branch_id, customer_id from customer union select branch_id, customer_id from application;

-- Indexes of the list: for each order, each search and each filter that may match few rows.
create index customer_recent on customer ("createdAt" desc, customer_id desc) where not is_delete;
create index customer_by_name on customer (name collate thai, customer_id) where not is_delete;
create index customer_search on customer using gin (search gin_trgm_ops);
create index customer_short_grams on customer using gin (short_grams(name));
create index customer_foreign on customer (customer_id) where is_foreigner and not is_delete;
create index customer_with_notice on customer (customer_id) where privacy_notice_at is not null and not is_delete;
create index customer_without_notice on customer (customer_id) where privacy_notice_at is null and not is_delete;
-- Customers who may have a second record: those without an ID number and foreigners. Thai ID numbers are unique.
create index customer_doubtful on customer (customer_id) where (idcard = '' or is_foreigner) and not is_delete;

insert into role_permission (role_id, permission)
select role_id, permission
from role, unnest(array['customer.merge', 'customer.export']) permission
where key in ('admin', 'owner', 'manager')
on conflict do nothing;
