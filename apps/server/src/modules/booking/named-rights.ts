/**
 * Exam rights to which lines of fees refer: fees of a retake, an extension, or a late move. The
 * line belongs to another application than the one that granted the right.
 */
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import { messages } from '@khapdee/contract/messages'
import { entities } from '@khapdee/domain/entities'
import { isForOtherExams, namesRight } from '@khapdee/domain/exam-fees'
import { examSentences } from '@khapdee/domain/exam-sentences'
import { extensionProblem, forfeitedSentence } from '@khapdee/domain/exam-right'
import { examName } from '@khapdee/domain/exams'
import type { ExamUse } from '@khapdee/domain/fee-kinds'
import { sql } from 'kysely'
import type { RowOf } from '../../db/columns.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import type { BookableRight } from './history.ts'
import {
  lockGrantingApplications,
  lockRightsById,
  namedRights,
  rightsOfChange,
} from './named-rights.queries.ts'

/** A locked right to which a line refers. */
export type NamedRight = BookableRight & {
  line_is_open: boolean
  /** Whether a refund of its application or of a retake fee is requested. */
  refund_pending: boolean
  /** Whether a retake fee for it was sold and is not used yet. */
  retake_sold: boolean
}

/** The records that a call locks in addition to the rights to which its new lines refer. */
interface LockedWith {
  /** The application that is about to be changed; 0 for none. */
  application_id: number
  rightIds: readonly number[]
}

/**
 * Locks the applications that granted rights, together with the one that is about to be changed, and then the rights; each in
 * the order of the ids. See `seats.ts` for the order of all locks.
 * @throws NOT_FOUND for a right that the caller does not see
 */
export async function lockNamedRights(
  ctx: UserContext,
  rightIds: readonly number[],
  { application_id, rightIds: others }: LockedWith = { application_id: 0, rightIds: [] },
): Promise<ReadonlyMap<number, NamedRight>> {
  const ids = [...new Set(rightIds)]
  const all = [...ids, ...others]
  if (all.length === 0) return new Map()
  // Each statement is sent without waiting; PostgreSQL starts it when the one before has its locks.
  const [, , rows] = await Promise.all([
    lockGrantingApplications.rows(ctx.tx, all, application_id),
    lockRightsById.rows(ctx.tx, all),
    ids.length === 0 ? [] : namedRights.rows(ctx.tx, ctx, sql`r.right_id = any(${ids}::int[])`),
  ])
  if (rows.length < ids.length) throw notFound()
  return new Map(rows.map((row) => [row.right_id, toNamedRight(row)]))
}

const toNamedRight = ({
  permission_date,
  disabled,
  used,
  forfeited,
  balance,
  ...right
}: RowOf<typeof namedRights.columns>): NamedRight => ({
  ...right,
  state: { permission_date, disabled, used, forfeited },
  app: { balance },
})

/**
 * Locks an application and the rights that its change may change, with the applications that
 * granted these; the caller locks the application again to read it.
 * @param added the rights to which new lines of the application refer
 * @returns the rights of new lines
 * @throws NOT_FOUND for one of them that the caller does not see
 */
export async function lockRightsOfLines(
  ctx: UserContext,
  application_id: number,
  added: readonly number[] = [],
): Promise<ReadonlyMap<number, NamedRight>> {
  const own = await rightsOfChange.rows(ctx.tx, application_id)
  return lockNamedRights(ctx, added, {
    application_id,
    rightIds: own.map(({ right_id }) => right_id),
  })
}

/** A refusal, at a path of the request body if given. */
const refusal =
  (code: 'RETAKE_SOLD' | 'REFUND_PENDING', message: string) =>
  (path?: string): AppError =>
    new AppError(code, message, 409, path === undefined ? {} : { errors: [{ path, message }] })

/** The error of a second retake fee for a right that already has an unused one. */
export const retakeSold = refusal(
  'RETAKE_SOLD',
  'ลงทะเบียนค่าสอบแก้ตัวของสิทธิ์นี้แล้วและยังไม่ได้ใช้ กรุณาใช้รายการเดิม',
)

/** The error of a fee for a right whose application has an open refund request. */
export const refundOfRight = refusal(
  'REFUND_PENDING',
  'มีคำขอคืนเงินของใบสมัครที่ให้สิทธิ์สอบนี้อยู่ ชำระค่าธรรมเนียมไม่ได้',
)

/** A new line that may refer to a right. */
interface NamingLine {
  /** Path of the line in the request body. */
  path: string
  item_id: number
  exam_use: ExamUse | null
  right_id?: number | null | undefined
}

/** Why a fee cannot be paid for a right, in Thai, or null. */
function unfitReason(
  { state, line_is_open, ...exam }: NamedRight,
  { item_id, exam_use }: Pick<NamingLine, 'item_id' | 'exam_use'>,
  { exam_fees }: BranchSettings,
): string | null {
  if (isForOtherExams(exam_fees, item_id, exam)) return `ค่าธรรมเนียมนี้ไม่ใช่ของ${examName(exam)}`
  if (!line_is_open) return 'รายการที่ให้สิทธิ์สอบนี้สิ้นสุดแล้ว'
  if (exam_use === 'extend') return extensionProblem(state)
  if (state.used) return examSentences.passed
  if (state.forfeited) return forfeitedSentence
  return state.disabled ? 'สิทธิ์สอบนี้ถูกระงับ' : null
}

/** The rights of a customer in the caller's branches for which a fee can be paid, newest first. */
export async function rightsForFee(
  ctx: UserContext,
  customer_id: number,
  line: Pick<NamingLine, 'item_id' | 'exam_use'>,
  settings: BranchSettings,
): Promise<NamedRight[]> {
  const rows = await namedRights.rows(ctx.tx, ctx, sql`r.customer_id = ${customer_id}`)
  return rows.map(toNamedRight).filter((right) => unfitReason(right, line, settings) === null)
}

/**
 * Checks the rights to which new lines refer. A fee of a retake, an extension or a move must refer
 * to one, unless the customer has none for it in the caller's branches: the exam was taken before
 * the product was used, or at another school.
 * @throws VALIDATION, RETAKE_SOLD, REFUND_PENDING at the line; FORBIDDEN for the fee of an
 * extension without the permission to extend
 */
export async function assertNamedRights(
  ctx: UserContext,
  lines: readonly NamingLine[],
  named: ReadonlyMap<number, NamedRight>,
  { customer_id, settings }: { customer_id: number; settings: BranchSettings },
): Promise<void> {
  const seen = new Set<string>()
  for (const line of lines) {
    const problemAt = (message: string) => invalid([{ path: `${line.path}.right_id`, message }])
    const right = named.get(line.right_id ?? 0)
    if (!namesRight(line.exam_use)) {
      if (right !== undefined) throw problemAt('รายการนี้ไม่ได้ชำระให้สิทธิ์สอบเดิม')
      continue
    }
    if (right === undefined) {
      const fitting = await rightsForFee(ctx, customer_id, line, settings)
      if (fitting.length > 0) throw problemAt(messages.select(entities.exam_right.label))
      continue
    }
    if (right.customer_id !== customer_id) throw problemAt('สิทธิ์สอบนี้เป็นของผู้สมัครคนอื่น')
    const reason = unfitReason(right, line, settings)
    if (reason !== null) throw problemAt(reason)
    const path = `${line.path}.right_id`
    if (right.refund_pending) throw refundOfRight(path)
    const isRetake = line.exam_use === 'retake'
    if (isRetake && right.retake_sold) throw retakeSold(path)
    const key = `${line.exam_use} ${right.right_id}`
    if (seen.has(key)) throw problemAt('มีค่าธรรมเนียมของสิทธิ์สอบนี้ในใบสมัครนี้แล้ว')
    seen.add(key)
    if (line.exam_use === 'extend' && !mayExtend(ctx)) throw forbidden()
  }
}

const mayExtend = (ctx: UserContext): boolean =>
  ctx.may('exam.extend') || ctx.may('exam.extend-free')
