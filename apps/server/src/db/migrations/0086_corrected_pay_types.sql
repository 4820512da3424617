-- The user who changed the pay type of a receipt, and the reason. Changes before this migration are
-- only in the audit log.
alter table payment
  add column pay_type_edited_by integer references app_user,
  add column pay_type_note text not null default '',
  add constraint payment_pay_type_edited check (pay_type_edited_at is not null or pay_type_edited_by is null and pay_type_note = '');
create index payment_pay_type_edited_by on payment (pay_type_edited_by) where pay_type_edited_by is not null;

-- Whether the note cancelled the agreed day.
alter table application_follow_up
  add column clears_date boolean not null default false,
  add constraint application_follow_up_clears_date check (not clears_date or next_date is null and source = 'follow_up');
