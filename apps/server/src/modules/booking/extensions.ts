/** Extensions of exam rights by paid fees, and their reversal when the fees end. */
import { storedBranchSettings } from '@khapdee/contract/entities/branch'
import {
  type ExamRight,
  extendedLastDay,
  extensionProblem,
  shortenedLastDay,
} from '@khapdee/domain/exam-right'
import { examName } from '@khapdee/domain/exams'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { UserContext } from '../../kernel/context.ts'
import { extensionsOfLines, pendingExtensions } from './named-rights.queries.ts'
import { type Stamp, insertRightEvents } from './right-events.ts'

/** A locked right with its last day. */
async function readRight(ctx: UserContext, right_id: number) {
  const right = await ctx.tx
    .selectFrom('exam_right')
    .select(['permission_date', 'disabled_at', 'used_at', 'forfeited_at', 'branch_id'])
    .where('right_id', '=', right_id)
    .$narrowType<Pick<ExamRight, 'permission_date'>>()
    .executeTakeFirstOrThrow()
  const state: ExamRight = {
    permission_date: right.permission_date,
    disabled: right.disabled_at !== null,
    used: right.used_at !== null,
    forfeited: right.forfeited_at !== null,
  }
  return { right_id, branch_id: right.branch_id, state }
}

/** Stores the last day of a right that a fee line changes, with its row of the ledger and its audit entry. */
async function writeLastDay(
  ctx: UserContext,
  { right_id, branch_id, state }: Awaited<ReturnType<typeof readRight>>,
  change: { event: 'extended' | 'shortened'; permission_date: Day; line_id: number; note: string },
  stamp: Stamp,
): Promise<void> {
  const { event, permission_date, line_id, note } = change
  await writeTogether(ctx.tx, [
    sql`update exam_right set permission_date = ${permission_date}, version = version + 1 where right_id = ${right_id}`,
    insertRightEvents([{ right_id, event, detail: { permission_date, line_id, note } }], stamp),
  ])
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: branch_id,
    before: { permission_date: state.permission_date },
    after: { permission_date, note },
  })
}

/**
 * Extends the rights to which fee lines of a paid application refer; the rights are locked.
 * @param only the right to be extended; by default all
 * @returns one Thai sentence for each
 */
export async function extendByLines(
  ctx: UserContext,
  application_id: number,
  stamp: Stamp,
  only?: number,
): Promise<string[]> {
  const outcomes: string[] = []
  const pending = await pendingExtensions.rows(ctx.tx, application_id)
  for (const { line_id, right_id, extend_days, note, ...exam } of pending) {
    if (only !== undefined && right_id !== only) continue
    // Read again for each line: two may extend one right.
    const right = await readRight(ctx, right_id)
    const problem = extensionProblem(right.state)
    if (problem !== null) {
      outcomes.push(`ยังไม่ได้ต่ออายุ${examName(exam)}: ${problem}`)
      continue
    }
    const permission_date = extendedLastDay(right.state, ctx.clock.today(), extend_days)
    await writeLastDay(ctx, right, { event: 'extended', permission_date, line_id, note }, stamp)
    await ctx.tx
      .updateTable('application_line')
      .set({ extended_at: stamp.at })
      .where('line_id', '=', line_id)
      .execute()
    outcomes.push(`ต่ออายุสิทธิ์สอบถึง ${formatDay(permission_date)}`)
  }
  return outcomes
}

/** The open lines of fees whose extension of a right has not taken effect yet. */
const unservedExtensions = (ctx: UserContext, right_id: number) =>
  ctx.tx
    .selectFrom('application_line as l')
    .where('l.right_id', '=', right_id)
    .where('l.status', '=', 'open')
    .where('l.extend_days', 'is not', null)
    .where('l.extended_at', 'is', null)

/** A right, by its id or that of one of its bookings. */
interface RightKey {
  right_id?: number | undefined
  exam_id?: number | undefined
}

/**
 * Locks the applications with extension fees for a right that have not taken effect yet, and the
 * one that granted it, in the order of their ids.
 */
export async function lockUnservedExtensions(
  ctx: UserContext,
  { right_id: given, exam_id = 0 }: RightKey,
): Promise<void> {
  const booked =
    given === undefined
      ? await ctx.tx
          .selectFrom('exam')
          .select('right_id')
          .where('exam_id', '=', exam_id)
          .executeTakeFirst()
      : undefined
  const right_id = given ?? booked?.right_id ?? 0
  const fees = unservedExtensions(ctx, right_id).select('l.application_id')
  const granting = ctx.tx
    .selectFrom('exam_right')
    .select((eb) => eb.fn.coalesce('application_id', eb.lit(0)).as('application_id'))
    .where('right_id', '=', right_id)
  await ctx.tx
    .selectFrom('application')
    .select('application_id')
    .where((eb) => eb.or([eb('application_id', 'in', fees), eb('application_id', 'in', granting)]))
    .orderBy('application_id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Extends a right by the fees that were paid while it could not be extended. The right and the applications are locked, see
 * {@link lockUnservedExtensions}.
 * @returns one Thai sentence for each
 */
export async function extendByPaidFees(
  ctx: UserContext,
  right_id: number,
  stamp: Stamp,
): Promise<string[]> {
  const found = await unservedExtensions(ctx, right_id)
    .innerJoin('application as a', 'a.application_id', 'l.application_id')
    .innerJoin('branch as b', 'b.branch_id', 'a.branch_id')
    .select(['a.application_id', 'a.balance', 'b.settings'])
    .distinctOn('a.application_id')
    .orderBy('a.application_id')
    .execute()
  const outcomes: string[] = []
  for (const { application_id, balance, settings } of found) {
    const { exam_requires_full_payment } = storedBranchSettings(settings)
    if (Number(balance) > 0 && exam_requires_full_payment) continue
    outcomes.push(...(await extendByLines(ctx, application_id, stamp, right_id)))
  }
  return outcomes
}

/**
 * Withdraws the unused days by which ending lines have extended rights, which are locked. Bookings
 * after the new last day stay; the worklist of sessions shows them.
 * @param note why the lines end
 */
export async function takeBackExtensions(
  ctx: UserContext,
  lineIds: readonly number[],
  note: string,
  stamp: Stamp,
): Promise<void> {
  const extensions = await extensionsOfLines.rows(ctx.tx, lineIds)
  for (const { line_id, right_id, extend_days } of extensions) {
    const right = await readRight(ctx, right_id)
    const permission_date = shortenedLastDay(right.state, ctx.clock.today(), extend_days)
    if (permission_date === right.state.permission_date) continue
    await writeLastDay(ctx, right, { event: 'shortened', permission_date, line_id, note }, stamp)
  }
}
