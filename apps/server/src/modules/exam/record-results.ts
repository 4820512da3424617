/** Records results of exams. A pass ends the right, a no-show by the setting of the branch. Source: product specification, sections 6.2 and 6.2b. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type BranchSettings, storedBranchSettings } from '@khapdee/contract/entities/branch'
import type { examBooking } from '@khapdee/contract/entities/exam-booking'
import type { CheckInRefusal } from '@khapdee/domain/check-in'
import { type ExamResult, bookingStatus, markableFrom } from '@khapdee/domain/exam-booking'
import { examSentences, laterBookingSentences } from '@khapdee/domain/exam-sentences'
import {
  type RecordedResult,
  type TheoryPoints,
  resultText,
  rightAfter,
  scoreProblem,
} from '@khapdee/domain/exam-result'
import { examRightStatuses, forfeitedSentence } from '@khapdee/domain/exam-right'
import { sheetContradiction } from '@khapdee/domain/score-sheet'
import { formatDay } from '@khapdee/domain/thai-date'
import { type SqlBool, sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  AppError,
  conflict,
  forbidden,
  invalid,
  notFound,
  stateError,
} from '../../kernel/errors.ts'
import { lockNamedRights } from '../booking/named-rights.ts'
import { insertRightEvents, lineEndedEvent } from '../booking/right-events.ts'
import { type LockedSession, lockSessions } from '../booking/seats.ts'
import { endWaits, serveWaiting, waitedSessions } from '../booking/waiting.ts'
import { cancelCertificateOf } from './cancel-certificate.ts'
import { type LockedRight, lockRight } from './lock-right.ts'
import { assertMaySit, markingRefusals, overrideNote } from './marking-refusals.ts'
import {
  type SheetItem,
  newCode,
  readScoreSheets,
  sheetProblem,
  withValues,
} from './score-sheet.ts'
import { type SheetValue, issueCode, replaceItems, withdrawCode } from './score-sheet.queries.ts'
import {
  type MarkedBooking,
  bookingsInLockOrder,
  markedBookings,
} from './record-results.queries.ts'

/** A result to be recorded. */
export interface NewResult {
  exam_id: number
  result: RecordedResult
  score: number | null
  /** A remark, or the reason of a correction. */
  note: string
  /** Why a candidate who was not checked in may sit the exam despite a refusal of the check-in. */
  override_reason?: string | undefined
  /** The version of the booking that the caller saw; not checked if undefined. */
  version?: number | undefined
  /** Values of the score sheet; undefined keeps those that are stored. */
  items?: readonly SheetValue[] | undefined
  /** The field of the request with the result, for errors; empty if it is the request itself. */
  path: string
}

const pathOf = ({ path }: NewResult, field: string) => (path === '' ? field : `${path}.${field}`)

/**
 * @throws FORBIDDEN unless the caller may mark every session, or is on the panel of this one;
 * NOT_FOUND for a session of another branch, which records the results itself
 */
function assertMayMark(ctx: UserContext, { on_panel, host_branch_id }: MarkedBooking): void {
  if (host_branch_id !== null && !on_panel && !ctx.scope.branchIds.includes(host_branch_id))
    throw notFound()
  if (ctx.may('exam.mark') || on_panel) return
  throw forbidden()
}

/** @throws STATE before the start of the session, or before the day of a booking without one */
function assertStarted(ctx: UserContext, booking: MarkedBooking): void {
  if (ctx.clock.now().toISOString() >= markableFrom(booking)) return
  const { exam_date, session } = booking
  throw stateError(`ยังไม่ถึงเวลาสอบ (${session === '' ? formatDay(exam_date) : session})`)
}

/**
 * Refuses a second result without a reason or the permission to correct one, and one while the right is booked again.
 * @throws FORBIDDEN, VALIDATION, STATE
 */
function assertCorrectable(ctx: UserContext, booking: MarkedBooking, result: NewResult): void {
  if (booking.cancelled) throw stateError(examSentences.bookingCancelled)
  if (booking.result === null) return
  if (!ctx.may('exam.correct')) throw stateError('บันทึกผลสอบแล้ว ผู้มีสิทธิ์แก้ไขผลสอบเท่านั้นที่เปลี่ยนได้')
  if (result.note === '') {
    throw invalid([{ path: pathOf(result, 'note'), message: examSentences.correctionReason }])
  }
  const { later } = booking
  if (later !== null) throw stateError(laterBookingSentences[later])
}

/**
 * Refuses results of rights that are ended or frozen. A result of an ended line can be corrected: see {@link writeResult}.
 * @throws STATE, REFUND_PENDING
 */
function assertRightUsable({ state, lineIsOpen }: LockedRight, booking: MarkedBooking): void {
  if (state.disabled && (lineIsOpen || booking.result === null))
    throw stateError('สิทธิ์สอบนี้ถูกระงับ บันทึกผลสอบไม่ได้')
  if (state.used && booking.result !== 'pass') throw stateError(examSentences.passed)
  if (state.forfeited && booking.result !== 'absent') throw stateError(forfeitedSentence)
  if (booking.refund_pending) {
    throw new AppError('REFUND_PENDING', 'มีคำขอคืนเงินของใบสมัครนี้อยู่ บันทึกผลสอบไม่ได้', 409)
  }
}

/** A booking and its right, both locked, with the result to be written. */
interface Marking {
  right: LockedRight
  booking: MarkedBooking
  /** The refusals of the check-in that the result implies; see `marking-refusals.ts`. */
  refusals: readonly CheckInRefusal[]
  /** The settings of the branch of the right. */
  settings: BranchSettings
  /** The maximum points in the branch that holds the exam. */
  points: TheoryPoints
  given: NewResult
  /** The score sheet of the exam as stored; empty if the result cannot contradict it and no values are given. */
  sheet: readonly SheetItem[]
}

/** The branch whose score sheet and questions about satisfaction an exam has: the one that holds it. */
export const hostOf = ({
  host_branch_id,
  branch_id,
}: Pick<MarkedBooking, 'host_branch_id' | 'branch_id'>): number => host_branch_id ?? branch_id

/** The maximum points of the theory exam by the settings of a branch. */
export const pointsOf = (settings: BranchSettings): TheoryPoints => ({
  pass: settings.theory_pass_mark,
  full: settings.theory_full_mark,
})

/** @throws CONFLICT, FORBIDDEN, STATE, VALIDATION, REFUND_PENDING, the codes of `checkInRefusals` */
function assertMarkable(
  ctx: UserContext,
  { right, booking, points, given, sheet, refusals }: Marking,
): void {
  if (given.version !== undefined && booking.version !== given.version) throw conflict()
  assertMayMark(ctx, booking)
  assertCorrectable(ctx, booking, given)
  assertRightUsable(right, booking)
  assertStarted(ctx, booking)
  assertMaySit(ctx, refusals, given.override_reason)
  const problem = scoreProblem(right.kind, given.result, given.score, points)
  if (problem !== null) throw invalid([{ path: pathOf(given, 'score'), message: problem }])
  const wrong = sheetProblem(sheet, given.items ?? [])
  if (wrong !== null) {
    throw invalid([{ path: pathOf(given, `items.${wrong.index}.value`), message: wrong.message }])
  }
  const contradiction = sheetContradiction(right.kind, given.result, withValues(sheet, given.items))
  if (contradiction !== null) {
    throw invalid([{ path: pathOf(given, 'result'), message: contradiction }])
  }
}

/**
 * Refuses all results if one is refused. The error of several results names each of them at its field.
 * @throws as {@link assertMarkable}
 */
function assertAllMarkable(ctx: UserContext, markings: readonly Marking[]): void {
  const refused = markings.flatMap((marking) => {
    try {
      assertMarkable(ctx, marking)
      return []
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return [{ path: marking.given.path, error }]
    }
  })
  const [first] = refused
  if (first === undefined) return
  if (first.path === '') throw first.error
  const { code, message, http } = first.error
  throw new AppError(code, message, http, {
    errors: refused.flatMap(
      ({ path, error }) => error.errors ?? [{ path: `${path}.result`, message: error.message }],
    ),
  })
}

/**
 * Writes a result with its event. If the line of the right has ended and a correction removes the
 * pass, the right is disabled, as the end of the line would have done.
 * @returns the number of the certificate that the correction cancels; null without one
 */
async function writeResult(
  ctx: UserContext,
  {
    right: { right_id, kind, branch_id, state, lineIsOpen },
    booking,
    settings,
    points,
    given,
    refusals,
  }: Marking,
): Promise<string | null> {
  const { result, score, note, items } = given
  // First, because a certificate must be correct at any time.
  const cancelled =
    result === 'pass' ? null : await cancelCertificateOf(ctx, { right_id, branch_id }, note)
  const at = ctx.clock.now().toISOString()
  const { user_id } = ctx.actor
  const wasSat = result !== 'absent'
  const policy = settings.exam_no_show
  const { used, forfeited } = rightAfter(result, policy)
  const disables = !lineIsOpen && !used && !state.disabled
  const text = resultText(kind, result, score, points)
  const overridden = overrideNote(refusals, given.override_reason)
  const { exam_id, exam_date } = booking
  await writeTogether(ctx.tx, [
    sql`
      update exam set result = ${result}, score = ${score}, result_note = ${note}, result_at = ${at}, result_by = ${user_id},
        no_show = ${wasSat ? null : policy}, checked_in_at = case when ${wasSat} then coalesce(checked_in_at, ${at}) end,
        checked_in_by = case when ${wasSat} then coalesce(checked_in_by, ${user_id}) end, version = version + 1
      where exam_id = ${exam_id}`,
    sql`
      update exam_right set used_at = case when ${used} then ${at}::timestamptz end,
        forfeited_at = case when ${forfeited} then ${at}::timestamptz end,
        disabled_at = case when ${disables} then ${at}::timestamptz else disabled_at end, version = version + 1
      where right_id = ${right_id}`,
    ...(!wasSat
      ? [...replaceItems(exam_id, []), withdrawCode(exam_id)]
      : [
          ...(items === undefined ? [] : replaceItems(exam_id, items)),
          issueCode({
            exam_id,
            branch_id: hostOf(booking),
            at,
            ...newCode(ctx.clock.now()),
          }),
        ]),
    insertRightEvents(
      [
        {
          right_id,
          event: 'result',
          detail: {
            exam_id,
            exam_date,
            result,
            score,
            ...(!wasSat && { no_show: policy }),
            note: [
              text,
              ...(forfeited ? [examRightStatuses.forfeited.label] : []),
              overridden,
              note,
            ]
              .filter(Boolean)
              .join(' · '),
          },
        },
        ...(disables ? [lineEndedEvent(right_id)] : []),
      ],
      { user_id, at },
    ),
  ])
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: branch_id,
    before: { result: auditedResult(booking.result) },
    after: { exam_date, result: text, note: [overridden, note].filter(Boolean).join(' · ') },
  })
  return cancelled
}

const auditedResult = (result: ExamResult | null): string =>
  bookingStatus({ result, cancelled_at: null })

const waitsOf = (rightIds: readonly number[]) => sql<SqlBool>`w.right_id = any(${rightIds}::int[])`

/** Ends the waits of those rights that have ended, and offers their seats to others. The sessions are locked. */
async function endWaitsOfEnded(ctx: UserContext, rightIds: readonly number[]): Promise<void> {
  const ended = sql<SqlBool>`${waitsOf(rightIds)} and exists (select from exam_right r
    where r.right_id = w.right_id and (r.used_at is not null or r.forfeited_at is not null))`
  const sessionIds = await waitedSessions(ctx, ended)
  await endWaits(ctx, ended, 'สิทธิ์สอบสิ้นสุดแล้ว')
  await serveWaiting(ctx, sessionIds)
}

/** Bookings with their rights and sessions, all locked. */
interface LockedBookings {
  rights: Map<number, LockedRight>
  sessions: Map<number, LockedSession>
}

/**
 * Locks the applications of bookings, their rights, and then their sessions; see `seats.ts`.
 * @returns the rights by `exam_id`, the sessions by id
 * @throws NOT_FOUND
 */
export async function lockBookings(
  ctx: UserContext,
  examIds: readonly number[],
  sessionId?: number,
): Promise<LockedBookings> {
  const rows = await bookingsInLockOrder.rows(ctx.tx, examIds)
  if (rows.length < examIds.length) throw notFound()
  // All applications before all rights; each is locked again when it is read.
  await lockNamedRights(ctx, [], {
    application_id: 0,
    rightIds: rows.map(({ right_id }) => right_id),
  })
  const rights = new Map<number, LockedRight>()
  for (const { exam_id } of rows)
    rights.set(exam_id, await lockRight(ctx, { exam_id, atHost: true }))
  const sessions = await lockSessions(ctx, [
    ...rows.flatMap(({ exam_session_id }) => exam_session_id ?? []),
    ...(sessionId === undefined ? [] : [sessionId]),
    ...(await waitedSessions(ctx, waitsOf([...rights.values()].map(({ right_id }) => right_id)))),
  ])
  return { rights, sessions }
}

/** The score sheets of the results that have values or could contradict stored ones, by `exam_id`. */
async function sheetsOf(
  ctx: UserContext,
  rights: ReadonlyMap<number, LockedRight>,
  bookings: readonly MarkedBooking[],
  results: readonly NewResult[],
): Promise<Map<number, SheetItem[]>> {
  const scored = new Set(
    results.flatMap(({ exam_id, result, items = [] }) =>
      items.length > 0 || result === 'pass' ? [exam_id] : [],
    ),
  )
  const sheets = new Map<number, SheetItem[]>()
  const found = bookings.filter(({ exam_id }) => scored.has(exam_id))
  for (const branchId of new Set(found.map(hostOf))) {
    const exams = found.flatMap((booking) => {
      const { exam_id } = booking
      const right = hostOf(booking) === branchId ? rights.get(exam_id) : undefined
      if (right === undefined) return []
      return [{ exam_id, kind: right.kind, licence_type: right.licence_type }]
    })
    for (const [id, { items }] of await readScoreSheets(ctx, branchId, exams)) {
      sheets.set(id, items)
    }
  }
  return sheets
}

/**
 * Checks and writes results of bookings whose rights and sessions are locked: all of them or none.
 * @returns the numbers of the certificates that corrections cancel
 * @throws CONFLICT, FORBIDDEN, STATE, VALIDATION, REFUND_PENDING, the codes of `checkInRefusals`
 */
export async function writeResults(
  ctx: UserContext,
  rights: ReadonlyMap<number, LockedRight>,
  results: readonly NewResult[],
): Promise<string[]> {
  const ids = results.map(({ exam_id }) => exam_id)
  const bookings = await markedBookings.rows(ctx.tx, ids, ctx.actor.user_id)
  const byId = new Map(bookings.map((booking) => [booking.exam_id, booking]))
  const sheets = await sheetsOf(ctx, rights, bookings, results)
  const refused = await markingRefusals(ctx, rights, results)
  const markings = results.flatMap((given): Marking[] => {
    const [right, booking] = [rights.get(given.exam_id), byId.get(given.exam_id)]
    if (right === undefined || booking === undefined) return []
    const sheet = sheets.get(given.exam_id) ?? []
    const settings = storedBranchSettings(booking.settings)
    const points = pointsOf(storedBranchSettings(booking.host_settings ?? booking.settings))
    const refusals = refused.get(given.exam_id) ?? []
    return [{ right, booking, settings, points, given, sheet, refusals }]
  })
  assertAllMarkable(ctx, markings)
  const cancelled: string[] = []
  for (const marking of markings) {
    const code = await writeResult(ctx, marking)
    if (code !== null) cancelled.push(code)
  }
  await endWaitsOfEnded(
    ctx,
    markings.map(({ right }) => right.right_id),
  )
  return cancelled
}

/** @throws as {@link lockBookings} and {@link writeResults} */
async function recordAll(ctx: UserContext, results: readonly NewResult[]): Promise<string[]> {
  const { rights } = await lockBookings(
    ctx,
    results.map(({ exam_id }) => exam_id),
  )
  return writeResults(ctx, rights, results)
}

/** Records the result of one booking, or corrects it. @throws as {@link recordAll} */
export async function recordResult(
  ctx: UserContext,
  {
    exam_id,
    result,
    score = null,
    note,
    override_reason,
    version,
    items,
  }: InputOf<typeof examBooking.result>,
): Promise<Answer<typeof examBooking.result>> {
  const [cancelled] = await recordAll(ctx, [
    { exam_id, result, score, note, override_reason, version, items, path: '' },
  ])
  const consequence = cancelled === undefined ? '' : ` และยกเลิกหนังสือรับรองเลขที่ ${cancelled}`
  return { message: `บันทึกผลสอบเรียบร้อยแล้ว${consequence}`, data: { exam_id, status: result } }
}

/** Records results of one session. @throws as {@link recordAll}; NOT_FOUND for a booking of another session */
export async function recordResults(
  ctx: UserContext,
  { exam_session_id, results }: InputOf<typeof examBooking.results>,
): Promise<Answer<typeof examBooking.results>> {
  const ids = results.map(({ exam_id }) => exam_id)
  if (new Set(ids).size < ids.length) {
    throw invalid([{ path: 'results', message: 'มีผู้สมัครซ้ำกัน' }])
  }
  const given = results.map(({ score = null, ...result }, i) => ({
    ...result,
    score,
    path: `results.${i}`,
  }))
  const { count } = await ctx.tx
    .selectFrom('exam')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('exam_id', 'in', ids)
    .where('exam_session_id', '=', exam_session_id)
    .executeTakeFirstOrThrow()
  if (Number(count) < ids.length) throw notFound()
  await recordAll(ctx, given)
  const versions = await ctx.tx
    .selectFrom('exam')
    .select(['exam_id', 'version'])
    .where('exam_id', 'in', ids)
    .execute()
  return {
    message: `บันทึกผลสอบ ${ids.length} คนเรียบร้อยแล้ว`,
    data: { recorded: ids.length, versions },
  }
}
