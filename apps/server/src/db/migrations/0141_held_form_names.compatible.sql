-- The name that the list of held forms shows, encrypted on its own, so that the list need not read the bodies. Null in
-- forms of the version before, which end within 24 hours.
alter table held_form add column name bytea;
