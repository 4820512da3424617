/** The sessions that are offered for an exam, with the reasons why some are not proposed. */
import { type BranchSettings, storedBranchSettings } from '@khapdee/contract/entities/branch'
import { overlap } from '@khapdee/domain/exam-session'
import type { Day } from '@khapdee/domain/thai-date'
import type { RowOf } from '../../db/columns.ts'
import type { Reading, UserContext } from '../../kernel/context.ts'
import { workingDaysAfter } from '../timetable/working-days.ts'
import { type WantedExam, lastSlotDay, occupationsOf, slotsOfSpan } from './seats.queries.ts'
import { bookableFrom, isBookableStill } from './suitable.ts'

interface OpenSlot extends Omit<RowOf<typeof slotsOfSpan.columns>, 'branch_id'> {
  /** The branch that holds the session if it is not that of the right; empty otherwise. */
  branch: string
  /** The session or event of the customer at that time; empty without one. */
  busy: string
  /** Whether the branch is closed that day, by a holiday or its opening hours. */
  closed: boolean
}

/** Whether the school books exam rights in sessions of other branches. */
export const booksAcrossBranches = async (ctx: Reading): Promise<boolean> =>
  (await ctx.tx.selectFrom('school').select('exam_across_branches').executeTakeFirst())
    ?.exam_across_branches ?? false

/** The settings of branches, by id. */
export async function readBranchSettings(
  ctx: Reading,
  branchIds: readonly number[],
): Promise<Map<number, BranchSettings>> {
  const ids = [...new Set(branchIds)]
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('branch')
    .select(['branch_id', 'settings'])
    .where('branch_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.branch_id, storedBranchSettings(row.settings)]))
}

/** Returns whether a branch is closed on a day from `first` on. @param settings of the branches, by id */
export async function readClosedDays(
  ctx: Reading,
  settings: ReadonlyMap<number, BranchSettings>,
  first: Day,
): Promise<(branchId: number, day: Day) => boolean> {
  const works = new Map<number, (day: Day) => boolean>()
  for (const [branch_id, { opening_hours }] of settings) {
    works.set(branch_id, await workingDaysAfter(ctx, { branch_id, opening_hours }, first))
  }
  return (branchId, day) => works.get(branchId)?.(day) === false
}

/** The largest number of minutes that the contract lets a branch accept candidates late. */
const maxLateMinutes = 240

/** The last day with an open session that accepts an exam; null without one. */
export async function lastOpenDay(ctx: UserContext, exam: WantedExam): Promise<Day | null> {
  const across = await booksAcrossBranches(ctx)
  const found = await lastSlotDay.first(ctx.tx, exam, ctx.clock.now().toISOString(), across)
  return found?.day ?? null
}

/**
 * The open sessions of a span of days that accept an exam and can still be booked, with their free
 * seats, earliest first. With the setting of the school, those of other branches are included.
 * @param own the open booking of the right, which does not occupy the customer; null without one
 */
export async function openSlots(
  ctx: UserContext,
  exam: WantedExam & { customer_id: number },
  span: { start: Day; end: Day },
  own: { exam_id: number } | null,
): Promise<OpenSlot[]> {
  const across = await booksAcrossBranches(ctx)
  const earliest = bookableFrom(ctx, { exam_late_minutes: maxLateMinutes })
  const found = await slotsOfSpan.rows(ctx.tx, exam, span, earliest, across)
  const settings = await readBranchSettings(
    ctx,
    found.map(({ branch_id }) => branch_id),
  )
  const bookable = found.filter((session) => {
    const ofBranch = settings.get(session.branch_id)
    return ofBranch !== undefined && isBookableStill(ctx, session, ofBranch)
  })
  const [isClosed, occupied] = await Promise.all([
    readClosedDays(ctx, settings, span.start),
    occupationsOf.rows(ctx.tx, ctx, [exam.customer_id], span, own?.exam_id ?? null),
  ])
  return bookable.map(({ branch_id, branch, ...slot }) => ({
    ...slot,
    branch: branch_id === exam.branch_id ? '' : branch,
    busy: occupied.find((occupation) => overlap(occupation, slot))?.session ?? '',
    closed: isClosed(branch_id, slot.day),
  }))
}
