/** SQL of certificates of tax withheld from pay: the pay of a year that they certify, their list and its sums. */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { Satang } from '@khapdee/domain/money'
import {
  type CertifiedPayment,
  type PayReturn,
  type TaxCertificateState,
  payReturns,
} from '@khapdee/domain/payroll/tax-certificate'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigint, bool, instant, int, ints, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { fullUserName, userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { choiceOf, inBranches, joinByAnd, orderBy, pageOf } from '../../kernel/list.ts'
import { patternOf } from '../../kernel/text-search.ts'
import { notAbove } from '../employee/role-limits.ts'
import { monthsWithOpenings } from '../payroll/paid-months.ts'

/**
 * The approved payments of a year to the people who meet a condition on `t`, with those of the months before the school
 * used the system: user_id, branch_id, return, kind, pay_date, income, tax, social_security and provident_fund.
 * @param year CE, or an SQL expression for it
 */
const paymentsOf = (year: RawBuilder<unknown>, person: RawBuilder<SqlBool>) => sql`
  select p.user_id, p.branch_id, p.pay_date, p.gross as income, p.tax, p.sso_employee as social_security, p.provident_fund,
    case p.pay_as when 'contractor' then 'pnd3' else 'pnd1a' end as return,
    case p.pay_as when 'contractor' then 'contract' else 'salary' end as kind
  from ${monthsWithOpenings} p join app_user t using (user_id)
  where p.status in ('approved', 'paid') and p.pay_date >= make_date(${year}, 1, 1)
    and p.pay_date <= make_date(${year}, 12, 31) and ${person}`

/** A payment as `CertifiedPayment` of the domain, in the JSON of {@link payToCertify}. */
const paymentJson = sql`jsonb_build_object('kind', c.kind, 'pay_date', c.pay_date, 'income', c.income, 'tax', c.tax,
  'social_security', c.social_security, 'provident_fund', c.provident_fund)`

/** The pay of a year by person, return and payer that has no valid certificate, of people who are not above the caller, by name. */
export const payToCertify = tunedQuery({
  columns: {
    user_id: int(),
    return: text<PayReturn>(),
    payer_tax_id: text(),
    branch_id: int(),
    branch: text(),
    branches: ints(),
    payments: jsonb(),
    has_hidden: bool(),
    name: text(),
    idcard: text(),
    person: jsonb(),
    has_left: bool(),
    waiting: int(),
  },
  unnamed: true,
  sql: (
    ctx: UserContext,
    { year, user_ids }: { year: number; user_ids: readonly number[] | null },
  ) => {
    const wanted =
      user_ids === null
        ? notAbove(ctx)
        : sql<SqlBool>`${notAbove(ctx)} and t.user_id = any(${user_ids}::int[])`
    return sql`
    select paid.user_id, paid.return, paid.payer_tax_id, paid.branch_id, b.name as branch, paid.branches, paid.payments,
      not paid.branches <@ ${[...ctx.scope.branchIds]}::int[] as has_hidden, ${fullUserName('t')} as name,
      coalesce(s.idcard, '') as idcard,
      jsonb_build_object('address', t.address, 'moo', t.moo, 'soi', t.soi, 'street', t.street, 'subdistrict', t.subdistrict,
        'district', t.district, 'province', t.province, 'postcode', t.postcode) as person,
      t.status = 'resigned' as has_left,
      (select count(*)::int from payroll_month w where w.user_id = paid.user_id
        and w.status in ('draft', 'submitted', 'confirmed', 'returned')
        and w.pay_date between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)) as waiting
    from (
      select c.user_id, c.return, b.tax_id as payer_tax_id,
        (array_agg(c.branch_id order by c.pay_date desc))[1] as branch_id,
        array_agg(distinct c.branch_id) as branches, jsonb_agg(${paymentJson} order by c.pay_date) as payments
      from (${paymentsOf(sql`${year}::int`, wanted)}) c join branch b using (branch_id)
      group by 1, 2, 3 having sum(c.income) > 0
    ) paid join app_user t using (user_id) join branch b on b.branch_id = paid.branch_id
      left join user_salary s on s.user_id = paid.user_id
    where not exists (select from tax_certificate x where x.user_id = paid.user_id and x.year = ${year}
      and x.return = paid.return and x.payer_tax_id = paid.payer_tax_id and x.cancelled_at is null)
    order by t.fname collate thai, t.sname collate thai, paid.user_id, paid.return, paid.payer_tax_id`
  },
})

/** The payments in the column `payments` of {@link payToCertify}. */
export const paymentsIn = (payments: unknown): CertifiedPayment[] => payments as CertifiedPayment[]

/** The years of approved pay in the branches of the caller, latest first. */
export const paidYears = tunedQuery({
  columns: { year: int() },
  sql: ({ scope }: UserContext) => sql`
    select distinct extract(year from pay_date)::int as year from payroll_month
    where status in ('approved', 'paid') and branch_id = any(${[...scope.branchIds]}::int[]) order by 1 desc`,
})

/** The certificates `c` of people `t` that the caller sees: not above, and with no pay of other branches. */
export const visibleCertificates = (ctx: UserContext): RawBuilder<SqlBool> =>
  joinByAnd([sql<SqlBool>`c.branches <@ ${[...ctx.scope.branchIds]}::int[]`, notAbove(ctx)])

/** The present sums of the pay of the year of the certificate `c`. */
const present = sql`cross join lateral (
  select coalesce(sum(n.income), 0)::bigint as income, coalesce(sum(n.tax), 0)::bigint as tax,
    coalesce(sum(n.social_security), 0)::bigint as social_security, coalesce(sum(n.provident_fund), 0)::bigint as provident_fund
  from (${paymentsOf(sql`c.year`, sql`t.user_id = c.user_id`)}) n join branch nb on nb.branch_id = n.branch_id
  where n.return = c.return and nb.tax_id = c.payer_tax_id) now`

const state = sql`case when c.cancelled_at is not null then 'cancelled'
  when (c.income, c.tax, c.social_security, c.provident_fund)
    is distinct from (now.income, now.tax, now.social_security, now.provident_fund) then 'differs'
  else 'valid' end`

const states: Readonly<Record<TaxCertificateState, RawBuilder<SqlBool>>> = {
  valid: sql`${state} = 'valid'`,
  differs: sql`${state} = 'differs'`,
  cancelled: sql`c.cancelled_at is not null`,
}

/** The condition of a list on certificates `c`, their people `t` and `now`. */
export function listedCertificates(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const { status, type, month } = query
  return joinByAnd([
    visibleCertificates(ctx),
    inBranches(ctx.scope, query, sql.ref('c.branch_id')),
    ...(isSet(month) ? [sql<SqlBool>`c.year = left(${month}, 4)::int`] : []),
    ...(isSet(type)
      ? [sql<SqlBool>`c.return = ${choiceOf(payReturns, 'type', type) && type}`]
      : []),
    ...(isSet(status) ? [choiceOf(states, 'status', status)] : []),
    ...(isSet(query.text)
      ? [
          sql<SqlBool>`lower(${userName('t')} || ' ' || t.nickname || ' ' || c.certificate_code) like ${patternOf(query.text)}`,
        ]
      : []),
  ])
}

export const certificateOrder = ({ sort }: ListQuery) =>
  orderBy(
    sort,
    { certificate_code: 'byValue', year: 'byValue', income: 'byValue', tax: 'byValue' },
    'c',
    'tax_certificate_id',
  )

/** The tables of {@link listedCertificates}. */
export const certificates = sql`tax_certificate c join app_user t on t.user_id = c.user_id ${present}`

const columns = {
  tax_certificate_id: int(),
  certificate_code: text(),
  year: int(),
  user_id: int(),
  name: text(),
  branch_id: int(),
  branch: text(),
  return: text<PayReturn>(),
  income: bigint<Satang>(),
  tax: bigint<Satang>(),
  social_security: bigint<Satang>(),
  provident_fund: bigint<Satang>(),
  status: text<TaxCertificateState>(),
  present_income: bigint<Satang>(),
  present_tax: bigint<Satang>(),
  cancel_note: text(),
  user: text(),
  createdAt: instant(),
}

const selected = sql`c.tax_certificate_id, c.certificate_code, c.year, c.user_id, ${userName('t')} as name, c.branch_id,
  b.name as branch, c.return, c.income, c.tax, c.social_security, c.provident_fund, ${state} as status,
  now.income as present_income, now.tax as present_tax, c.cancel_note, ${userName('u')} as user, c."createdAt"`
const named = sql`join branch b on b.branch_id = c.branch_id join app_user u on u.user_id = c.created_by`

export const certificatePage = tunedQuery({
  columns,
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select ${selected} from ${certificates} ${named} where ${listedCertificates(ctx, query)}
    order by ${certificateOrder(query)} ${pageOf(query)}`,
})

/** The certificates with these ids, with the columns of the exported list. */
export const exportedCertificates = tunedQuery({
  columns: { id: int(), idcard: orNull(text()), ...columns },
  sql: (ids: readonly number[]) => sql`
    select c.tax_certificate_id as id, c.snapshot->'payee'->>'tax_id' as idcard, ${selected} from ${certificates} ${named}
    where c.tax_certificate_id = any(${ids}::int[])`,
})

/** The number of certificates, and the sums of those that are not cancelled. */
export const certificateTotals = tunedQuery({
  columns: { count: int(), income: bigint<Satang>(), tax: bigint<Satang>() },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select count(*)::int as count,
      coalesce(sum(c.income) filter (where c.cancelled_at is null), 0)::bigint as income,
      coalesce(sum(c.tax) filter (where c.cancelled_at is null), 0)::bigint as tax
    from ${certificates} where ${listedCertificates(ctx, query)}`,
})
