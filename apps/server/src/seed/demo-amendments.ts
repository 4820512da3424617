/** Amendments of the demo: a fee is added, or added and later removed, or a course is replaced by a longer one. */
import { application } from '@khapdee/contract/entities/application'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { Satang } from '@khapdee/domain/money'
import type { UserContext } from '../kernel/context.ts'
import { amendApplication } from '../modules/application/amend-application.ts'
import { starterOtherFees } from '@khapdee/domain/setup/starter-catalogue'
import { type DemoCourse, demoCourses } from './demo-catalogue.ts'
import { feeLine } from './demo-lines.ts'
import type { PlannedApplication } from './demo-plan.ts'
import { type ActAs, after, callOf } from './demo-acts.ts'
import type { Story } from './stories.ts'

/** One of this many registrations of a course is amended. */
const amendmentInterval = 5

const notes = {
  add: 'ผู้สมัครขอซื้อเพิ่ม',
  remove: 'ผู้สมัครเปลี่ยนใจ',
  replace: 'ผู้สมัครขอเปลี่ยนหลักสูตร',
} as const

const extraFees = starterOtherFees.filter(({ kind }) => kind === 'general')

/** The next course of the same type with a higher price, for a customer of the same age; undefined if there is none. */
const longerCourse = ({ type, price, min_age }: DemoCourse): DemoCourse | undefined =>
  demoCourses
    .filter(
      (candidate) =>
        candidate.branch === null &&
        candidate.type === type &&
        candidate.price > price &&
        (candidate.min_age ?? 0) <= (min_age ?? 0),
    )
    .toSorted((a, b) => a.price - b.price)[0]

interface Registered {
  /** Position of the application in the plan. */
  n: number
  application_id: number
  courseIdOf: (key: string) => number
  otherFeeIdOf: (name: string) => number
}

/** Whether the `n`th planned application is amended. */
export const wantsAmendment = ({ type, course }: PlannedApplication, n: number): boolean =>
  type === 'course' && course.length > 0 && n % amendmentInterval === 2

/** Amends some registrations of one course, an hour later. */
export async function* amendDemo(
  actAs: ActAs,
  plan: PlannedApplication,
  { n, application_id, courseIdOf, otherFeeIdOf }: Registered,
): Story {
  const [course] = plan.course
  if (course === undefined || !wantsAmendment(plan, n)) return
  const variant = Math.floor(n / amendmentInterval)
  const amending = (at: Date) => actAs(plan.clerk, at, callOf(application.amend))
  const amended = after(plan.at, 1)
  yield amended
  const ctx = amending(amended)
  const amend = async (as: UserContext, change: Partial<InputOf<typeof application.amend>>) => {
    const { version } = await readOpenLines(as, application_id)
    await amendApplication(as, {
      application_id,
      version,
      add: noLines,
      remove: [],
      replace: [],
      idcard: '',
      passport: '',
      note: '',
      ...change,
    })
  }
  const chosen = demoCourses.find(({ key }) => key === course.item)
  const by = chosen && longerCourse(chosen)
  if (variant % 3 !== 0 && variant % 2 === 0 && by !== undefined) {
    const { lines } = await readOpenLines(ctx, application_id)
    const line = lines.find(({ kind }) => kind === 'course')
    const course_id = courseIdOf(by.key)
    await amend(ctx, {
      replace: [{ line_id: line?.line_id ?? 0, by: { course_id, ...newLine(by.price) } }],
      note: notes.replace,
    })
    return
  }
  const extra = extraFees[variant % extraFees.length]
  if (extra === undefined) return
  const other_fee_id = otherFeeIdOf(extra.name)
  await amend(ctx, {
    add: { ...noLines, other_fee: [{ other_fee_id, ...newLine(extra.price) }] },
    note: notes.add,
  })
  if (variant % 3 !== 1) return
  const removed = after(plan.at, 1.25)
  yield removed
  const removing = amending(removed)
  const { lines } = await readOpenLines(removing, application_id)
  await amend(removing, { remove: [lines.at(-1)?.line_id ?? 0], note: notes.remove })
}

/** The fee that candidates buy after their exam was booked. */
const lateFee = 'ค่ารับ–ส่งสอบ'

/** Adds a fee to an application, which then has a balance. */
export async function addFee(
  ctx: UserContext,
  application_id: number,
  otherFeeIdOf: (name: string) => number,
): Promise<void> {
  const { version } = await readOpenLines(ctx, application_id)
  const { cost } = feeLine(starterOtherFees, lateFee)
  await amendApplication(ctx, {
    application_id,
    version,
    add: { ...noLines, other_fee: [{ other_fee_id: otherFeeIdOf(lateFee), ...newLine(cost) }] },
    remove: [],
    replace: [],
    idcard: '',
    passport: '',
    note: notes.add,
  })
}

const noLines = { course: [], other_fee: [], request_fee: [] }

const newLine = (cost: Satang) => ({ promotion_code: '', exam_date: null, cost, note: '' })

/** The version of an application, and its open lines in their order. */
export async function readOpenLines(ctx: UserContext, application_id: number) {
  const { version } = await ctx.tx
    .selectFrom('application')
    .select('version')
    .where('application_id', '=', application_id)
    .executeTakeFirstOrThrow()
  const lines = await ctx.tx
    .selectFrom('application_line')
    .select(['line_id', 'kind', 'paid'])
    .where('application_id', '=', application_id)
    .where('status', '=', 'open')
    .orderBy('position')
    .$narrowType<{ paid: Satang }>()
    .execute()
  return { version, lines }
}
