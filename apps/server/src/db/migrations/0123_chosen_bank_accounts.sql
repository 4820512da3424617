-- The bank account of an entry can be chosen by the user.

-- Checked only when the pay type or the account changes, so that notes of older entries without an account can be
-- changed.
drop trigger account_entry_keeps_account on account_entry;
create trigger account_entry_keeps_account before update on account_entry for each row
  when (new.payment_id is null
    and (old.pay_type, old.bank_account_id) is distinct from (new.pay_type, new.bank_account_id))
  execute function name_bank_account();

-- The account of a locked entry cannot be changed, like its source of cash. It can still be matched: the match is
-- stored before the account is set, and once an entry is matched, its account cannot be changed.
create function refuse_other_account() returns trigger language plpgsql as $$
declare
  matched integer := (select m.bank_account_id from statement_match_document d join statement_match m using (match_id)
    where d.entry_id = old.entry_id);
begin
  if matched is null then
    perform refuse_locked_day(old.branch_id, old.date);
    perform refuse_locked_day(new.branch_id, new.date);
  elsif new.bank_account_id is distinct from matched then
    raise exception 'entry % is matched', old.entry_id using errcode = 'KD003';
  end if;
  return null;
end $$;
create trigger account_entry_locked_account after update on account_entry for each row
  when (new.payment_id is null and old.bank_account_id is distinct from new.bank_account_id)
  execute function refuse_other_account();
