-- A bill that several branches share: an entry of each, with the same attachments.
alter table account_entry
  -- The first entry of the bill, which has its own id here; null for an entry of one branch.
  add column bill_id integer references account_entry,
  add constraint account_entry_bill check (bill_id is null or payment_id is null and side = 'expenses');
create index account_entry_bill on account_entry (bill_id) where bill_id is not null;
