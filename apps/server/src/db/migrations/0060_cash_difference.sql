-- A drawer cannot contain negative cash: when more cash was refunded than received, the counted cash is compared with
-- 0. Earlier day closes keep their difference, which was computed from the negative sum.

alter table closing
  drop constraint closing_check,
  add constraint closing_difference check (
    difference in (counted_cash - greatest(expected_cash, 0), counted_cash - expected_cash));
