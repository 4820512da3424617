-- Vouchers of entries by staff, which are stored at their first print, and reports, which show the data at the time
-- of printing (`printed_form`).
alter table issued_document add column entry_id integer references account_entry,
  drop constraint issued_document_kind_check,
  add constraint issued_document_kind_check
    check (kind in ('application_form', 'receipt', 'refund', 'closing', 'certificate', 'voucher')),
  drop constraint issued_document_belongs,
  add constraint issued_document_belongs check ((kind = 'closing') = (closing_id is not null)
    and (kind = 'certificate') = (certificate_id is not null)
    and (kind = 'voucher') = (entry_id is not null)
    and case when kind in ('closing', 'voucher') then application_id is null when kind = 'certificate' then true
      else application_id is not null end);
create unique index issued_document_entry on issued_document (entry_id) where entry_id is not null;

alter table printed_form drop constraint printed_form_kind_check,
  add constraint printed_form_kind_check
    check (kind in ('application_form', 'exam_slip', 'exam_roster', 'exam_results', 'report'));
