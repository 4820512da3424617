-- Balances of accounts and of petty cash on locked days cannot be changed, and the cash of a branch without day closes is read from
-- an index.

-- The opening balance of an account is a dated row of the books. An account of all branches belongs to the books of
-- each branch.
create function refuse_locked_opening() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(b.branch_id, o.opening_day)
  from (values (new.branch_id, new.opening_day, new.opening_balance), (old.branch_id, old.opening_day, old.opening_balance))
    as o (branch_id, opening_day, opening_balance)
  join branch b on b.branch_id = coalesce(o.branch_id, b.branch_id) and not b.is_delete
  where o.opening_balance <> 0 order by b.branch_id;
  return null;
end $$;
create trigger bank_account_locked_insert after insert on bank_account for each row
  when (new.opening_balance <> 0) execute function refuse_locked_opening();
create trigger bank_account_locked_update after update on bank_account for each row
  when ((old.branch_id, old.opening_day, old.opening_balance, old.is_delete)
    is distinct from (new.branch_id, new.opening_day, new.opening_balance, new.is_delete))
  execute function refuse_locked_opening();

create function refuse_locked_petty_cash() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(p.branch_id, day_in_bangkok(new."createdAt"))
  from petty_cash p where p.petty_cash_id = new.petty_cash_id;
  return null;
end $$;
create trigger petty_cash_move_locked after insert or update of petty_cash_id, value, is_void on petty_cash_move
  for each row execute function refuse_locked_petty_cash();

-- The new index is created before the old one is dropped, because dropping it blocks readers until the migration ends.
create index payment_unclosed_covering on payment (branch_id, payment_id) include (pay_type, paid, status, over_cap)
  where closing_id is null and kind <> 'moved';
drop index payment_unclosed;
alter index payment_unclosed_covering rename to payment_unclosed;
