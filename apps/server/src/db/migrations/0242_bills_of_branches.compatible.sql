-- A bill that several branches share: one entry for each branch, with the same attachments.
alter table account_entry
  -- The first entry of the bill, which refers to itself; null for an entry that no other branch shares.
  add column bill_id integer references account_entry,
  add constraint account_entry_bill check (bill_id is null or payment_id is null and side = 'expenses');
create index account_entry_bill on account_entry (bill_id) where bill_id is not null;
