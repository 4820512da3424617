-- When a program stopped because another computer has its key.
alter table card_reader add column replaced_at timestamptz;
