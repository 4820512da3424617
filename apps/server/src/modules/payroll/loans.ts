/**
 * Advances and loans of people: their balances, and the events that changed these. Source: product
 * specification, section 10b.5.
 */
import type { PayrollLoanRow } from '@khapdee/contract/entities/payroll-loan'
import { satang } from '@khapdee/domain/money'
import type { MonthFacts } from '@khapdee/domain/payroll/draft'
import { loanStateOf } from '@khapdee/domain/payroll/loans'
import type { Month } from '@khapdee/domain/payroll/month'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { loanEvents } from './payroll.queries.ts'

type Reader = Pick<UserContext, 'tx'>

/**
 * The balance owed on the loan `l`: less repayments, and less the deductions of months `p`.
 * @param counts which months count
 */
const owed = (counts: RawBuilder<SqlBool>): RawBuilder<number> =>
  sql<number>`(l.principal
    - coalesce((select sum(r.value) from payroll_loan_repayment r where r.payroll_loan_id = l.payroll_loan_id), 0)
    - coalesce((select sum(i.amount) from payroll_line i join payroll_month p using (payroll_id)
        where i.payroll_loan_id = l.payroll_loan_id and p.status <> 'void' and ${counts}), 0))::bigint`

/**
 * The advances and loans from which a month may deduct, locked against repayments until the
 * transaction ends. Deductions of earlier months count as repaid even before they are approved,
 * those of later months once they are submitted.
 */
export async function openLoans(ctx: Reader, userIds: readonly number[], month: Month) {
  const isOf = sql<boolean>`l.user_id = any(${userIds}::int[]) and not l.is_cancelled`
  // Two statements, because a balance read while waiting for the lock would be outdated.
  await ctx.tx
    .selectFrom('payroll_loan as l')
    .select('l.payroll_loan_id')
    .where(isOf)
    .orderBy('l.payroll_loan_id')
    .forShare()
    .execute()
  const before = sql<SqlBool>`(p.month < ${month}
    or p.month > ${month} and p.status not in ('draft', 'returned'))`
  const rows = await ctx.tx
    .selectFrom('payroll_loan as l')
    .select(['l.user_id', 'l.payroll_loan_id', 'l.type', 'l.instalment', 'l.first_month'])
    .select(owed(before).as('balance'))
    .where(isOf)
    .orderBy('l.payroll_loan_id')
    .execute()
  return rows as unknown as (MonthFacts['loans'][number] & { user_id: number })[]
}

/** The loans among these for which more was repaid than paid out. */
export async function overpaidLoans(ctx: Reader, loanIds: readonly number[]): Promise<Set<number>> {
  if (loanIds.length === 0) return new Set()
  const rows = await ctx.tx
    .selectFrom('payroll_loan as l')
    .select('l.payroll_loan_id')
    .where(sql<boolean>`l.payroll_loan_id = any(${loanIds}::int[])`)
    .where(sql<boolean>`${owed(sql`true`)} < 0`)
    .execute()
  return new Set(rows.map(({ payroll_loan_id }) => payroll_loan_id))
}

/** Loans in the wire format, latest first. @param where a condition on the loans `l` */
export async function readLoans(
  ctx: Reader,
  where: RawBuilder<SqlBool>,
): Promise<PayrollLoanRow[]> {
  const loans = await ctx.tx
    .selectFrom('payroll_loan as l')
    .selectAll('l')
    .select(
      sql<string>`coalesce((select k.name from bank_move v join bank_account k using (bank_account_id)
        where v.payroll_loan_id = l.payroll_loan_id and v.value < 0), '')`.as('bank_account'),
    )
    .where(where)
    .orderBy('l.payroll_loan_id', 'desc')
    .execute()
  const events = await loanEvents.rows(
    ctx.tx,
    loans.map(({ payroll_loan_id }) => payroll_loan_id),
  )
  return loans.map((loan) => {
    let balance = Number(loan.principal)
    const { day, payroll_loan_id, bank_account, note } = loan
    const later = events
      .filter((event) => event.payroll_loan_id === payroll_loan_id)
      .map((event) => {
        balance += Number(event.value)
        return { ...event, balance: satang(balance) }
      })
    const payout = { kind: 'payout', day, month: null, status: null, bank_account, note }
    const paid = satang(Number(loan.principal))
    // The contract's enums are narrower than the text columns; check constraints guarantee the values.
    return {
      ...loan,
      balance: satang(loan.is_cancelled ? 0 : balance),
      state: loanStateOf({ ...loan, balance: satang(balance) }),
      events: [{ ...payout, value: paid, balance: paid }, ...later],
      is_cancellable: !loan.is_cancelled && later.length === 0,
    } as unknown as PayrollLoanRow
  })
}
