/** The exam rights and the required documents of an amended application. */
import { isOpenLine } from '@khapdee/domain/application/totals'
import { lastRightDay } from '@khapdee/domain/exam-right'
import { type Exam, type ExamKind, examKindOrder } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { type NewLine, insertRights } from './insert-lines.ts'
import type { OpenApplication } from './open-application.ts'
import type { OpenLine } from './open-application.queries.ts'
import { insertRequiredDocuments } from '../required-documents.ts'
import { itemOf, registrationOf } from './required-documents.ts'

/** The last days of the rights of a line, by kind of exam. */
type LastDays = Partial<Record<ExamKind, Day>>

/** The last days of the exam rights of replaced lines, by line id. The rights of the new courses end on the same days. */
export async function lastDaysOfRights(
  ctx: UserContext,
  lineIds: readonly number[],
): Promise<Map<number, LastDays>> {
  if (lineIds.length === 0) return new Map()
  const rows = await ctx.tx
    .selectFrom('exam_right')
    .select((eb) => ['line_id', 'kind', eb.fn.max('permission_date').as('last')])
    .where('line_id', 'in', lineIds)
    .groupBy(['line_id', 'kind'])
    .$narrowType<{ line_id: number; kind: ExamKind; last: Day }>()
    .execute()
  const found = new Map<number, LastDays>()
  for (const { line_id, kind, last } of rows) {
    found.set(line_id, { ...found.get(line_id), [kind]: last })
  }
  return found
}

/**
 * The statements that grant the exam rights of the new lines. Those that replace a line keep the last day of its rights, and
 * the fees that were paid for them.
 */
export function grantedRights(
  ctx: UserContext,
  { application_id, branch_id, customer }: OpenApplication,
  added: readonly NewLine[],
  { lastDays, rightDays, leaving, nextId, stamp }: RightTerms,
): RawBuilder<unknown>[] {
  const today = ctx.clock.today()
  const replacing: ReplacingRight[] = []
  const granting = added.flatMap(({ line_id, exams, replaces = 0 }) => {
    const inherited = lastDays.get(replaces)
    // An exam of a kind that the replaced course did not have ends with its earliest right.
    const [earliest = lastRightDay(today, rightDays)] = Object.values(inherited ?? {}).toSorted()
    return examKindOrder.flatMap((kind) => {
      const permission_date = inherited?.[kind] ?? earliest
      const rights = exams
        .filter((exam) => exam.kind === kind)
        .map((exam) => ({ right_id: nextId(), line_id, ...exam }))
      if (replaces > 0) replacing.push(...rights.map((right) => ({ ...right, replaces })))
      return insertRights(
        {
          application_id,
          branch_id,
          customer_id: customer.customer_id,
          rights,
          validity: {
            valid_from: permission_date < today ? permission_date : today,
            permission_date,
          },
        },
        stamp,
      )
    })
  })
  return replacing.length === 0 ? granting : [...granting, moveFees(replacing, leaving)]
}

/** A new right of a line that replaces another one. */
interface ReplacingRight extends Exam {
  right_id: number
  /** The replaced line. */
  replaces: number
}

/**
 * The statement that assigns open fees from the rights of replaced lines to the new rights for the
 * same exams. The new rights inherit the last days that the fees have extended. The applications of
 * such fees are changed only after the lock of the application that granted the rights.
 * @param leaving lines of the application that end in the same call
 */
const moveFees = (
  rights: readonly ReplacingRight[],
  leaving: readonly number[],
): RawBuilder<unknown> => sql`
  update application_line fee set right_id = granted.right_id
  from jsonb_to_recordset(${JSON.stringify(rights)}::jsonb)
      as granted (right_id int, replaces int, kind text, licence_type text)
    join exam_right former on former.line_id = granted.replaces and former.kind = granted.kind
      and former.licence_type = granted.licence_type
  where fee.right_id = former.right_id and fee.status = 'open' and fee.line_id <> all(${leaving}::int[])`

interface RightTerms {
  /** The last days of the rights of replaced lines, by line id. */
  lastDays: ReadonlyMap<number, LastDays>
  /** Days for which new rights are valid. */
  rightDays: number
  /** The ids of the lines that end in the same call. */
  leaving: readonly number[]
  nextId: () => number
  stamp: { user_id: number; at: string }
}

/**
 * The statement that requires the documents of the new lines, and for another customer also those of the lines that
 * stay open. Those that are no longer required are deleted with the change of the money; see `applyPayments`.
 */
export function addedDocuments(
  app: OpenApplication,
  added: readonly NewLine[],
  { leaving, isOtherCustomer }: { leaving: readonly OpenLine[]; isOtherCustomer: boolean },
): RawBuilder<unknown> {
  const staying = app.lines.filter((line) => isOpenLine(line) && !leaving.includes(line))
  const lines = isOtherCustomer ? [...added, ...staying.map(itemOf)] : added
  return insertRequiredDocuments(app.application_id, { ...registrationOf(app), lines })
}
