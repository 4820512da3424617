/** What decides whether an exam right can be booked, and its booking moved or cancelled. */
import { type BranchSettings, branchSettings } from '@khapdee/contract/entities/branch'
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
import type { Reading } from '../../kernel/context.ts'
import { workingDaysAfter } from '../timetable/working-days.ts'
import { bookingHistory, theoryIsMissing } from './bookings.queries.ts'
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

/** What decides whether a right can be booked, and its open booking. */
export interface History {
  settings: BranchSettings
  facts: BookingFacts
  /** Moves that the candidate asked for, with the cancellations that are followed by another booking. */
  moves: number
  /** Whether the candidate cancelled the last booking, so that the next one is a move. */
  rebooks: boolean
  /** The result of the last exam; null before the first. */
  last_result: ExamResult | null
  /** What was decided about the no-show if the candidate missed it. */
  last_no_show: NoShowPolicy | null
  /** The line of a retake fee that pays for the next booking; null without one. */
  fee_line_id: number | null
  open: OpenBooking | null
  /** ISO 8601: the start of the session of the open booking; null without one. */
  starts_at: string | null
  /** How long before its exam the open booking may be moved, by the branch that holds it. */
  noticeHours: number
}

/**
 * Reads what decides whether a locked right can be booked.
 * @param settled id of an application whose balance this call pays, and which therefore owes nothing; 0 for none
 */
export async function readHistory(
  ctx: Reading,
  { right_id, state, kind, branch_id, app }: Omit<BookableRight, 'customer_id' | 'licence_type'>,
  settled = 0,
): Promise<History> {
  const row = await bookingHistory.one(ctx.tx, right_id, settled)
  const settings = branchSettings.parse(row.settings)
  const retakeFrom =
    row.failed_on === null
      ? null
      : await retakeOf(ctx, { kind, branch_id, failedOn: row.failed_on }, settings)
  return {
    settings,
    moves: row.moves,
    rebooks: row.rebooks,
    last_result: row.last_result,
    last_no_show: row.last_no_show,
    fee_line_id: row.fee_line_id,
    open: row.open,
    starts_at: row.starts_at,
    noticeHours: branchSettings.parse(row.session_settings ?? row.settings).exam_move_notice_hours,
    facts: {
      // The rights of ended lines are disabled; those of before that rule count as disabled, too.
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

/** The open practice booking of a right that waits for its theory exam, if any. */
export const findWithoutTheory = (
  ctx: Reading,
  rightId: number,
): Promise<{ exam_id: number } | undefined> => theoryIsMissing.first(ctx.tx, rightId)

/** Whether an open booking is in no session through no wish of its candidate. */
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

/** Why the open booking of a right cannot be cancelled any more, or null: its exam has begun. */
export function cancelRefusal(ctx: Reading, { open, starts_at }: History): BookingProblem | null {
  if (open === null || leavesFreely(ctx, open)) return null
  return cancelProblem(movableUntil({ ...open, starts_at }), ctx.clock.now().toISOString())
}

/** The first day on which a failed exam may be taken again. */
export async function retakeOf(
  ctx: Reading,
  { kind, branch_id, failedOn }: { kind: ExamKind; branch_id: number; failedOn: Day },
  settings: BranchSettings,
): Promise<Day> {
  const { opening_hours, theory_retake_days, practice_retake_days } = settings
  return kind === 'theory'
    ? retakeDay(
        kind,
        failedOn,
        theory_retake_days,
        await workingDaysAfter(ctx, { branch_id, opening_hours }, failedOn),
      )
    : retakeDay(kind, failedOn, practice_retake_days, () => true)
}
