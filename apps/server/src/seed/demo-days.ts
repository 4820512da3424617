/** Days on which branches of the demo school are closed or open, and leave of its employees. */
import type { LeaveKind } from '@khapdee/domain/employee'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import type { Reading } from '../kernel/context.ts'
import { readFacts } from '../modules/timetable/facts.ts'
import { branchCodes } from './demo-branches.ts'
import type { PlannedLine } from './demo-lines.ts'
import type { PlannedApplication } from './demo-plan.ts'

type IdOf = (name: string) => number

/** The head office is open on the next two public holidays, and Ban Phai closes for a day to repair its field. */
export async function insertHolidays(
  tx: Kysely<DB>,
  branchIdOf: IdOf,
  today: Day,
  timestamps: { createdAt: string; updatedAt: string },
): Promise<void> {
  await tx
    .insertInto('holiday_open_branch')
    .columns(['holiday_id', 'branch_id'])
    .expression(
      tx
        .selectFrom('holiday')
        .select(['holiday_id', sql<number>`${branchIdOf('KKN')}::int`.as('branch_id')])
        .where('day', '>', today)
        .where('branch_id', 'is', null)
        .orderBy('day')
        .limit(2),
    )
    .execute()
  await tx
    .insertInto('holiday')
    .values({
      branch_id: branchIdOf('BPI'),
      day: addDays(today, 16),
      name: 'ปิดปรับปรุงสนามสอบ',
      ...timestamps,
    })
    .execute()
}

/** Whether a branch is closed on a day by a holiday; its opening hours have every weekday. */
export type IsClosed = (branchId: number, day: Day) => boolean

/** Days before and after today on which exams of the demo school may be. */
const knownDays = 400

export async function readClosedDays(ctx: Reading, branchIdOf: IdOf): Promise<IsClosed> {
  const today = ctx.clock.today()
  const { branches } = await readFacts(ctx, {
    branchIds: branchCodes.map(branchIdOf),
    first: addDays(today, -knownDays),
    last: addDays(today, knownDays),
    userIds: [],
    vehicleIds: [],
    placeIds: [],
  })
  return (branchId, day) => branches.get(branchId)?.holidays.has(day) ?? false
}

/** An application without the exam days on which its branch is closed, because it holds no sessions then. */
export function withoutClosedDays(
  plan: PlannedApplication,
  branchIdOf: IdOf,
  isClosed: IsClosed,
): PlannedApplication {
  const branchId = branchIdOf(plan.branch)
  const withOpenDay = (line: PlannedLine): PlannedLine =>
    line.exam_date !== null && isClosed(branchId, line.exam_date)
      ? { ...line, exam_date: null }
      : line
  return {
    ...plan,
    course: plan.course.map(withOpenDay),
    other_fee: plan.other_fee.map(withOpenDay),
  }
}

/** Leave: user name, first and last day in days from today, kind and reason. */
const leaves: readonly (readonly [string, number, number, LeaveKind, string])[] = [
  ['instructor.kkn', -34, -33, 'sick', 'ไข้หวัด'],
  ['instructor.kkn', 12, 14, 'annual', ''],
  ['examiner.kkn', 6, 6, 'personal', 'ทำธุระที่อำเภอ'],
  ['motorcycle.udn', -5, -5, 'sick', 'ปวดหลัง'],
  ['instructor.udn', 20, 22, 'other', 'อบรมครูฝึกของกรมการขนส่งทางบก'],
]

/** Leave recorded by the managers of the branches. */
export async function insertLeaves(tx: Kysely<DB>, userIdOf: IdOf, today: Day): Promise<void> {
  await tx
    .insertInto('user_leave')
    .values(
      leaves.map(([username, first, last, kind, reason]) => ({
        user_id: userIdOf(username),
        start: addDays(today, first),
        end: addDays(today, last),
        kind,
        reason,
        created_by: userIdOf(`manager.${username.split('.')[1]}`),
        createdAt: `${addDays(today, Math.min(first, 0) - 2)}T10:00:00+07:00`,
      })),
    )
    .execute()
}
