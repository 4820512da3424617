/** Reads one booking, and the candidates of a session, for recording their results. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { storedBranchSettings } from '@khapdee/contract/entities/branch'
import type { examBooking } from '@khapdee/contract/entities/exam-booking'
import { bookingStatus } from '@khapdee/domain/exam-booking'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { bookingsOfSession, oneBooking } from './booking-list.queries.ts'
import { markProblem, toBookingRow } from './list-bookings.ts'
import { readCodes, readScoreSheets } from './score-sheet.ts'
import { sheetSession } from './record-results.queries.ts'
import { hostOf, pointsOf } from './record-results.ts'

/** @throws NOT_FOUND */
export async function readBooking(
  ctx: UserContext,
  { exam_id }: InputOf<typeof examBooking.get>,
): Promise<Answer<typeof examBooking.get>> {
  const booking = await oneBooking.first(ctx.tx, ctx, exam_id)
  if (booking === undefined) throw notFound()
  const shown = toBookingRow(ctx, booking)
  const sheets = await readScoreSheets(ctx, hostOf(booking), [booking])
  // Codes are only for users who may give them to candidates.
  const seesCode = shown.can.mark || ctx.may('exam.book')
  const codes = seesCode ? await readCodes(ctx, sheets) : new Map<number, string>()
  return {
    data: {
      ...shown,
      points: pointsOf(storedBranchSettings(booking.host_settings ?? booking.settings)),
      items: sheets.get(exam_id)?.items ?? [],
      satisfaction_code: codes.get(exam_id) ?? null,
    },
  }
}

/** @throws NOT_FOUND; FORBIDDEN unless the caller may mark every session or is on the panel of this one */
export async function readResultSheet(
  ctx: UserContext,
  { exam_session_id }: InputOf<typeof examBooking.sheet>,
): Promise<Answer<typeof examBooking.sheet>> {
  const session = await sheetSession.first(ctx.tx, ctx, exam_session_id)
  if (session === undefined) throw notFound()
  if (!ctx.may('exam.mark') && !session.on_panel) throw forbidden()
  const bookings = await bookingsOfSession.rows(ctx.tx, ctx, exam_session_id)
  const sheets = await readScoreSheets(ctx, session.branch_id, bookings)
  const codes = await readCodes(ctx, sheets)
  return {
    data: {
      exam_session_id,
      name: session.name,
      kind: session.kind,
      points: pointsOf(storedBranchSettings(session.settings)),
      candidates: bookings.map((booking) => ({
        ...booking,
        status: bookingStatus(booking),
        problem: markProblem(ctx, booking),
        items: sheets.get(booking.exam_id)?.items ?? [],
        satisfaction_code: codes.get(booking.exam_id) ?? null,
      })),
    },
  }
}
