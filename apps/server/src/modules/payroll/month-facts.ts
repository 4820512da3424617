/** The data from which the months of a branch are computed: people, rates, and earlier payments of the year. */
import { type Satang, satang } from '@khapdee/domain/money'
import type { DraftLine, MonthFacts } from '@khapdee/domain/payroll/draft'
import { branchOfMonth } from '@khapdee/domain/payroll/employment'
import { leaveOfMonth } from '@khapdee/domain/payroll/leave'
import { type Month, daysInMonth, lastDayOf, month as monthOf } from '@khapdee/domain/payroll/month'
import { rateOn } from '@khapdee/domain/payroll/rates'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { readHolidaysOfYear } from '../timetable/working-days.ts'
import { readRates } from '../payroll-rate/payroll-rate.module.ts'
import { openLoans } from './loans.ts'
import { type PaidPerson, byUser, readPeople, readSettings } from './month-people.ts'
import { readWork } from './work.ts'
import { type EarlierMonth, type StoredMonth, monthsOfYear } from './stored-months.ts'

/** The data of one month, read for many people at once. */
export interface MonthBook {
  people: ReadonlyMap<number, PaidPerson>
  /** The facts of a person, with the pay day and the overtime of their stored month. */
  factsOf(person: PaidPerson, stored: StoredMonth | null): MonthFacts
  /** The pay day by the settings. */
  pay_date: Day
}

/** The month before. */
export const monthBefore = (month: Month): Month =>
  monthOf(addDays(`${month}-01` as Day, -1).slice(0, 7))

/** The day of a month on which pay is due. */
const payDayOf = (month: Month, payDay: number): Day =>
  addDays(`${month}-01` as Day, Math.min(payDay, daysInMonth(month)) - 1)

/** The people of a branch in a month, with the facts of each. */
export async function readMonth(
  ctx: UserContext,
  branchId: number,
  month: Month,
  userIds: readonly number[] | null,
): Promise<MonthBook> {
  const settings = await readSettings(ctx)
  const everyone = await readPeople(ctx, month, userIds)
  const people = new Map(
    [...everyone].filter(
      ([, { periods, terms }]) => branchOfMonth(periods, terms, month) === branchId,
    ),
  )
  const ids = [...people.keys()]
  const { province } = await ctx.tx
    .selectFrom('branch')
    .select('province')
    .where('branch_id', '=', branchId)
    .executeTakeFirstOrThrow()
  const rates = await readRates(ctx)
  const holidays = await readHolidaysOfYear(ctx, branchId, month.slice(0, 4))
  const pay_date = payDayOf(month, settings.pay_day)
  const earlier = await monthsOfYear(ctx, ids, month)
  const loans = byUser(await openLoans(ctx, ids, month))
  const carried = byUser(await carriedLines(ctx, ids, monthBefore(month)))
  const openings = byUser(await readOpenings(ctx, ids))
  const work = await readWork(ctx, ids, month)
  const employees = await countEmployees(ctx, month)
  const leaveRate = rateOn(rates, 'leave', { day: lastDayOf(month), province })
  return {
    people,
    pay_date,
    factsOf(person, stored) {
      const { user_id, periods, terms, day_off } = person
      const first_employed = periods.findLast(({ start }) => start <= lastDayOf(month))?.start
      const leave = leaveOfMonth(
        {
          leaves: person.leaves,
          day_off,
          holidays,
          first_employed: first_employed ?? lastDayOf(month),
          rate: leaveRate,
        },
        month,
      )
      const paid = stored?.pay_date ?? pay_date
      const before = (earlier.get(user_id) ?? []).filter(
        (row) => row.pay_date.slice(0, 4) === paid.slice(0, 4),
      )
      const opening = (openings.get(user_id) ?? []).filter(
        ({ year }) => String(year) === paid.slice(0, 4),
      )
      const sum = (amountOf: (row: EarlierMonth) => number, openingOf: (row: Opening) => number) =>
        satang(
          before.reduce((total, row) => total + amountOf(row), 0) +
            opening.reduce((total, row) => total + openingOf(row), 0),
        )
      const last = before.at(-1)
      return {
        month,
        pay_date: paid,
        periods,
        terms,
        day_off,
        birthday: person.birthday,
        holidays,
        absences: leave.absences,
        paid_leave: leave.paid,
        overtime: stored?.overtime ?? [],
        standing: person.standing,
        work: work.get(user_id) ?? [],
        loans: loans.get(user_id) ?? [],
        carried: carried.get(user_id) ?? [],
        earlier: {
          regular: sum(
            (row) => row.taxable_regular,
            (row) => row.regular,
          ),
          irregular: sum(
            (row) => row.taxable_irregular,
            (row) => row.irregular,
          ),
          regular_tax: sum(
            (row) => row.regular_tax,
            (row) => row.tax,
          ),
          irregular_tax: sum(
            (row) => row.irregular_tax,
            () => 0,
          ),
          sso: sum(
            (row) => row.sso_employee,
            (row) => row.sso,
          ),
          provident_fund: sum(
            (row) => row.provident_fund,
            (row) => row.provident_fund,
          ),
        },
        before:
          last === undefined || last.tax_plan === null
            ? null
            : { plan: last.tax_plan, regular_tax: last.regular_tax },
        rates,
        province,
        employees,
        is_ewf_on: !settings.ewf_off_branches.includes(branchId),
        pro_rata: settings.pro_rata,
      }
    },
  }
}

interface Opening {
  user_id: number
  year: number
  regular: Satang
  irregular: Satang
  tax: Satang
  sso: Satang
  provident_fund: Satang
}

/** Income and tax of the year from before the school used the system. */
async function readOpenings(ctx: UserContext, ids: readonly number[]): Promise<Opening[]> {
  const rows = await ctx.tx
    .selectFrom('payroll_opening')
    .select(['user_id', 'year', 'regular', 'irregular', 'tax', 'sso', 'provident_fund'])
    .where(sql<boolean>`user_id = any(${ids}::int[])`)
    .execute()
  return rows as unknown as Opening[]
}

/**
 * The number of employees of the school in a month, which determines whether the Employee Welfare
 * Fund applies.
 */
async function countEmployees(ctx: UserContext, month: Month): Promise<number> {
  const last = lastDayOf(month)
  const { count } = await ctx.tx
    .selectFrom('app_user as u')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('u.is_delete', '=', false)
    .where(
      sql<boolean>`exists (select from employment_period e where e.user_id = u.user_id
        and e.start <= ${last}::date and coalesce(e.end, 'infinity') >= ${last}::date)
      and coalesce((select t.pay_as from pay_terms t where t.user_id = u.user_id
        and t.valid_from <= ${last}::date order by t.valid_from desc limit 1), 'employee') = 'employee'`,
    )
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Deductions of a month that exceeded its pay, to be deducted later. Instalments and taxes are
 * computed anew.
 */
async function carriedLines(ctx: UserContext, ids: readonly number[], month: Month) {
  const rows = await ctx.tx
    .selectFrom('payroll_line as l')
    .innerJoin('payroll_month as p', 'p.payroll_id', 'l.payroll_id')
    .select(['p.user_id', 'l.payroll_line_id', 'l.list_payroll_id', 'l.carried as amount'])
    .select(['l.name', 'l.type', 'l.category', 'l.condition', 'l.title_value', 'l.posting'])
    .select(['l.taxable', 'l.in_sso_base', 'l.regular'])
    .where(sql<boolean>`p.user_id = any(${ids}::int[])`)
    .where('p.month', '=', month)
    .where('p.status', 'in', ['approved', 'paid'])
    .where('l.carried', '>', 0)
    .where('l.category', 'in', ['student_loan', 'damages', 'other'])
    .orderBy('l.payroll_line_id')
    .execute()
  return rows.map(({ payroll_line_id, ...row }) => ({
    ...(row as unknown as Omit<DraftLine, 'source' | 'amount'> & {
      user_id: number
      amount: Satang
    }),
    source: `carried:${payroll_line_id}`,
  }))
}
