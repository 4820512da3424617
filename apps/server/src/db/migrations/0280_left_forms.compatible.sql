-- Whether a form was put aside automatically, because its page was left. Such forms have a maximum of their own, above
-- which the oldest one is replaced.
alter table held_form add column is_left boolean not null default false;
