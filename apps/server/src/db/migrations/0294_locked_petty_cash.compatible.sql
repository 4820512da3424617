-- The petty cash that paid a locked entry cannot be changed, like the entry's source of cash.
drop trigger account_entry_locked_cash on account_entry;
create trigger account_entry_locked_cash after update of cash_source, petty_cash_id on account_entry for each row
  when ((old.cash_source, old.petty_cash_id) is distinct from (new.cash_source, new.petty_cash_id))
  execute function refuse_locked_entry();
