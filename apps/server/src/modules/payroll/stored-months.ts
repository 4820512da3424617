/** Stored months of payroll: read, locked and written. */
import type { PayType } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { lastTerms } from '@khapdee/domain/payroll/propose-earnings'
import type { DraftLine, MonthDraft, MonthFacts } from '@khapdee/domain/payroll/draft'
import type { Month } from '@khapdee/domain/payroll/month'
import type { PayrollStatus } from '@khapdee/domain/payroll/steps'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { PayrollMonth } from '../../db/types.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict } from '../../kernel/errors.ts'
import { type PaidPerson, byUser } from './month-people.ts'
import { claimWork, insertLines, updateMonths } from './payroll.queries.ts'

/** A row of `payroll_month` with the name of its person. */
export type StoredMonth = Omit<
  Selectable<PayrollMonth>,
  'status' | 'pay_date' | 'overtime' | 'month' | 'pay_type' | MoneyColumn
> & {
  status: PayrollStatus
  pay_date: Day
  month: Month
  pay_type: PayType
  overtime: MonthFacts['overtime']
  name: string
} & Record<MoneyColumn, Satang>

type MoneyColumn = 'income' | 'deduction' | 'net' | 'gross' | 'sso_employer' | 'ewf_employer'

const monthsWith = (ctx: Pick<UserContext, 'tx'>) =>
  ctx.tx
    .selectFrom('payroll_month as p')
    .innerJoin('app_user as t', 't.user_id', 'p.user_id')
    .selectAll('p')
    .select(userName('t').as('name'))

/**
 * Locks months in the order of their ids until the transaction ends. They are locked before drawers and numbers.
 * @param where a condition on the month `p` and its person `t`
 */
export async function lockMonths(
  ctx: Pick<UserContext, 'tx'>,
  where: RawBuilder<SqlBool>,
): Promise<StoredMonth[]> {
  const rows = await monthsWith(ctx).where(where).orderBy('p.payroll_id').forUpdate('p').execute()
  return rows as unknown as StoredMonth[]
}

/** Months that match a condition on `p` and `t`, in the order of their ids. */
export async function readMonths(
  ctx: Pick<UserContext, 'tx'>,
  where: RawBuilder<SqlBool>,
): Promise<StoredMonth[]> {
  const rows = await monthsWith(ctx).where(where).orderBy('p.payroll_id').execute()
  return rows as unknown as StoredMonth[]
}

/** The first month that matches a condition on `p` and `t`, the latest first. */
export async function findMonth(
  ctx: Pick<UserContext, 'tx'>,
  where: RawBuilder<SqlBool>,
): Promise<StoredMonth | undefined> {
  const row = await monthsWith(ctx)
    .where(where)
    .orderBy('p.month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as unknown as StoredMonth | undefined
}

/** A stored line with its id. */
export type StoredLine = DraftLine & { payroll_line_id: number; payroll_id: number }

/** The lines of months in their order. */
export async function readLines(
  ctx: Pick<UserContext, 'tx'>,
  payrollIds: readonly number[],
): Promise<Map<number, StoredLine[]>> {
  const rows = await ctx.tx
    .selectFrom('payroll_line')
    .selectAll()
    .where(sql<boolean>`payroll_id = any(${payrollIds}::int[])`)
    .orderBy('payroll_id')
    .orderBy('place')
    .execute()
  const lines = new Map<number, StoredLine[]>()
  for (const { place: _, ...row } of rows) {
    const line = row as unknown as StoredLine
    const group = lines.get(row.payroll_id)
    if (group === undefined) lines.set(row.payroll_id, [line])
    else group.push(line)
  }
  return lines
}

/** The line without its ids, in the form that the domain compares. */
export function asDraft(stored: StoredLine): DraftLine {
  const { payroll_line_id: _, payroll_id: __, ...line } = stored
  return line
}

/** The columns of a draft, without its lines. */
export interface DraftHead {
  pay_date: Day
  overtime: MonthFacts['overtime']
  consent: string
  note: string
}

export interface NewDraft {
  month: StoredMonth
  person: PaidPerson
  facts: MonthFacts
  draft: MonthDraft
  head: DraftHead
}

/**
 * Writes lines and figures of locked drafts, and the work that they pay; a returned month becomes a
 * draft.
 * @throws CONFLICT where another month pays the work
 */
export async function writeDrafts(ctx: UserContext, drafts: readonly NewDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const lines = drafts.flatMap(({ month, draft }) =>
    draft.lines.map((line, place) => ({ ...line, payroll_id: month.payroll_id, place })),
  )
  const rows = drafts.map(({ month, person, facts, draft, head }) => {
    const { branch_id, position, pay_as } = lastTerms(facts)
    const { pay_type, bank, bank_acc } = person
    return {
      payroll_id: month.payroll_id,
      branch_id,
      position,
      pay_as,
      pay_type,
      bank,
      bank_acc,
      ...draft.figures,
      ...head,
    }
  })
  await updateMonths.rows(ctx.tx, JSON.stringify(rows), ctx.clock.now().toISOString())
  const ids = drafts.map(({ month }) => month.payroll_id)
  await ctx.tx
    .deleteFrom('payroll_line')
    .where(sql<boolean>`payroll_id = any(${ids}::int[])`)
    .execute()
  await insertLines.rows(ctx.tx, JSON.stringify(lines))
  await ctx.tx
    .deleteFrom('payroll_work')
    .where(sql<boolean>`payroll_id = any(${ids}::int[])`)
    .execute()
  const work = drafts.flatMap(({ month: { user_id, payroll_id }, draft }) =>
    draft.lines.flatMap((line) =>
      line.work.map(({ key, day, unit }) => ({ user_id, work: key, payroll_id, day, unit })),
    ),
  )
  const claimed = await claimWork.rows(ctx.tx, JSON.stringify(work))
  // Another month of the person was built at the same time and pays the work.
  if (claimed.length < work.length) throw conflict()
}

/** The earlier months of the year by person, earliest first; also those whose pay day is in another year. */
export async function monthsOfYear(
  ctx: Pick<UserContext, 'tx'>,
  userIds: readonly number[],
  month: Month,
) {
  const rows = await ctx.tx
    .selectFrom('payroll_month')
    .select(['user_id', 'month', 'pay_date', 'gross', 'tax', 'taxable_regular'])
    .select(['taxable_irregular', 'regular_tax', 'irregular_tax', 'tax_plan', 'sso_employee'])
    .select('provident_fund')
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .where('month', '<', month)
    .where('month', '>=', `${Number(month.slice(0, 4)) - 1}-12`)
    .where('status', '<>', 'void')
    .orderBy('month')
    .execute()
  return byUser(rows as unknown as EarlierMonth[])
}

/** An earlier month of the year; amounts in satang. */
export interface EarlierMonth {
  user_id: number
  month: Month
  pay_date: Day
  gross: Satang
  tax: Satang
  taxable_regular: Satang
  taxable_irregular: Satang
  regular_tax: Satang
  irregular_tax: Satang
  tax_plan: Satang | null
  sso_employee: Satang
  provident_fund: Satang
}
