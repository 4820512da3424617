-- Withheld tax is owed to the Revenue Department until an entry pays it, and its payees get a certificate.

alter table list_expenses drop constraint list_expenses_system_key_check,
  add constraint list_expenses_system_key_check
    check (system_key in ('cash_short', 'cash_over', 'payroll', 'payroll_recovery', 'wht_remitted'));
insert into list_expenses (name, category, type, "group", detail, status, is_pass_through, system_key) values
  ('นำส่งภาษีหัก ณ ที่จ่าย', 'expenses', 'general', '', 'ระบบบันทึกเมื่อนำส่งภาษีหัก ณ ที่จ่าย', 'open', true, 'wht_remitted');

-- The entry that paid the tax. It is not a second expense, because the value of the expense includes the tax.
alter table account_entry
  add column wht_remitted_by integer references account_entry,
  add constraint account_entry_remitted check (wht_remitted_by is null or (wht_value > 0 and status = 'posted'));
create index account_entry_withheld on account_entry (branch_id, date) include (wht_value, wht_remitted_by)
  where wht_value > 0 and status = 'posted';
create index account_entry_remittance on account_entry (wht_remitted_by) where wht_remitted_by is not null;

-- Withheld tax cannot be changed after it was paid to the Revenue Department; when the payment is voided, the tax is
-- owed again.
create function refuse_remitted_entry() returns trigger language plpgsql as $$
begin
  raise exception 'the tax of entry % is remitted', old.entry_id using errcode = 'KD007';
end $$;
create trigger account_entry_remitted before update on account_entry for each row
  when (old.wht_remitted_by is not null and new.wht_remitted_by is not null
    and (old.branch_id, old.status, old.date, old.value, old.wht_value, left(old.payee_tax_id, 1))
      is distinct from (new.branch_id, new.status, new.date, new.value, new.wht_value, left(new.payee_tax_id, 1)))
  execute function refuse_remitted_entry();

alter table issued_document drop constraint issued_document_kind_check,
  add constraint issued_document_kind_check check (kind in ('application_form', 'receipt', 'refund', 'closing', 'certificate',
    'voucher', 'tax_certificate')),
  drop constraint issued_document_belongs,
  add constraint issued_document_belongs check ((kind = 'closing') = (closing_id is not null)
    and (kind = 'certificate') = (certificate_id is not null)
    and (kind in ('voucher', 'tax_certificate')) = (entry_id is not null)
    and case when kind in ('closing', 'voucher', 'tax_certificate') then application_id is null
      when kind = 'certificate' then true else application_id is not null end);
drop index issued_document_entry;
create unique index issued_document_entry on issued_document (entry_id, kind) where entry_id is not null;
-- Finds the last address of a payee.
create index issued_document_payee on issued_document ((snapshot->'payee'->>'tax_id'), document_id)
  where kind = 'tax_certificate';
