-- Whether the cash of an entry was counted is also part of the view, so that no user tries to change the entry.

create function is_cash_counted(entry integer) returns boolean language sql stable as $$
  select exists (select from drawer_move where entry_id = entry and closing_id is not null and not is_void)
    or exists (select from petty_cash_move m join petty_cash_move c using (petty_cash_id)
      where m.entry_id = entry and not m.is_void and c.kind = 'count' and c.petty_cash_move_id > m.petty_cash_move_id)
$$;

create or replace function refuse_counted_entry() returns trigger language plpgsql as $$
begin
  if old.cash_source = 'drawer' then
    perform from drawer where branch_id = old.branch_id for no key update;
  else
    perform from petty_cash where petty_cash_id = old.petty_cash_id for no key update;
  end if;
  if is_cash_counted(old.entry_id) then
    raise exception 'the cash of entry % is counted', old.entry_id using errcode = 'KD005';
  end if;
  return new;
end $$;
