/** Invariants of the books; see invariants.ts. */
import { type RawBuilder, sql } from 'kysely'

export const accountInvariants: Record<string, RawBuilder<unknown>> = {
  'each amount of a receipt or refund is posted once, on its day, and reversed exactly if it is voided': sql`
    select p.payment_code || ' ' || pl.line_id as row, case when p.over_cap then e.posted + e.reversed = 0
      else (e.posted, e.reversed) = (1, (p.status = 'deleted')::int) and e.alike end as holds
    from payment_line pl join payment p using (payment_id), lateral (
      select count(*) filter (where not e.is_reversal) as posted, count(*) filter (where e.is_reversal) as reversed,
        bool_and((e.value, e.branch_id, e.date) = (case when e.is_reversal then -pl.paid else pl.paid end, p.branch_id,
          (p."createdAt" at time zone 'Asia/Bangkok')::date)) as alike
      from account_entry e where (e.payment_id, e.line_id) = (pl.payment_id, pl.line_id)) e
    where p.kind <> 'moved'`,
  'an entry of a payment has its pay type and customer, and name and class of its line': sql`
    select 'entry ' || e.entry_id as row, pl.payment_id is not null and p.kind <> 'moved'
      and (e.pay_type, e.customer, e.name, e.is_pass_through, e.is_vat, e.line_kind) = (p.pay_type, p.customer_name, l.name,
        l.is_pass_through, l.is_vat, case when l.fee_kind = 'exam' then 'exam' else l.kind end) as holds
    from account_entry e left join payment p using (payment_id) left join application_line l using (line_id)
      left join payment_line pl on (pl.payment_id, pl.line_id) = (e.payment_id, e.line_id)
    where e.payment_id is not null`,
  'an entry of staff has the side of its item, and a number of its side, branch and month': sql`
    select 'entry ' || e.entry_id as row, coalesce((i.category = 'expenses') = (e.side = 'expenses'), true)
      and coalesce(starts_with(e.entry_code, case e.side when 'income' then 'IV' else 'PV' end || '-' || b.code || '-' ||
        to_char(e.date + interval '543 years', 'YYMM') || '-'), true) as holds
    from account_entry e join branch b using (branch_id) left join list_expenses i using (list_expenses_id)
    where e.payment_id is null`,
  'what remits withheld tax has the sum of the tax of its expenses, in their branch': sql`
    select 'entry ' || r.entry_id as row, t.branch_id = r.branch_id and not t.is_other and r.is_pass_through
      and r.status = 'posted' and r.value = t.value as holds
    from (select wht_remitted_by as entry_id, min(branch_id) as branch_id, min(branch_id) <> max(branch_id) as is_other,
        sum(wht_value) as value
      from account_entry where wht_remitted_by is not null group by 1) t join account_entry r using (entry_id)`,
  'money of a locked day is in a day close, and no void of it waits': sql`
    select p.payment_code as row, coalesce((p."createdAt" at time zone 'Asia/Bangkok')::date > lock_day(p.branch_id)
      or p.closing_id is not null and p.status <> 'delete_requested', true) as holds
    from payment p where p.kind <> 'moved'`,
  'only a transfer names a bank account, one of its branch or of all branches; entries of payments name none': sql`
    select t.row, t.holds from (
      select payment_code as row, (pay_type = 'transfer' and kind <> 'moved' or bank_account_id is null) as holds from payment
      union all
      select 'entry ' || entry_id, pay_type = 'transfer' and payment_id is null or bank_account_id is null from account_entry
      union all
      select 'account ' || n.bank_account_id, exists (
        select from bank_account b where b.bank_account_id = n.bank_account_id
          and coalesce(b.branch_id = n.branch_id, true))
      from (select bank_account_id, branch_id from payment union select bank_account_id, branch_id from account_entry) n
      where n.bank_account_id is not null) t`,
}
