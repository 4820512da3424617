/**
 * Exam rights that lines of fees name: a retake, an extension, a late move. The line belongs to another application than the
 * one that granted the right.
 */
import { type BranchSettings, branchSettings } from '@khapdee/contract/entities/branch'
import { messages } from '@khapdee/contract/messages'
import { isForOtherExams, namesRight } from '@khapdee/domain/exam-fees'
import {
  type ExamRight,
  extendedLastDay,
  extensionProblem,
  forfeitedSentence,
  shortenedLastDay,
} from '@khapdee/domain/exam-right'
import { examName } from '@khapdee/domain/exams'
import type { ExamUse } from '@khapdee/domain/fee-kinds'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { RowOf } from '../../db/columns.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import type { BookableRight } from './history.ts'
import {
  extensionsOfLines,
  lockGrantingApplications,
  lockRightsById,
  namedRights,
  pendingExtensions,
  rightsNamedBy,
} from './named-rights.queries.ts'
import { type Stamp, insertRightEvents } from './right-events.ts'

/** A locked right that a line names. */
export type NamedRight = BookableRight & {
  line_is_open: boolean
  /** Whether a refund of its application or of a retake fee is requested. */
  refund_pending: boolean
  /** Whether a retake fee that was sold for it is still to be used. */
  retake_sold: boolean
}

/**
 * Locks the applications that granted rights, together with the one that is about to be changed, and then the rights; each in
 * the order of the ids.
 * @param application_id locked, too; 0 for none
 * @throws NOT_FOUND for a right that the caller does not see
 */
export async function lockNamedRights(
  ctx: UserContext,
  rightIds: readonly number[],
  application_id = 0,
): Promise<ReadonlyMap<number, NamedRight>> {
  const ids = [...new Set(rightIds)]
  if (ids.length === 0) return new Map()
  // Each statement is sent without waiting; PostgreSQL starts it when the one before has its locks.
  const [, , rows] = await Promise.all([
    lockGrantingApplications.rows(ctx.tx, ids, application_id),
    lockRightsById.rows(ctx.tx, ids),
    namedRights.rows(ctx.tx, ctx, sql`r.right_id = any(${ids}::int[])`),
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

/** Locks the rights that the open lines of an application name, before the application itself. */
export async function lockRightsOfLines(ctx: UserContext, application_id: number): Promise<void> {
  const named = await rightsNamedBy.rows(ctx.tx, application_id)
  const ids = named.map(({ right_id }) => right_id)
  if (ids.length === 0) return
  await Promise.all([
    lockGrantingApplications.rows(ctx.tx, ids, application_id),
    lockRightsById.rows(ctx.tx, ids),
  ])
}

/** The error of a second retake fee for a right whose first one is not used yet. */
export const retakeSold = (path?: string) => {
  const message = 'ลงทะเบียนค่าสอบแก้ตัวของสิทธิ์นี้แล้วและยังไม่ได้ใช้ กรุณาใช้รายการเดิม'
  return new AppError(
    'RETAKE_SOLD',
    message,
    409,
    path === undefined ? {} : { errors: [{ path, message }] },
  )
}

/** The error of a fee for a right whose application has an open refund request. */
export const refundOfRight = (path?: string) => {
  const message = 'มีคำขอคืนเงินของใบสมัครที่ให้สิทธิ์สอบนี้อยู่ ชำระค่าธรรมเนียมไม่ได้'
  return new AppError(
    'REFUND_PENDING',
    message,
    409,
    path === undefined ? {} : { errors: [{ path, message }] },
  )
}

/** A new line that may name a right. */
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
  if (state.used) return 'สอบผ่านแล้ว ไม่ต้องสอบอีก'
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
 * Checks the rights that new lines name. A fee of a retake, an extension or a move names one, unless the customer has none
 * for it in the caller's branches: exams of the time before the product, or of another school.
 * @throws VALIDATION, RETAKE_SOLD, REFUND_PENDING at the line; FORBIDDEN for the fee of an extension without the permission to extend
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
      if (fitting.length > 0) throw problemAt(messages.select('สิทธิ์สอบ'))
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
 * Extends the rights that fee lines of a paid application name; the rights are locked.
 * @param only the right to be extended; by default all
 * @returns one Thai sentence for each
 */
export async function extendByLines(
  ctx: UserContext,
  application_id: number,
  stamp: Stamp,
  only?: number,
): Promise<string[]> {
  const said: string[] = []
  const pending = await pendingExtensions.rows(ctx.tx, application_id)
  for (const { line_id, right_id, extend_days, note, ...exam } of pending) {
    if (only !== undefined && right_id !== only) continue
    // Read again for each line: two may extend one right.
    const right = await readRight(ctx, right_id)
    const problem = extensionProblem(right.state)
    if (problem !== null) {
      said.push(`ยังไม่ได้ต่ออายุ${examName(exam)}: ${problem}`)
      continue
    }
    const permission_date = extendedLastDay(right.state, ctx.clock.today(), extend_days)
    await writeLastDay(ctx, right, { event: 'extended', permission_date, line_id, note }, stamp)
    await ctx.tx
      .updateTable('application_line')
      .set({ extended_at: stamp.at })
      .where('line_id', '=', line_id)
      .execute()
    said.push(`ต่ออายุสิทธิ์สอบถึง ${formatDay(permission_date)}`)
  }
  return said
}

/** The open lines of fees that have still to extend a right. */
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

/** Locks the applications whose fees have still to extend a right, and the one that granted it, in the order of their ids. */
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
  const said: string[] = []
  for (const { application_id, balance, settings } of found) {
    const { exam_requires_full_payment } = branchSettings.parse(settings)
    if (Number(balance) > 0 && exam_requires_full_payment) continue
    said.push(...(await extendByLines(ctx, application_id, stamp, right_id)))
  }
  return said
}

/**
 * Takes back the unused days by which ending lines have extended rights. Bookings after the new last day stay; the worklist
 * of sessions shows them.
 * @param note why the lines end
 */
export async function takeBackExtensions(
  ctx: UserContext,
  lineIds: readonly number[],
  note: string,
  stamp: Stamp,
): Promise<void> {
  const extensions = await extensionsOfLines.rows(ctx.tx, lineIds)
  if (extensions.length === 0) return
  await lockRightsById.rows(
    ctx.tx,
    extensions.map(({ right_id }) => right_id),
  )
  for (const { line_id, right_id, extend_days } of extensions) {
    const right = await readRight(ctx, right_id)
    const permission_date = shortenedLastDay(right.state, ctx.clock.today(), extend_days)
    if (permission_date === right.state.permission_date) continue
    await writeLastDay(ctx, right, { event: 'shortened', permission_date, line_id, note }, stamp)
  }
}
