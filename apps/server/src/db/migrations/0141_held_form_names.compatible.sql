-- The name that the list of held forms shows. It is encrypted separately, so that the list need not read the
-- contents. Null for forms of the previous version, which expire within 24 hours.
alter table held_form add column name bytea;
