-- Tallies and indexes that keep lists of applications fast at a million rows.

-- Count and sums of applications. Triggers only insert rows, so that writers do not wait for each other. Readers sum
-- up the rows, and a scheduled job merges rows with the same key.
create table application_tally (
  type text not null,
  branch_id integer not null,
  status text not null,
  created_by integer not null,
  -- The day of registration in Bangkok; null in rows that sum up all days.
  day date,
  applications bigint not null,
  net bigint not null,
  paid bigint not null,
  balance bigint not null
);
create index application_tally_kind on application_tally (type, day, branch_id, status, created_by)
  include (applications, net, paid, balance);

-- Two functions, because a function can refer only to the transition tables of its own trigger.
create function tally_new_applications() returns trigger language plpgsql as $$
begin
  insert into application_tally
  select type, branch_id, status, created_by, (a."createdAt" at time zone 'Asia/Bangkok')::date,
    count(*), sum(net), sum(paid), sum(balance)
  from new_rows a where not is_delete
  group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5));
  return null;
end $$;

create function tally_changed_applications() returns trigger language plpgsql as $$
begin
  insert into application_tally
  select type, branch_id, status, created_by, (a."createdAt" at time zone 'Asia/Bangkok')::date,
    sum(sign), sum(sign * net), sum(sign * paid), sum(sign * balance)
  from (select 1 as sign, * from new_rows union all select -1, * from old_rows) a where not is_delete
  group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5))
  having (sum(sign), sum(sign * net), sum(sign * paid), sum(sign * balance)) <> (0, 0, 0, 0);
  return null;
end $$;

create trigger application_made after insert on application
  referencing new table as new_rows for each statement execute function tally_new_applications();
create trigger application_changed after update on application
  referencing new table as new_rows old table as old_rows
  for each statement execute function tally_changed_applications();
-- Applications are only marked as deleted, by is_delete: the sums of a removed row would remain in the tally.
create trigger application_stays before delete or truncate on application
  for each statement execute function refuse_change();

insert into application_tally
select type, branch_id, status, created_by, (a."createdAt" at time zone 'Asia/Bangkok')::date,
  count(*), sum(net), sum(paid), sum(balance)
from application a where not is_delete
group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5));

-- All letters and pairs of letters of a name, because trigrams find no text shorter than three letters.
create function short_grams(name text) returns text[] language sql immutable parallel safe strict as $$
  select string_to_array(lower(name), null)
    || string_to_array(regexp_replace(lower(name), '(..)', '\1|', 'g'), '|')
    || string_to_array(regexp_replace(substr(lower(name), 2), '(..)', '\1|', 'g'), '|')
$$;
create index application_short_grams on application using gin (short_grams(customer_name));

-- One index for each order of a list, and for each filter that may match few rows or none. Branch and type
-- are the last columns, except the type in application_type, so that rows of others are skipped without fetching them.
drop index application_recent;
drop index application_open;
drop index application_created_by;
create index application_recent on application ("createdAt" desc, application_id desc, branch_id, type) where not is_delete;
create index application_type on application (type, "createdAt" desc, application_id desc, branch_id) where not is_delete;
create index application_status on application (status, "createdAt" desc, application_id desc, branch_id, type) where not is_delete;
create index application_created_by on application (created_by, "createdAt" desc, application_id desc, branch_id, type) where not is_delete;
create index application_by_code on application (application_code, application_id, branch_id, type) where not is_delete;
create index application_by_name on application (customer_name collate thai, application_id, branch_id, type) where not is_delete;
create index application_by_net on application (net, application_id, branch_id, type) where not is_delete;
create index application_by_paid on application (paid, application_id, branch_id, type) where not is_delete;
create index application_by_balance on application (balance, application_id, branch_id, type) where not is_delete;
