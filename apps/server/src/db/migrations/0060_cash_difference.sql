-- A drawer holds no negative cash: when more cash was refunded than received, the counted cash is compared with 0. Day
-- closes from before keep their difference, which was counted from the negative sum.

alter table closing
  drop constraint closing_check,
  add constraint closing_difference check (
    difference in (counted_cash - greatest(expected_cash, 0), counted_cash - expected_cash));
