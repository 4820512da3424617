/** Reads the days and sessions in which an exam right can be booked, or its booking moved. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { Refusal, examBooking } from '@khapdee/contract/entities/exam-booking'
import { messages } from '@khapdee/contract/messages'
import {
  type BookingProblem,
  bookingProblem,
  rightProblem,
  unsettledProblem,
} from '@khapdee/domain/exam-booking'
import { type Day, addDays, daysBetween } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { type History, moveRefusal, readHistory } from '../booking/history.ts'
import { lastOpenDay, openSlots } from '../booking/open-slots.ts'
import { isOpenWait } from '../booking/open-booking.ts'
import { readWaits } from '../booking/waiting.ts'
import { readClosedDayProblems } from '../timetable/problems.ts'
import { rightForSlots } from './slots.queries.ts'

/** Days after the first one that a span has by default, and at most. */
const defaultSpan = 30
const maxSpan = 92
/** Maximum number of days after today for which slots can be requested. */
const maxDaysAhead = 3650

/** The days to be read: from today at the earliest. @throws VALIDATION */
function spanOf(
  { start: wanted, end: wantedEnd }: { start?: Day | undefined; end?: Day | undefined },
  today: Day,
): { start: Day; end: Day } {
  const start = wanted === undefined || wanted < today ? today : wanted
  // Rights end earlier, and days end with the year 9999.
  if (start > addDays(today, maxDaysAhead)) {
    throw invalid([{ path: 'start', message: messages.invalid }])
  }
  const end = wantedEnd ?? addDays(start, defaultSpan)
  if (end < start) throw invalid([{ path: 'end', message: messages.dateRange }])
  if (daysBetween(start, end) <= maxSpan) return { start, end }
  throw invalid([{ path: 'end', message: messages.invalid }])
}

/** Why an action is refused, and whether the caller may do it with a reason. */
export function toRefusal(
  ctx: UserContext,
  problem: (Pick<BookingProblem, 'message' | 'canOverride'> & { code: string }) | null,
): Refusal | null {
  if (problem === null) return null
  const { code, message, canOverride } = problem
  return { code, message, can_override: canOverride && ctx.may('exam.override') }
}

/** Whether the right waits for a theory exam, which may have been passed elsewhere. */
const needsTheory = ({ facts }: History): boolean =>
  facts.kind === 'practice' && facts.needsTheory && !facts.theoryPassed

type SlotDay = Answer<typeof examBooking.slots>['data']['days'][number]
type NextFree = Answer<typeof examBooking.slots>['data']['next_free']

/**
 * The first session that can be booked without a reason: when the customer is free and the branch
 * is open, in the branch of the right before others; null without one.
 */
function firstFree(days: readonly SlotDay[]): NextFree {
  const free = days
    .filter(({ problem }) => problem === null)
    .flatMap(({ day, sessions }) =>
      sessions
        .filter(({ seats_left, busy, closed }) => seats_left > 0 && busy === '' && !closed)
        .map(({ exam_session_id, branch }) => ({ day, exam_session_id, branch })),
    )
  const chosen = free.find(({ branch }) => branch === '') ?? free[0]
  return chosen === undefined ? null : { day: chosen.day, exam_session_id: chosen.exam_session_id }
}

/** Searches the first free session from a day until another, in spans, because a right may last for years. */
async function searchFree(
  readDays: (span: { start: Day; end: Day }) => Promise<SlotDay[]>,
  first: Day,
  last: Day,
): Promise<NextFree> {
  for (let start = first; start <= last; start = addDays(start, maxSpan + 1)) {
    const end = addDays(start, maxSpan)
    const found = firstFree(await readDays({ start, end: end < last ? end : last }))
    if (found !== null) return found
  }
  return null
}

/** @throws NOT_FOUND for a right that the caller does not see; VALIDATION for a span that is too long */
export async function listSlots(
  ctx: UserContext,
  { right_id, ...wanted }: InputOf<typeof examBooking.slots>,
): Promise<Answer<typeof examBooking.slots>> {
  const today = ctx.clock.today()
  const { start, end } = spanOf(wanted, today)
  const found = await rightForSlots.first(ctx.tx, ctx, right_id)
  if (found === undefined) throw notFound()
  const { booking, balance, missing_documents, permission_date, ...rest } = found
  const { disabled, used, forfeited, ...exam } = rest
  const state = { permission_date, disabled, used, forfeited }
  const history = await readHistory(ctx, {
    right_id,
    ...exam,
    state,
    app: { balance },
  })
  const { facts, settings } = history
  const waited = await readWaits(ctx, sql`${isOpenWait} and w.right_id = ${right_id}`)
  const readDays = async (span: { start: Day; end: Day }): Promise<SlotDay[]> => {
    const sessions = (await openSlots(ctx, exam, span, booking)).map((session) => {
      const waiting =
        waited.find(({ exam_session_id }) => exam_session_id === session.exam_session_id)?.state ??
        null
      // A seat that is offered to the right counts as free for it.
      const own = waiting === 'offered' ? 1 : 0
      return { ...session, waiting, seats_left: session.seats_left + own }
    })
    const closedDayProblem = await readClosedDayProblems(ctx, exam.branch_id, span)
    return Array.from({ length: daysBetween(span.start, span.end) + 1 }, (_, i) => {
      const day = addDays(span.start, i)
      const ofDay = sessions.filter((session) => session.day === day)
      // A session of the day was accepted when it was planned.
      const isWithoutSession = ofDay.length === 0 && !settings.exam_requires_session
      const closed = isWithoutSession ? closedDayProblem(day) : null
      const problem =
        bookingProblem(facts, day, today) ??
        (closed?.is_refused === true ? { ...closed, canOverride: true } : null)
      return { day, problem: toRefusal(ctx, problem), sessions: ofDay }
    })
  }
  const days = await readDays({ start, end })
  const problem = rightProblem(state, today) ?? unsettledProblem(facts)
  const findNext = async (): Promise<NextFree> => {
    if (booking !== null || problem !== null || start > today) return null
    const found = firstFree(days)
    if (found !== null) return found
    const lastOpen = (await lastOpenDay(ctx, exam)) ?? end
    const [last = end] = [lastOpen, permission_date, addDays(today, maxDaysAhead)].toSorted()
    return searchFree(readDays, addDays(end, 1), last)
  }
  return {
    data: {
      booking,
      problem: toRefusal(ctx, problem),
      move_problem: toRefusal(ctx, moveRefusal(ctx, history)),
      permission_date,
      missing_documents,
      needs_theory: needsTheory(history),
      requires_session: settings.exam_requires_session,
      next_free: await findNext(),
      days,
    },
  }
}
