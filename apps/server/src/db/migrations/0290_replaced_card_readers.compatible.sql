-- The time when a program stopped because a program on another computer uses its key.
alter table card_reader add column replaced_at timestamptz;
