-- The money held for others is the sum of all days up to one. It is a small part of the tallies, which were read
-- completely for it with each list of the books.
create index account_tally_passed_on on account_tally (branch_id, date)
  include (side, pay_type, list_expenses_id, entries, value) where is_pass_through and status = 'posted';
