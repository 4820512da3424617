-- Sums by branch of the payments that no day close has counted; a branch that never closed a day has hundreds of
-- thousands of them. Each statement on payment adds a row; a job merges the rows of a branch. Amounts are in satang;
-- refunds are negative; voided receipts and amounts above the limit are not included.
create table open_payment_tally (
  branch_id integer not null,
  -- Number of payments with any status.
  movements bigint not null,
  receipts bigint not null,
  refunds bigint not null,
  transfers bigint not null
);
create index open_payment_tally_branch on open_payment_tally (branch_id) include (movements, receipts, refunds, transfers);

create function tally_open_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into open_payment_tally
    select branch_id, count(*),
      coalesce(sum(paid) filter (where pay_type = 'cash' and paid > 0 and status <> 'deleted' and not over_cap), 0),
      coalesce(sum(paid) filter (where pay_type = 'cash' and paid < 0 and status <> 'deleted' and not over_cap), 0),
      coalesce(sum(paid) filter (where pay_type = 'transfer' and status <> 'deleted' and not over_cap), 0)
    from new_rows where closing_id is null and kind <> 'moved' group by branch_id;
    return null;
  end if;
  insert into open_payment_tally
  select * from (
    select branch_id, sum(sign) as movements,
      coalesce(sum(sign * paid) filter (where pay_type = 'cash' and paid > 0 and status <> 'deleted' and not over_cap), 0) as receipts,
      coalesce(sum(sign * paid) filter (where pay_type = 'cash' and paid < 0 and status <> 'deleted' and not over_cap), 0) as refunds,
      coalesce(sum(sign * paid) filter (where pay_type = 'transfer' and status <> 'deleted' and not over_cap), 0) as transfers
    from (select 1 as sign, * from new_rows union all select -1, * from old_rows) p
    where closing_id is null and kind <> 'moved' group by branch_id
  ) sums where (movements, receipts, refunds, transfers) <> (0, 0, 0, 0);
  return null;
end $$;

-- The triggers lock the table against writes, so that no payment is missing below.
create trigger payment_open_tally_insert after insert on payment
  referencing new table as new_rows for each statement execute function tally_open_payments();
create trigger payment_open_tally_update after update on payment
  referencing new table as new_rows old table as old_rows
  for each statement execute function tally_open_payments();

insert into open_payment_tally
select branch_id, count(*),
  coalesce(sum(paid) filter (where pay_type = 'cash' and paid > 0 and status <> 'deleted' and not over_cap), 0),
  coalesce(sum(paid) filter (where pay_type = 'cash' and paid < 0 and status <> 'deleted' and not over_cap), 0),
  coalesce(sum(paid) filter (where pay_type = 'transfer' and status <> 'deleted' and not over_cap), 0)
from payment where closing_id is null and kind <> 'moved' group by branch_id;

create or replace function drawer_balance(branch integer) returns bigint language sql stable as $$
  select coalesce((select next_float from closing where branch_id = branch order by closing_id desc limit 1), 0)
    + coalesce((select sum(receipts + refunds) from open_payment_tally where branch_id = branch), 0)::bigint
    + coalesce((select sum(value) from drawer_move where branch_id = branch and closing_id is null and not is_void), 0)::bigint
$$;
