-- Undoing a match restores the accounts of its documents, and a deposit that was entered too high can be corrected.

alter table statement_match_document
  -- The account before the match; null if there was none.
  add column former_account_id integer,
  -- Whether the match left the account as it was.
  add column is_account_kept boolean not null default true;

-- The account of a locked entry cannot be changed. A match is stored before the account is set, and once an entry is
-- matched, its account cannot be changed; undoing the match removes its lines before the former account is restored.
create or replace function refuse_other_account() returns trigger language plpgsql as $$
declare
  matched record;
begin
  select case when exists (select from statement_line l where l.match_id = m.match_id)
      then m.bank_account_id else coalesce(d.former_account_id, new.bank_account_id) end as bank_account_id
  into matched from statement_match_document d join statement_match m using (match_id) where d.entry_id = old.entry_id;
  if not found then
    perform refuse_locked_day(old.branch_id, old.date);
    perform refuse_locked_day(new.branch_id, new.date);
  elsif new.bank_account_id is distinct from matched.bank_account_id then
    raise exception 'entry % is matched', old.entry_id using errcode = 'KD003';
  end if;
  return null;
end $$;

-- The difference between the entered and the actual deposit returns to the drawer, and is
-- subtracted from the account.
alter table drawer_move
  drop constraint drawer_move_check,
  add constraint drawer_move_check
    check (kind in ('correction', 'petty_cash', 'deposit') or (value > 0) = (kind in ('income', 'top_up', 'opening')));
