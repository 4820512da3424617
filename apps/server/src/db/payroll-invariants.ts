/** Invariants of what payroll, advances and loans move through bank accounts; see invariants.ts. */
import { type RawBuilder, sql } from 'kysely'

/** The account of a bank move `v` before its match `d`, if it has one, gave it that of the lines. */
const accountBefore = sql`case when d.is_account_kept is false then d.former_account_id else v.bank_account_id end`

export const payrollInvariants: Record<string, RawBuilder<unknown>> = {
  // Legs of net pay that were matched before wages became separate documents stay in that match.
  'wages paid by transfer are one document of their account, with their amount and day': sql`
    select 'payment of wages ' || p.payroll_payment_id as row,
      case when p.pay_type = 'cash' or p.value = 0 then v.bank_move_id is null
        else coalesce((v.value, v.date, v.branch_id, v.is_void) = (-p.value, p.pay_date, p.branch_id, false)
          and (p.bank_account_id is null or ${accountBefore} is not distinct from p.bank_account_id),
          exists (select from payroll_month m join account_entry e using (payroll_posting_id)
            join statement_match_document o using (entry_id)
            where m.payroll_payment_id = p.payroll_payment_id and e.payroll_leg = 'net_pay:transfer')) end as holds
    from payroll_payment p left join bank_move v using (payroll_payment_id)
      left join statement_match_document d using (bank_move_id)`,
  'an advance or a loan paid by transfer is one document with its amount and day': sql`
    select 'loan ' || l.payroll_loan_id as row, coalesce(v.alike, true)
      and v.payouts between (l.pay_type = 'transfer' and not l.is_cancelled)::int and (l.pay_type = 'transfer')::int as holds
    from payroll_loan l, lateral (
      select count(*) as payouts, bool_and((v.value, v.date, v.branch_id) = (-l.principal, l.day, l.branch_id)
        and (l.is_cancelled or not v.is_void)) as alike
      from bank_move v where v.payroll_loan_id = l.payroll_loan_id and v.value < 0) v`,
  'what is paid back of an advance or a loan by transfer is one document with its amount and day': sql`
    select 'repayment ' || r.payroll_loan_repayment_id as row, r.pay_type = 'cash' or
      (v.value, v.date, v.branch_id, v.payroll_loan_id, v.is_void) = (r.value, r.day, l.branch_id, r.payroll_loan_id, false) as holds
    from payroll_loan_repayment r join payroll_loan l using (payroll_loan_id) left join bank_move v using (bank_move_id)`,
  'the documents of an advance or a loan are its payout less what came back by transfer, and nothing when it is cancelled': sql`
    select 'loan ' || l.payroll_loan_id as row, coalesce((select sum(v.value) from bank_move v
        where v.payroll_loan_id = l.payroll_loan_id and not v.is_void), 0)
      = case when l.is_cancelled then 0 else coalesce((select sum(r.value) from payroll_loan_repayment r
          where r.payroll_loan_id = l.payroll_loan_id and r.pay_type = 'transfer'), 0)
        - case l.pay_type when 'transfer' then l.principal else 0 end end as holds
    from payroll_loan l`,
}
