/**
 * Employment as dated rows: periods of employment, and the terms of pay from a day on. Source:
 * product specification, section 10b.2.
 */
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, violatedConstraint } from '../../kernel/errors.ts'
import { recordTerms } from './terms.queries.ts'

/** The first day of people whose start is not entered. */
const unknownStart = '2000-01-01' as Day

interface Employment {
  start_date: Day | null
  end_date: Day | null
}

/**
 * Stores the period of employment of a person: the last one changes, or a new one begins when the
 * person is hired again.
 * @param before the stored employment; null for a new person
 * @throws VALIDATION for a period that overlaps an earlier one
 */
export async function storeEmployment(
  ctx: Pick<UserContext, 'tx'>,
  user_id: number,
  { start_date, end_date }: Employment,
  before: Employment | null,
): Promise<void> {
  const start =
    start_date ?? (end_date !== null && end_date < unknownStart ? end_date : unknownStart)
  const isRehired = before?.end_date != null && start_date !== null && start_date > before.end_date
  try {
    if (before !== null && !isRehired) {
      const last = await ctx.tx
        .updateTable('employment_period')
        .set({ start, end: end_date })
        .where(
          'employment_period_id',
          '=',
          sql<number>`(select max(employment_period_id) from employment_period where user_id = ${user_id})`,
        )
        .returning('employment_period_id')
        .executeTakeFirst()
      if (last !== undefined) return
    }
    await ctx.tx.insertInto('employment_period').values({ user_id, start, end: end_date }).execute()
  } catch (error) {
    if (violatedConstraint(error) !== 'employment_period_once') throw error
    throw invalid([{ path: 'start_date', message: 'ช่วงเวลาการจ้างซ้อนกับช่วงก่อนหน้า' }])
  }
}

/**
 * Stores the present terms of a person as a row that is valid from a day on.
 * @param from the day; by default the first of this month, or the day of the last terms if they began later
 */
export async function storeTerms(
  ctx: Pick<UserContext, 'tx' | 'actor' | 'clock'>,
  user_id: number,
  from?: Day,
): Promise<void> {
  const last = await ctx.tx
    .selectFrom('pay_terms')
    .select('valid_from')
    .where('user_id', '=', user_id)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = `${ctx.clock.today().slice(0, 7)}-01` as Day
  const usual = last === undefined || last.valid_from <= first ? first : (last.valid_from as Day)
  await recordTerms.rows(ctx.tx, user_id, from ?? usual, ctx.actor.user_id)
}

/** Stores the present terms of a new person as a row that is valid from their first day on; earlier rows are not read. */
export const storeFirstTerms = (tx: UserContext['tx'], user_id: number, from: Day) =>
  recordTerms.rows(tx, user_id, from, null)
