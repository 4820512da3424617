-- Amounts that a day close or a count has counted cannot be changed, a closed petty cash contains no money, and the
-- day of a counted movement cannot be changed once it is locked.

-- Notes, payees and attachments stay open. Before the update, because the movement still is the one that was counted.
create function refuse_counted_entry() returns trigger language plpgsql as $$
begin
  if old.cash_source = 'drawer' then
    perform from drawer where branch_id = old.branch_id for no key update;
  else
    perform from petty_cash where petty_cash_id = old.petty_cash_id for no key update;
  end if;
  if exists (select from drawer_move where entry_id = old.entry_id and closing_id is not null and not is_void)
    or exists (select from petty_cash_move m join petty_cash_move c using (petty_cash_id)
      where m.entry_id = old.entry_id and not m.is_void and c.kind = 'count'
        and c.petty_cash_move_id > m.petty_cash_move_id) then
    raise exception 'the cash of entry % is counted', old.entry_id using errcode = 'KD005';
  end if;
  return new;
end $$;
create trigger account_entry_counted before update on account_entry for each row
  when (old.payment_id is null and old.status = 'posted' and old.cash_source in ('drawer', 'petty_cash')
    and (old.branch_id, old.side, old.status, old.date, old.value, old.wht_value, old.pay_type, old.name,
        old.list_expenses_id, old.is_pass_through, old.cash_source, old.petty_cash_id)
      is distinct from (new.branch_id, new.side, new.status, new.date, new.value, new.wht_value, new.pay_type, new.name,
        new.list_expenses_id, new.is_pass_through, new.cash_source, new.petty_cash_id))
  execute function refuse_counted_entry();

create or replace function guard_petty_cash_move() returns trigger language plpgsql as $$
declare
  changed integer[] := array[new.petty_cash_id];
  bad record;
begin
  if tg_op = 'UPDATE' then
    changed := changed || old.petty_cash_id;
  end if;
  perform from petty_cash where petty_cash_id = any(changed) order by petty_cash_id for no key update;
  if tg_op = 'UPDATE' and not old.is_void and exists (select from petty_cash_move
      where petty_cash_id = old.petty_cash_id and kind = 'count' and petty_cash_move_id > old.petty_cash_move_id) then
    raise exception 'the petty cash % was counted since', old.petty_cash_id using errcode = 'KD005';
  end if;
  select p.balance, p.limit_value into bad
  from (select case when is_activate then limit_value else 0 end as limit_value,
      petty_cash_balance(petty_cash_id) as balance
    from petty_cash where petty_cash_id = any(changed)) p
  where p.balance < 0 or p.balance > p.limit_value limit 1;
  if found then
    raise exception 'the petty cash would hold % of %', bad.balance, bad.limit_value
      using errcode = 'KD006', detail = json_build_object('balance', bad.balance, 'limit', bad.limit_value);
  end if;
  return null;
end $$;

-- A change writes the movement anew at the time of the change; the day on which it stood is checked, too.
create or replace function refuse_locked_petty_cash() returns trigger language plpgsql as $$
begin
  perform refuse_locked_day(p.branch_id, day_in_bangkok(new."createdAt"))
  from petty_cash p where p.petty_cash_id = new.petty_cash_id;
  if tg_op = 'UPDATE' and not old.is_void then
    perform refuse_locked_day(p.branch_id, day_in_bangkok(old."createdAt"))
    from petty_cash p where p.petty_cash_id = old.petty_cash_id;
  end if;
  return null;
end $$;

create or replace function guard_petty_cash() returns trigger language plpgsql as $$
declare
  balance bigint := petty_cash_balance(new.petty_cash_id);
  most bigint := case when new.is_activate then new.limit_value else 0 end;
begin
  if balance > most then
    raise exception 'the petty cash % holds %', new.petty_cash_id, balance
      using errcode = 'KD006', detail = json_build_object('balance', balance, 'limit', most);
  end if;
  return null;
end $$;
