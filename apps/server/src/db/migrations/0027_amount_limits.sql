-- The limit of amounts: 9,999,999.99 baht a line and a hundred lines an application (`maxAmount` and `maxTotal` of the
-- domain). Stored amounts above it keep their rows: `over_cap` marks them, and no sum counts their money.

alter table application add column over_cap boolean not null default false;
alter table application_line add column over_cap boolean not null default false;
alter table payment add column over_cap boolean not null default false;

create or replace function tally_new_applications() returns trigger language plpgsql as $$
begin
  insert into application_tally
  select type, branch_id, status, created_by, (a."createdAt" at time zone 'Asia/Bangkok')::date,
    count(*), sum(net * counted), sum(paid * counted), sum(balance * counted), sum(paid_cash * counted),
    sum(paid_transfer * counted)
  from (select *, (not over_cap)::int as counted from new_rows) a where not is_delete
  group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5));
  return null;
end $$;

create or replace function tally_changed_applications() returns trigger language plpgsql as $$
begin
  insert into application_tally
  select type, branch_id, status, created_by, (a."createdAt" at time zone 'Asia/Bangkok')::date,
    sum(sign), sum(counted * net), sum(counted * paid), sum(counted * balance), sum(counted * paid_cash),
    sum(counted * paid_transfer)
  from (
    select 1 as sign, (not over_cap)::int as counted, * from new_rows
    union all select -1, -(not over_cap)::int, * from old_rows
  ) a where not is_delete
  group by grouping sets ((1, 2, 3, 4), (1, 2, 3, 4, 5))
  having (sum(sign), sum(counted * net), sum(counted * paid), sum(counted * balance), sum(counted * paid_cash),
    sum(counted * paid_transfer)) <> (0, 0, 0, 0, 0, 0);
  return null;
end $$;

create or replace function tally_new_payments() returns trigger language plpgsql as $$
begin
  insert into payment_tally
  select branch_id, type, status, pay_type, created_by, (p."createdAt" at time zone 'Asia/Bangkok')::date, count(*),
    sum(paid * (not over_cap)::int)
  from new_rows p group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6));
  return null;
end $$;

create or replace function tally_changed_payments() returns trigger language plpgsql as $$
begin
  insert into payment_tally
  select branch_id, type, status, pay_type, created_by, (p."createdAt" at time zone 'Asia/Bangkok')::date, sum(sign),
    sum(counted * paid)
  from (
    select 1 as sign, (not over_cap)::int as counted, * from new_rows
    union all select -1, -(not over_cap)::int, * from old_rows
  ) p
  group by grouping sets ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6))
  having (sum(sign), sum(counted * paid)) <> (0, 0);
  return null;
end $$;

-- One by one, because the tallies could not hold the sum of some thousands of such amounts. The triggers take the
-- amounts out of the tallies.
do $$
declare
  id integer;
begin
  update application_line set over_cap = true where cost > 999999999;
  for id in select application_id from application a where total > 99999999900
    or exists (select from application_line l where l.application_id = a.application_id and l.over_cap)
  loop
    update application set over_cap = true where application_id = id;
  end loop;
  for id in select payment_id from payment p where abs(p.paid) > 99999999900
    or exists (select from payment_line l where l.payment_id = p.payment_id and abs(l.paid) > 999999999)
  loop
    update payment set over_cap = true where payment_id = id;
  end loop;
end $$;

-- No school sells at such a price: the item is deactivated and gets the highest price that can be entered. The audit
-- trail records it.
with changed as (
  update course c set price = 999999999, is_activate = false, version = c.version + 1
  from course stored where stored.course_id = c.course_id and c.price > 999999999
  returning 'course' as entity, c.course_id as id, stored.price, stored.is_activate
), changed_other as (
  update other_fee c set price = 999999999, is_activate = false, version = c.version + 1
  from other_fee stored where stored.other_fee_id = c.other_fee_id and c.price > 999999999
  returning 'other_fee', c.other_fee_id, stored.price, stored.is_activate
), changed_request as (
  update request_fee c set price = 999999999, is_activate = false, version = c.version + 1
  from request_fee stored where stored.request_fee_id = c.request_fee_id and c.price > 999999999
  returning 'request_fee', c.request_fee_id, stored.price, stored.is_activate
)
insert into audit_log (user_id, address, request_id, call, entity, entity_id, before, after)
select null, '', '', 'PUT ' || replace(entity, '_', '') || '/update', entity, id::text,
  jsonb_build_object('price', price, 'is_activate', is_activate),
  jsonb_build_object('price', 999999999, 'is_activate', false)
from (select * from changed union all select * from changed_other union all select * from changed_request) all_changed;

with changed as (
  update user_salary u set salary = least(u.salary, 999999999), extra_salary = least(u.extra_salary, 999999999),
    sso_salary = least(u.sso_salary, 999999999)
  from user_salary stored
  where stored.user_id = u.user_id and greatest(u.salary, u.extra_salary, u.sso_salary) > 999999999
  returning u.user_id, stored.salary, stored.extra_salary, stored.sso_salary, u.salary as new_salary,
    u.extra_salary as new_extra, u.sso_salary as new_sso
)
insert into audit_log (user_id, address, request_id, call, entity, entity_id, before, after)
select null, '', '', 'PUT user/update', 'app_user', user_id::text,
  jsonb_build_object('salary', salary, 'extra_salary', extra_salary, 'sso_salary', sso_salary),
  jsonb_build_object('salary', new_salary, 'extra_salary', new_extra, 'sso_salary', new_sso)
from changed;

set constraints all immediate;

alter table application add constraint application_total_max check (over_cap or total <= 99999999900);
alter table application_line add constraint application_line_cost_max check (over_cap or cost <= 999999999);
alter table payment add constraint payment_paid_max check (over_cap or abs(paid) <= 99999999900);
alter table course add constraint course_price_max check (price <= 999999999);
alter table other_fee add constraint other_fee_price_max check (price <= 999999999);
alter table request_fee add constraint request_fee_price_max check (price <= 999999999);
alter table user_salary add constraint user_salary_max
  check (greatest(salary, extra_salary, sso_salary) <= 999999999);

-- Indexes to count the rows whose money is not included in a sum.
create index application_over_cap on application (application_id) where over_cap;
create index payment_over_cap on payment (payment_id) where over_cap;

-- A customer is found by the second phone, too.
create index customer_phone_2_start on customer (phone_2 collate "C") where phone_2 <> '';
