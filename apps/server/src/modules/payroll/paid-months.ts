/** The pay that is reported in returns and certificates of a tax year. */
import { sql } from 'kysely'

/**
 * A table expression: the months of payroll, and, as one approved month each, the sums that the
 * school paid in a year before it used the system, which returns and certificates also contain. The
 * sums of another employer are excluded.
 */
export const monthsWithOpenings = sql`(
  select user_id, branch_id, month, pay_date, status, pay_as, pay_type, bank, bank_acc, gross, tax, net, sso_wage,
    sso_employee, sso_employer, ewf_wage, ewf_employee, ewf_employer, provident_fund
  from payroll_month
  union all
  select o.user_id, u.branch_id, o.year || '-01', make_date(o.year, 1, 1), 'approved', 'employee', 'transfer', '', '',
    o.regular + o.irregular, o.tax, 0, 0, o.sso, 0, 0, 0, 0, o.provident_fund
  from payroll_opening o join app_user u using (user_id) where o.type = 'earlier_months'
)`
