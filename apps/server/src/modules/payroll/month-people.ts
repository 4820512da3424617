/** The terms, leave and standing items of people in a month, read for many people at once. */
import type { LeaveKind, Weekday } from '@khapdee/domain/employee'
import type { LineItem, PayTerms } from '@khapdee/domain/payroll/draft'
import type { EmploymentPeriod, ProRataMode } from '@khapdee/domain/payroll/employment'
import type { Leave } from '@khapdee/domain/payroll/leave'
import { type Month, firstDayOf, lastDayOf } from '@khapdee/domain/payroll/month'
import type { PayType } from '@khapdee/domain/application/status'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { wholeClaim } from '../employee/read-employee.ts'
import { notAbove } from '../employee/role-limits.ts'

/** A person who may be paid, with everything that does not depend on other months. */
export interface PaidPerson {
  user_id: number
  name: string
  birthday: Day | null
  day_off: Weekday[]
  pay_type: PayType
  bank: string
  bank_acc: string
  /** Earliest first. */
  periods: EmploymentPeriod[]
  /** Earliest first. */
  terms: PayTerms[]
  leaves: Leave[]
  standing: (LineItem & { value: number })[]
}

/** Rows by the person that they belong to. */
export function byUser<Row extends { user_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.user_id)
    if (group === undefined) groups.set(row.user_id, [row])
    else group.push(row)
  }
  return groups
}

/**
 * The people with a role not above that of the caller who are employed in the month.
 * @param userIds null for all
 */
async function employedPeople(ctx: UserContext, month: Month, userIds: readonly number[] | null) {
  return ctx.tx
    .selectFrom('app_user as t')
    .leftJoin('user_salary as s', 's.user_id', 't.user_id')
    .select(['t.user_id', 't.birthday', 't.day_off', 's.salary_pay_type', 's.bank', 's.bank_acc'])
    .select(userName('t').as('name'))
    .where('t.is_delete', '=', false)
    .where(notAbove(ctx))
    .$if(userIds !== null, (people) => people.where('t.user_id', 'in', userIds ?? []))
    .where(
      sql<boolean>`exists (select from employment_period e where e.user_id = t.user_id
        and e.start <= ${lastDayOf(month)}::date and coalesce(e.end, 'infinity') >= ${firstDayOf(month)}::date)`,
    )
    .orderBy('t.user_id')
    .execute()
}

/** The items of payroll that make lines, as columns of `i`. */
export const itemColumns = [
  'i.list_payroll_id',
  'i.name',
  'i.type',
  'i.category',
  'i.condition',
  'i.title_value',
  'i.posting',
  'i.taxable',
  'i.in_sso_base',
  'i.regular',
] as const

/** The people who are employed in the month, by their ids. @param userIds null for all */
export async function readPeople(
  ctx: UserContext,
  month: Month,
  userIds: readonly number[] | null,
): Promise<Map<number, PaidPerson>> {
  const people = await employedPeople(ctx, month, userIds)
  const ids = people.map(({ user_id }) => user_id)
  if (ids.length === 0) return new Map()
  const isOf = sql<boolean>`user_id = any(${ids}::int[])`
  const periods = await ctx.tx
    .selectFrom('employment_period')
    .select(['user_id', 'start', 'end'])
    .where(isOf)
    .orderBy('start')
    .execute()
  const terms = await ctx.tx
    .selectFrom('pay_terms')
    .selectAll()
    .where(isOf)
    .orderBy('valid_from')
    .execute()
  const year = month.slice(0, 4)
  const leaves = await ctx.tx
    .selectFrom('user_leave')
    .select(['user_id', 'kind', 'start', 'end'])
    .where(isOf)
    .where('start', '<=', lastDayOf(month))
    .where('end', '>=', `${year}-01-01`)
    .execute()
  const standing = await ctx.tx
    .selectFrom('payroll_standing as s')
    .innerJoin('list_payroll as i', 'i.list_payroll_id', 's.list_payroll_id')
    .select(['s.user_id', 's.value', 'i.value as per_value', ...itemColumns])
    .where(sql<boolean>`s.user_id = any(${ids}::int[])`)
    .where('i.status', '=', 'open')
    .orderBy('s.payroll_standing_id')
    .execute()
  const [periodsOf, termsOf] = [byUser(periods), byUser(terms)]
  const [leavesOf, standingOf] = [byUser(leaves), byUser(standing)]
  // The domain's types are narrower than the columns; check constraints guarantee the values.
  return new Map(
    people.map((person) => [
      person.user_id,
      {
        user_id: person.user_id,
        name: person.name,
        birthday: person.birthday as Day | null,
        day_off: person.day_off as Weekday[],
        pay_type: (person.salary_pay_type ?? 'cash') as PayType,
        bank: person.bank ?? '',
        bank_acc: person.bank_acc ?? '',
        periods: (periodsOf.get(person.user_id) ?? []).map(({ start, end }) => ({
          start: start as Day,
          end: end as Day | null,
        })),
        terms: (termsOf.get(person.user_id) ?? []).map(
          ({ tax_allowances, ...row }) =>
            ({
              ...row,
              claim: wholeClaim(tax_allowances),
            }) as unknown as PayTerms,
        ),
        leaves: (leavesOf.get(person.user_id) ?? []).map(({ kind, start, end }) => ({
          kind: kind as LeaveKind,
          start: start as Day,
          end: end as Day,
        })),
        standing: (standingOf.get(person.user_id) ?? []) as unknown as PaidPerson['standing'],
      },
    ]),
  )
}

/** The settings of payroll of the school. */
export async function readSettings({ tx }: Pick<UserContext, 'tx'>) {
  const row = await tx.selectFrom('payroll_setting').selectAll().executeTakeFirstOrThrow()
  return { ...row, pro_rata: row.pro_rata as ProRataMode }
}
