-- Walk-in customers: they pay only other fees or a vehicle check, and have no ID number. An ID or passport number makes
-- them ordinary customers. Existing records without one stay ordinary: they are duplicates or imports, which clerks complete or merge.
alter table customer
  add column is_walk_in boolean not null default false,
  add constraint customer_walk_in_has_no_number check (not is_walk_in or idcard = '' and passport = '');
