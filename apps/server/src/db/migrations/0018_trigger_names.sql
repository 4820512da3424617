-- Triggers and their functions are renamed by what they do.

alter function refuse_unsaying() rename to forbid_notice_reset;
alter trigger customer_notice_stays on customer rename to customer_forbid_notice_reset;

alter function meet_customers() rename to link_customer_branch;
alter function meet_customer() rename to link_changed_customer_branch;
alter trigger customer_is_met on customer rename to customer_link_branch;
alter trigger application_meets on application rename to application_link_customer;
alter trigger application_is_moved on application rename to application_relink_customer;

alter trigger application_is_found on application rename to application_search_sync;

alter trigger application_made on application rename to application_tally_insert;
alter trigger application_changed on application rename to application_tally_update;
alter trigger payment_made on payment rename to payment_tally_insert;
alter trigger payment_changed on payment rename to payment_tally_update;

alter trigger application_stays on application rename to application_no_delete;
alter trigger payment_stays on payment rename to payment_no_delete;
alter trigger audit_log_is_append_only on audit_log rename to audit_log_append_only;
alter trigger audit_log_stays on audit_log rename to audit_log_no_truncate;
alter trigger audit_seal_is_append_only on audit_seal rename to audit_seal_append_only;
alter trigger audit_seal_stays on audit_seal rename to audit_seal_no_truncate;

-- The server's statement that inserts a payment also sets its search text; the trigger sets a missing one.
drop trigger payment_is_found on payment;
create trigger payment_search_sync before insert on payment
  for each row when (new.search = '') execute function copy_search_to_payment();
