/**
 * The facts that determine whether an exam right can be booked, and its booking moved or cancelled.
 */
import { type BranchSettings, storedBranchSettings } from '@khapdee/contract/entities/branch'
import {
  type BookingFacts,
  type BookingProblem,
  type ExamResult,
  cancelProblem,
  isStranded,
  movableUntil,
  moveProblem,
  rebookProblem,
  retakeDay,
} from '@khapdee/domain/exam-booking'
import type { NoShowPolicy } from '@khapdee/domain/exam-result'
import type { ExamRight } from '@khapdee/domain/exam-right'
import type { ExamKind } from '@khapdee/domain/exams'
import { type Satang, satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { RowOf } from '../../db/columns.ts'
import type { Reading } from '../../kernel/context.ts'
import { workingDaysAfter } from '../timetable/working-days.ts'
import { acceptableBooking, bookingHistory } from './bookings.queries.ts'
import type { OpenBooking } from './open-booking.ts'
import type { WantedExam } from './seats.queries.ts'

/** A right to be booked. */
export interface BookableRight extends WantedExam {
  right_id: number
  customer_id: number
  state: ExamRight
  /** The application that granted it. */
  app: { balance: Satang }
}

/** The facts that determine whether a right can be booked, and its open booking. */
export interface History {
  settings: BranchSettings
  facts: BookingFacts
  /** Number of moves at the request of the candidate; cancelling and booking again counts as one. */
  moves: number
  /** Whether the candidate cancelled the last booking, so that the next one is a move. */
  rebooks: boolean
  /** The result of the last exam; null before the first. */
  last_result: ExamResult | null
  /** The consequence of the no-show if the candidate missed it. */
  last_no_show: NoShowPolicy | null
  /** The line of a retake fee that pays for the next booking; null without one. */
  fee_line_id: number | null
  /** The line of a late-move fee that was sold in advance; null without one. */
  move_line_id: number | null
  open: OpenBooking | null
  /** ISO 8601: the start of the session of the open booking; null without one. */
  starts_at: string | null
  /** How long before its exam the open booking may be moved, by the branch that holds it. */
  noticeHours: number
}

/** A right whose history is read. */
type RightOfHistory = Omit<BookableRight, 'customer_id' | 'licence_type'>

/**
 * Reads the history of a locked right.
 * @param settled id of an application whose balance this call pays, so that it counts as paid; 0
 * for none
 */
export async function readHistory(
  ctx: Reading,
  right: RightOfHistory,
  settled = 0,
): Promise<History> {
  const history = (await readHistories(ctx, [right], settled)).get(right.right_id)
  if (history === undefined) throw new Error('the right does not exist')
  return history
}

/** Like {@link readHistory} for several rights, by their ids. */
export async function readHistories(
  ctx: Reading,
  rights: readonly RightOfHistory[],
  settled = 0,
): Promise<Map<number, History>> {
  const rows = await bookingHistory.rows(
    ctx.tx,
    [...new Set(rights.map(({ right_id }) => right_id))],
    settled,
  )
  const found = rows.flatMap(({ settings, ...row }) => {
    const right = rights.find(({ right_id }) => right_id === row.right_id)
    return right === undefined ? [] : [{ right, row, settings: storedBranchSettings(settings) }]
  })
  const retakeDays = await retakesOf(
    ctx,
    found.flatMap(({ right: { right_id, kind, branch_id }, row: { failed_on }, settings }) =>
      failed_on === null ? [] : [{ right_id, kind, branch_id, failedOn: failed_on, settings }],
    ),
  )
  return new Map(
    found.map(({ right, row, settings }) => [
      right.right_id,
      toHistory(right, row, settings, retakeDays.get(right.right_id) ?? null),
    ]),
  )
}

function toHistory(
  { state, kind, app }: RightOfHistory,
  row: Omit<RowOf<typeof bookingHistory.columns>, 'settings'>,
  settings: BranchSettings,
  retakeFrom: Day | null,
): History {
  const ofSession =
    row.session_settings === null ? settings : storedBranchSettings(row.session_settings)
  return {
    settings,
    moves: row.moves,
    rebooks: row.rebooks,
    last_result: row.last_result,
    last_no_show: row.last_no_show,
    fee_line_id: row.fee_line_id,
    move_line_id: row.move_line_id,
    open: row.open,
    starts_at: row.starts_at,
    noticeHours: ofSession.exam_move_notice_hours,
    facts: {
      // The rights of ended lines are disabled. Older versions did not store that, so the line is checked as well.
      right: { ...state, disabled: state.disabled || !row.line_is_open },
      kind,
      balance: satang(app.balance + row.fee_balance),
      needsFullPayment: settings.exam_requires_full_payment,
      refundPending: row.refund_pending,
      needsTheory: settings.exam_theory_first,
      theoryPassed: row.theory_passed,
      theory: row.theory,
      retakeFrom,
    },
  }
}

/** The open booking of a right that a user may accept with a reason: practice without theory, or a closed day. */
export const findAcceptable = (
  ctx: Reading,
  rightId: number,
): Promise<{ exam_id: number } | undefined> => acceptableBooking.first(ctx.tx, rightId)

/** Whether an open booking may be moved or cancelled at any time; see {@link isStranded}. */
export const leavesFreely = (ctx: Reading, open: OpenBooking): boolean =>
  isStranded({ ...open, in_session: open.exam_session_id !== null }, ctx.clock.today())

/**
 * Why the open booking of a right cannot be moved to another day or session, or null. Without a booking, why a right whose
 * candidate cancelled the last one cannot be booked again.
 */
export function moveRefusal(
  ctx: Reading,
  { settings, moves, rebooks, open, starts_at, noticeHours }: History,
): BookingProblem | null {
  const maxMoves = settings.exam_max_moves
  if (open === null) return rebooks ? rebookProblem({ moves, maxMoves }) : null
  if (leavesFreely(ctx, open)) return null
  const facts = {
    moves,
    maxMoves,
    until: movableUntil({ ...open, starts_at }),
    noticeHours,
  }
  return moveProblem(facts, ctx.clock.now().toISOString())
}

/** Why the candidate cannot cancel the open booking of a right any more, or null: see {@link cancelProblem}. */
export function cancelRefusal(
  ctx: Reading,
  { open, starts_at, noticeHours }: History,
): BookingProblem | null {
  if (open === null || leavesFreely(ctx, open)) return null
  const until = movableUntil({ ...open, starts_at })
  return cancelProblem({ until, noticeHours }, ctx.clock.now().toISOString())
}

/**
 * Why the open booking of a right can no longer be exchanged for an offered seat, or null: its exam
 * has begun.
 */
export const leaveRefusal = (ctx: Reading, history: History): BookingProblem | null =>
  cancelRefusal(ctx, { ...history, noticeHours: 0 })

/** A failed exam. */
interface FailedExam {
  kind: ExamKind
  branch_id: number
  failedOn: Day
}

/** The first day on which a failed exam may be taken again. @param settings of its branch */
export async function retakeOf(
  ctx: Reading,
  failed: FailedExam,
  settings: BranchSettings,
): Promise<Day> {
  const days = await retakesOf(ctx, [{ ...failed, right_id: 0, settings }])
  return days.get(0) ?? failed.failedOn
}

/** The first days on which failed exams may be taken again, by the ids of their rights. @param failed with the settings of their branches */
async function retakesOf(
  ctx: Reading,
  failed: readonly (FailedExam & { right_id: number; settings: BranchSettings })[],
): Promise<Map<number, Day>> {
  // Only the gap after a theory exam is counted in working days.
  const theories = failed
    .filter(({ kind }) => kind === 'theory')
    .toSorted((a, b) => (a.failedOn < b.failedOn ? -1 : 1))
  const works = new Map<number, (day: Day) => boolean>()
  for (const { branch_id, failedOn: first, settings } of theories) {
    if (works.has(branch_id)) continue
    const last = theories.findLast((other) => other.branch_id === branch_id)?.failedOn
    const branch = { branch_id, opening_hours: settings.opening_hours }
    works.set(branch_id, await workingDaysAfter(ctx, branch, first, last))
  }
  return new Map(
    failed.map(({ right_id, kind, branch_id, failedOn, settings }) => {
      const { theory_retake_days, practice_retake_days } = settings
      const isWorking = works.get(branch_id) ?? (() => true)
      return [
        right_id,
        kind === 'theory'
          ? retakeDay(kind, failedOn, theory_retake_days, isWorking)
          : retakeDay(kind, failedOn, practice_retake_days, () => true),
      ]
    }),
  )
}
