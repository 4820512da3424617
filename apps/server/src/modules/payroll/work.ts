/**
 * Converts work to pay: the lines of months that pay work by the rates of people. Each kind of work
 * has a reader; lessons and classes are added to `sources`. Source: product specification, section
 * 10.
 */
import { type Month, firstDayOf, lastDayOf, monthOf } from '@khapdee/domain/payroll/month'
import type { MonthFacts, WorkRow } from '@khapdee/domain/payroll/draft'
import type { PayrollStatus } from '@khapdee/domain/payroll/steps'
import { isSubmitted } from '@khapdee/domain/payroll/steps'
import {
  type PaidWork,
  type WorkChange,
  type WorkDone,
  type WorkRate,
  isDueIn,
  workChanges,
  workLinesOf,
} from '@khapdee/domain/payroll/work'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { Reading } from '../../kernel/context.ts'
import { readPanelWork } from '../exam-session/panel-work.ts'
import { byUser, itemColumns } from './month-people.ts'
import type { StoredLine, StoredMonth } from './stored-months.ts'

/** Reads the work of people in a range of days, both inclusive, whether or not it has a rate. */
type WorkSource = (
  ctx: Pick<Reading, 'tx'>,
  userIds: readonly number[],
  first: Day,
  last: Day,
) => Promise<(WorkDone & { user_id: number })[]>

const sources: readonly WorkSource[] = [readPanelWork]

/** Work that is older than this is no longer proposed. */
const longestDelayDays = 366

const isOf = (ids: readonly number[]) => sql<boolean>`user_id = any(${ids}::int[])`

/** The rates of people that hold on a day or before, of items in use. */
async function readRates({ tx }: Pick<Reading, 'tx'>, ids: readonly number[], last: Day) {
  const rows = await tx
    .selectFrom('payroll_work_rate as r')
    .innerJoin('list_payroll as i', 'i.list_payroll_id', 'r.list_payroll_id')
    .select(['r.user_id', 'r.payroll_work_rate_id', 'r.kind', 'r.role', 'r.licence_type'])
    .select(['r.subject', 'r.valid_from', 'r.unit', 'r.rate'])
    .select((eb) =>
      sql<object>`jsonb_build_object(${sql.join(
        itemColumns.flatMap((column) => [sql.lit(column.slice(2)), eb.ref(column)]),
      )})`.as('item'),
    )
    .where(isOf(ids))
    .where('r.valid_from', '<=', last)
    .where('i.status', '=', 'open')
    .execute()
  // The domain's types are narrower than the columns; check constraints guarantee the values.
  return rows as unknown as (WorkRate & { user_id: number })[]
}

/** The work of people that months other than this one pay, or paid. */
const readPaid = ({ tx }: Pick<Reading, 'tx'>, ids: readonly number[], month: Month, first: Day) =>
  tx
    .selectFrom('payroll_work as w')
    .innerJoin('payroll_month as p', 'p.payroll_id', 'w.payroll_id')
    .select(['w.user_id', 'w.work', 'w.day', 'w.unit'])
    .where(sql<boolean>`w.user_id = any(${ids}::int[])`)
    .where('p.month', '<>', month)
    .where('w.day', '>=', first)
    .execute()

/** The months of people before a given one that no draft changes any more. */
async function readClosed({ tx }: Pick<Reading, 'tx'>, ids: readonly number[], month: Month) {
  const rows = await tx
    .selectFrom('payroll_month')
    .select(['user_id', 'month', 'status'])
    .where(isOf(ids))
    .where('month', '<', month)
    .where('month', '>=', monthOf(addDays(firstDayOf(month), -longestDelayDays)))
    .execute()
  return byUser(rows.filter(({ status }) => isSubmitted(status as PayrollStatus)))
}

/** The lines that pay the work of people in a month, by person; people without work have none. */
export async function readWork(
  ctx: Pick<Reading, 'tx'>,
  userIds: readonly number[],
  month: Month,
): Promise<Map<number, MonthFacts['work']>> {
  const last = lastDayOf(month)
  const rates = byUser(await readRates(ctx, userIds, last))
  const ids = [...rates.keys()]
  if (ids.length === 0) return new Map()
  const first = addDays(firstDayOf(month), -longestDelayDays)
  const done = byUser(
    (await Promise.all(sources.map((read) => read(ctx, ids, first, last)))).flat(),
  )
  const paid = byUser(await readPaid(ctx, ids, month, first))
  const closed = await readClosed(ctx, ids, month)
  return new Map(
    ids.map((user_id) => {
      const others = paid.get(user_id) ?? []
      const isPaid = new Set(others.map(({ work }) => work))
      const months = new Set((closed.get(user_id) ?? []).map((row) => row.month as Month))
      const due = (done.get(user_id) ?? []).filter(
        ({ key, day }) => !isPaid.has(key) && isDueIn(month, day, months),
      )
      return [user_id, workLinesOf(rates.get(user_id) ?? [], due, others as unknown as PaidWork[])]
    }),
  )
}

/**
 * The ids of months whose lines pay work that is not recorded as theirs: they were void, and
 * another month may pay it meanwhile. They are built again before they are submitted.
 */
export async function unclaimedWork(
  { tx }: Pick<Reading, 'tx'>,
  payrollIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('payroll_line as l')
    .select('l.payroll_id')
    .distinct()
    .where(sql<boolean>`l.payroll_id = any(${payrollIds}::int[])`)
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(l.work) w where not exists (
        select from payroll_work c where c.payroll_id = l.payroll_id and c.work = w ->> 'key'))`,
    )
    .execute()
  return new Set(rows.map(({ payroll_id }) => payroll_id))
}

/**
 * The changes in the work of months of one month since they were built, by person. Late work of
 * earlier months concerns only drafts, which pay it.
 */
export async function changesOfWork(
  ctx: Pick<Reading, 'tx'>,
  months: readonly StoredMonth[],
  lines: ReadonlyMap<number, readonly StoredLine[]>,
): Promise<Map<number, WorkChange[]>> {
  const [first] = months
  if (first === undefined) return new Map()
  const now = await readWork(
    ctx,
    months.map(({ user_id }) => user_id),
    first.month,
  )
  const rowsOf = (of: readonly { work: readonly WorkRow[] }[]) => of.flatMap(({ work }) => work)
  return new Map(
    months.map(({ user_id, payroll_id, status, month }) => {
      const stored = rowsOf(lines.get(payroll_id) ?? [])
      const keys = new Set(stored.map(({ key }) => key))
      const present = rowsOf(now.get(user_id) ?? []).filter(
        ({ key, day }) => !isSubmitted(status) || keys.has(key) || monthOf(day) === month,
      )
      return [user_id, status === 'void' ? [] : workChanges(stored, present)]
    }),
  )
}
