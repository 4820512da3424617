/** The lines of an amendment: those that it names, with their checks, and the new ones. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { messages } from '@khapdee/contract/messages'
import { zeroSatang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound, stateError } from '../../kernel/errors.ts'
import { assertNotSat } from '../booking/bookings.ts'
import { assertNotBeingRefunded } from '../refund-requests.ts'
import type { NewLine } from './insert-lines.ts'
import { type OpenApplication } from './open-application.ts'
import type { OpenLine } from './open-application.queries.ts'
import { type PricedLine, type RequestedLine, requestedLines } from './price-lines.ts'

type Input = InputOf<typeof application.amend>

/** The path in the request body of the course that replaces another one; `index` is the position in `replace`. */
export const replacementPath = (index: number) => `replace.${index}.by`

/** The new lines, those that replace courses first; nothing is paid on them by this call. */
export function newLines({ add, replace }: Input): RequestedLine[] {
  const unpaid = <Line extends object>(lines: readonly Line[]) =>
    lines.map((line) => ({ ...line, paid: zeroSatang }))
  const added = requestedLines({
    course: unpaid(add.course),
    other_fee: unpaid(add.other_fee),
    request_fee: unpaid(add.request_fee),
  })
  const courses = requestedLines({
    course: unpaid(replace.map(({ by }) => by)),
    other_fee: [],
    request_fee: [],
  })
  return [
    ...courses.map((line, i) => ({ ...line, path: replacementPath(i) })),
    ...added.map((line) => ({ ...line, path: `add.${line.path}` })),
  ]
}

/** The lines with these ids. @throws NOT_FOUND */
const linesOf = (app: OpenApplication, ids: readonly number[]): OpenLine[] =>
  ids.map((id) => {
    const line = app.lines.find(({ line_id }) => line_id === id)
    if (line === undefined) throw notFound()
    return line
  })

/**
 * Refuses to remove or replace a line with a used exam right, or with a receipt whose void is
 * requested. Also refuses an open line with a right that the staff suspended, because the new line
 * would grant another one.
 * @throws EXAM_SAT, STATE
 */
async function assertNotUsed(ctx: UserContext, named: readonly OpenLine[]): Promise<void> {
  if (named.length === 0) return
  const lineIds = idsOf(named)
  const openIds = idsOf(named.filter(({ status }) => status === 'open'))
  await assertNotSat(ctx, lineIds, 'นำออกหรือเปลี่ยนหลักสูตรไม่ได้')
  const { isSuspended, isForfeited, hasVoidRequest } = await ctx.tx
    .selectNoFrom((eb) => {
      const hasRight = (ended: 'disabled_at' | 'forfeited_at') =>
        eb.exists(
          eb
            .selectFrom('exam_right')
            .where('line_id', '=', sql<number>`any(${openIds}::int[])`)
            .where(ended, 'is not', null),
        )
      return [
        hasRight('disabled_at').as('isSuspended'),
        hasRight('forfeited_at').as('isForfeited'),
        eb
          .exists(
            eb
              .selectFrom('payment_line as pl')
              .innerJoin('payment as p', 'p.payment_id', 'pl.payment_id')
              .where('pl.line_id', 'in', lineIds)
              .where('p.status', '=', 'delete_requested'),
          )
          .as('hasVoidRequest'),
      ]
    })
    .executeTakeFirstOrThrow()
  if (isSuspended) throw stateError('สิทธิ์สอบของรายการนี้ถูกระงับ กรุณาคืนสิทธิ์สอบก่อน')
  if (isForfeited) {
    throw stateError('สิทธิ์สอบของรายการนี้สิ้นสุดเพราะขาดสอบ นำออกหรือเปลี่ยนหลักสูตรไม่ได้')
  }
  if (hasVoidRequest) throw stateError('ใบเสร็จของรายการนี้รออนุมัติลบ กรุณารอผลการพิจารณาก่อน')
}

/** Refuses to replace a course by itself, which would renew its exam rights. @throws VALIDATION */
function assertOtherCourses({ replace }: Input, replaced: readonly OpenLine[]): void {
  const index = replace.findIndex(({ by }, i) => by.course_id === replaced[i]?.course_id)
  if (index === -1) return
  throw invalid([{ path: `replace.${index}.by.course_id`, message: messages.otherCourse }])
}

/** The stored lines that an amendment removes or replaces. */
export interface NamedLines {
  removed: readonly OpenLine[]
  replaced: readonly OpenLine[]
  /** The open lines among the removed and replaced ones; they no longer count. */
  leaving: readonly OpenLine[]
  /** The ids of the removed and the replaced lines. */
  ids: readonly number[]
}

export const idsOf = (lines: readonly OpenLine[]) => lines.map(({ line_id }) => line_id)

/** Reads and checks the lines that are removed or replaced. @throws NOT_FOUND, VALIDATION, REFUND_PENDING, EXAM_SAT, STATE */
export async function findNamedLines(
  ctx: UserContext,
  app: OpenApplication,
  input: Input,
): Promise<NamedLines> {
  const removed = linesOf(app, input.remove)
  const replaced = linesOf(
    app,
    input.replace.map(({ line_id }) => line_id),
  )
  const named = [...removed, ...replaced]
  const ids = idsOf(named)
  assertNotBeingRefunded(app, ids)
  assertOtherCourses(input, replaced)
  await assertNotUsed(ctx, named)
  const leaving = [...removed, ...replaced.filter(({ status }) => status === 'open')]
  return { removed, replaced, leaving, ids }
}

/** The new lines with ids; the first ones replace `replaced`, in this order, and take over what is paid on them. */
export const withLineIds = (
  priced: readonly PricedLine[],
  replaced: readonly OpenLine[],
  nextId: () => number,
): NewLine[] =>
  priced.map((line, i) => {
    const from = replaced[i]
    return {
      ...line,
      line_id: nextId(),
      ...(from !== undefined && {
        paid: from.paid,
        pay_type: from.pay_type,
        replaces: from.line_id,
      }),
    }
  })
