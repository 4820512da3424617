/**
 * Writes of many months of payroll at once, with one statement for all people of a branch; and the
 * events that changed the balances of loans.
 */
import { sql } from 'kysely'
import type { Satang } from '@khapdee/domain/money'
import { bigint, day, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** Inserts the months that do not exist yet, as drafts without lines. @param rows JSON array of columns of `payroll_month` */
export const insertMonths = tunedQuery({
  columns: { payroll_id: int(), user_id: int() },
  sql: (rows: string, created: { by: number; at: string }) => sql`
    insert into payroll_month (user_id, month, branch_id, position, pay_as, pay_date, pay_type, bank, bank_acc, created_by,
      "createdAt", "updatedAt")
    select r.user_id, r.month, r.branch_id, r.position, r.pay_as, r.pay_date, r.pay_type, r.bank, r.bank_acc,
      ${created.by}::int, ${created.at}::timestamptz, ${created.at}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r (user_id int, month text, branch_id int, position text, pay_as text,
      pay_date date, pay_type text, bank text, bank_acc text)
    order by r.user_id
    on conflict on constraint payroll_month_once do nothing
    returning payroll_id, user_id`,
})

/** Adds the lines of drafts. @param rows JSON array of columns of `payroll_line` */
export const insertLines = tunedQuery({
  columns: {},
  sql: (rows: string) => sql`
    insert into payroll_line (payroll_id, place, list_payroll_id, type, category, name, condition, title_value, per_value,
      value, amount, carried, posting, taxable, in_sso_base, regular, source, explanation, proposed, override_reason, work,
      payroll_loan_id)
    select r.payroll_id, r.place, r.list_payroll_id, r.type, r.category, r.name, r.condition, r.title_value, r.per_value,
      r.value, r.amount, r.carried, r.posting, r.taxable, r.in_sso_base, r.regular, r.source, r.explanation, r.proposed,
      r.override_reason, r.work, r.payroll_loan_id
    from jsonb_to_recordset(${rows}::jsonb) as r (payroll_id int, place int, list_payroll_id int, type text, category text,
      name text, condition text, title_value text, per_value bigint, value bigint, amount bigint, carried bigint,
      posting text, taxable boolean, in_sso_base boolean, regular boolean, source text, explanation jsonb, proposed bigint,
      override_reason text, work jsonb, payroll_loan_id int)
    order by r.payroll_id, r.place`,
})

/**
 * Records the work that drafts pay. @param rows JSON array of columns of `payroll_work` @returns
 * the work that no other month pays
 */
export const claimWork = tunedQuery({
  columns: { work: text() },
  sql: (rows: string) => sql`
    insert into payroll_work (user_id, work, payroll_id, day, unit)
    select r.user_id, r.work, r.payroll_id, r.day, r.unit
    from jsonb_to_recordset(${rows}::jsonb) as r (user_id int, work text, payroll_id int, day date, unit text)
    order by r.user_id, r.work
    on conflict do nothing
    returning work`,
})

/** Stores the figures of drafts. @param rows JSON array of columns of `payroll_month` */
export const updateMonths = tunedQuery({
  columns: {},
  sql: (rows: string, at: string) => sql`
    update payroll_month p set branch_id = r.branch_id, position = r.position, pay_as = r.pay_as, pay_date = r.pay_date,
      pay_type = r.pay_type, bank = r.bank, bank_acc = r.bank_acc, income = r.income, deduction = r.deduction,
      gross = r.gross, sso_wage = r.sso_wage, sso_base = r.sso_base, sso_employee = r.sso_employee,
      sso_employer = r.sso_employer, ewf_wage = r.ewf_wage, ewf_employee = r.ewf_employee, ewf_employer = r.ewf_employer,
      provident_fund = r.provident_fund, taxable_regular = r.taxable_regular, taxable_irregular = r.taxable_irregular,
      tax = r.tax, regular_tax = r.regular_tax, irregular_tax = r.irregular_tax, tax_plan = r.tax_plan,
      overtime = r.overtime, unpaid_days = r.unpaid_days, consent = r.consent, note = r.note, status = 'draft',
      version = p.version + 1, "updatedAt" = ${at}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r (payroll_id int, branch_id int, position text, pay_as text, pay_date date,
      pay_type text, bank text, bank_acc text, income bigint, deduction bigint, gross bigint, sso_wage bigint,
      sso_base bigint, sso_employee bigint, sso_employer bigint, ewf_wage bigint, ewf_employee bigint, ewf_employer bigint,
      provident_fund bigint, taxable_regular bigint, taxable_irregular bigint, tax bigint, regular_tax bigint,
      irregular_tax bigint, tax_plan bigint, overtime jsonb, unpaid_days int, consent text, note text)
    where p.payroll_id = r.payroll_id and p.status in ('draft', 'returned')`,
})

/** Marks confirmed months as approved. @param rows JSON array with the number of the payslip and the posting of each month */
export const approveMonths = tunedQuery({
  columns: {},
  sql: (rows: string, by: number, at: string) => sql`
    update payroll_month p set status = 'approved', payslip_code = r.payslip_code, pay_date = r.pay_date,
      payroll_posting_id = r.payroll_posting_id, approved_by = ${by}::int, approved_at = ${at}::timestamptz,
      version = p.version + 1, "updatedAt" = ${at}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r (payroll_id int, payslip_code text, pay_date date, payroll_posting_id int)
    where p.payroll_id = r.payroll_id and p.status = 'confirmed'`,
})

/** The events that changed the balances of loans, earliest first. */
export const loanEvents = tunedQuery({
  columns: {
    payroll_loan_id: int(),
    kind: text<'deduction' | 'repayment'>(),
    day: day(),
    month: orNull(text()),
    status: orNull(text()),
    value: bigint<Satang>(),
    bank_account: text(),
    note: text(),
  },
  sql: (loanIds: readonly number[]) => sql`
    select i.payroll_loan_id, 'deduction' as kind, p.pay_date as day, p.month, p.status, -i.amount as value, '' as bank_account, '' as note
    from payroll_line i join payroll_month p using (payroll_id)
    where i.payroll_loan_id = any(${loanIds}::int[]) and p.status <> 'void' and i.amount > 0
    union all
    select r.payroll_loan_id, 'repayment', r.day, null, null, -r.value, coalesce(k.name, ''), r.note
    from payroll_loan_repayment r left join bank_move v using (bank_move_id) left join bank_account k using (bank_account_id)
    where r.payroll_loan_id = any(${loanIds}::int[])
    order by day, kind`,
})
