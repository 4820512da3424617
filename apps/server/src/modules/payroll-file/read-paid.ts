/** Reads the people who were paid in a period, for payroll files. */
import type { PayType } from '@khapdee/domain/application/status'
import type { PayKind } from '@khapdee/domain/employee'
import { formatAddress } from '@khapdee/domain/format-address'
import type { Satang } from '@khapdee/domain/money'
import type { PayrollFileKind } from '@khapdee/domain/payroll/file-kinds'
import type { PaidPerson } from '@khapdee/domain/payroll/pay-sheets'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { UserContext } from '../../kernel/context.ts'
import { stateError } from '../../kernel/errors.ts'
import { notAbove } from '../employee/role-limits.ts'
import { monthsWithOpenings } from '../payroll/paid-months.ts'

/**
 * Kinds of files whose period is the month of the pay day; for the others it is the month for which
 * the pay is.
 */
const byPayDay: ReadonlySet<PayrollFileKind> = new Set(['pnd1_text', 'pnd1', 'pnd3', 'pnd1a'])

interface Period {
  kind: PayrollFileKind
  /** `2026-11` or `2026`. */
  period: string
  branches: readonly number[]
}

type PaidMonth = Pick<
  Selectable<DB['payroll_month']>,
  'user_id' | 'branch_id' | 'pay_as' | 'pay_type' | 'bank' | 'bank_acc' | 'pay_date'
>

/**
 * The months `p`; for the return of a year, also the sums that the school paid in that year before
 * it used the system.
 */
const monthsOf = ({ kind }: Period) =>
  kind === 'pnd1a'
    ? monthsWithOpenings.$castTo<PaidMonth>().as('p')
    : sql<PaidMonth>`payroll_month`.as('p')

/** The condition for the approved months `p` of a period. */
const ofPeriod = ({ kind, period, branches }: Period): RawBuilder<SqlBool> => {
  const column = byPayDay.has(kind) ? sql`to_char(p.pay_date, 'YYYY-MM')` : sql`p.month`
  return sql<SqlBool>`p.status in ('approved', 'paid') and p.branch_id = any(${[...branches]}::int[])
    and left(${column}, ${period.length}) = ${period}`
}

/** Refuses a file with people whose pay the caller does not see, because it would be incomplete or disclose their pay. @throws STATE */
export async function assertSeesAll(ctx: UserContext, period: Period): Promise<void> {
  const { hidden } = await ctx.tx
    .selectFrom(monthsOf(period))
    .innerJoin('app_user as t', 't.user_id', 'p.user_id')
    .select(sql<number>`count(*) filter (where not ${notAbove(ctx)})::int`.as('hidden'))
    .where(ofPeriod(period))
    .executeTakeFirstOrThrow()
  if (hidden > 0)
    throw stateError(`ไฟล์นี้มีพนักงานที่คุณไม่มีสิทธิ์เห็นเงินเดือน ${hidden} รายการ กรุณาให้ผู้มีสิทธิ์เป็นผู้จัดทำ`)
}

/** A person's approved pay in a period: the sums of its months. */
export interface PaidRow extends PaidPerson {
  user_id: number
  pay_as: PayKind
  pay_type: PayType
  bank: string
  bank_acc: string
  email: string
  net: Satang
  sso_wage: Satang
  sso_employee: Satang
  sso_employer: Satang
}

const amounts = [
  'income',
  'tax',
  'net',
  'sso_wage',
  'sso_employee',
  'sso_employer',
  'ewf_wage',
  'ewf_employee',
  'ewf_employer',
] as const

/** Kinds of files for which a person has a row for each account. */
const byAccount: ReadonlySet<PayrollFileKind> = new Set(['bank_csv', 'bank_xlsx', 'bank_bangkok'])

/** The people with approved pay in a period, by name. A person has one row for each kind of pay, in files of banks for each account. */
export async function readPaid({ tx }: UserContext, period: Period): Promise<PaidRow[]> {
  const sum = (column: string) => sql<Satang>`sum(${sql.ref(`p.${column}`)})::bigint`
  const account = ['p.pay_type', 'p.bank', 'p.bank_acc'] as const
  const isByAccount = byAccount.has(period.kind)
  const rows = await tx
    .selectFrom(monthsOf(period))
    .innerJoin('app_user as t', 't.user_id', 'p.user_id')
    .leftJoin('user_salary as s', 's.user_id', 'p.user_id')
    .select(['p.user_id', 'p.pay_as'])
    .$if(isByAccount, (months) => months.select(account).groupBy(account))
    .select([
      't.prefix',
      't.fname',
      't.sname',
      't.email',
      's.idcard',
      't.address',
      't.moo',
      't.soi',
    ])
    .select(['t.street', 't.subdistrict', 't.district', 't.province', 't.postcode'])
    .select((eb) => eb.fn.max('p.pay_date').as('pay_date'))
    .select([
      sum('gross').as('income'),
      ...amounts.slice(1).map((name) => sum(name).as(name as 'net')),
    ])
    .where(ofPeriod(period))
    .groupBy(['p.user_id', 'p.pay_as', 't.user_id', 's.idcard'])
    .orderBy('t.fname')
    .orderBy('t.sname')
    .orderBy('p.user_id')
    .execute()
  return rows.map(
    (row) =>
      // Safe: check constraints guarantee the values, and `amounts` are the other columns.
      ({
        ...row,
        idcard: row.idcard ?? '',
        pay_date: row.pay_date as Day,
        address: formatAddress(row),
      }) as unknown as PaidRow,
  )
}

/** The number of months of the period that are missing from its files because they are not approved. */
export async function countWaiting({ tx }: UserContext, period: Period): Promise<number> {
  const { count } = await tx
    .selectFrom('payroll_month as p')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('p.status', 'in', ['draft', 'submitted', 'confirmed', 'returned'])
    .where('p.branch_id', '=', sql<number>`any(${[...period.branches]}::int[])`)
    .where(sql<SqlBool>`left(p.month, ${period.period.length}) = ${period.period}`)
    .executeTakeFirstOrThrow()
  return count
}
