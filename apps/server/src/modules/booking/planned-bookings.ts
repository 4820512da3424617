/**
 * Why bookings of rights that are not granted yet would be refused. They are checked in order and
 * take seats and times from each other, as if they were made.
 */
import {
  type BookedTheory,
  type BookingProblem,
  bookingProblem,
} from '@khapdee/domain/exam-booking'
import { acceptsLicence, overlap, type Span } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { notFreeMessage } from '../timetable/occupancy.ts'
import { assertNoProblem, readClosedDayProblems } from '../timetable/problems.ts'
import { theoryOfExams } from './bookings.queries.ts'
import { openSlots, readBranchSettings } from './open-slots.ts'
import { bookingError } from './bookings.ts'
import { assertMayLackSession, onlyFree } from './seats.ts'
import { occupationsOf } from './seats.queries.ts'

/** A booking of a right that will be granted before. */
export interface PlannedBooking {
  branch_id: number
  kind: ExamKind
  licence_type: ExamLicence
  exam_date: Day
  /** The last day of the right. */
  permission_date: Day
  /** Whether a theory exam that was passed elsewhere is recorded with the right. */
  theory_recorded: boolean
  /** Identifies the candidate among the planned bookings. */
  candidate: string
  /** The name of the candidate, for messages. */
  name: string
  /** The customer; null for a new one. */
  customer_id: number | null
}

/** What bookings of one branch and exam share. */
const examKey = ({ branch_id, kind, licence_type }: PlannedBooking): string =>
  `${branch_id} ${kind} ${licence_type}`

const theoryKey = (customerId: number, licence: ExamLicence): string => `${customerId} ${licence}`

const spanOf = (bookings: readonly PlannedBooking[]): { start: Day; end: Day } | null => {
  const days = bookings.map(({ exam_date }) => exam_date).toSorted()
  const [start, end] = [days[0], days.at(-1)]
  return start === undefined || end === undefined ? null : { start, end }
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** Reads what determines whether the bookings are refused. */
async function readFactsOf(ctx: UserContext, bookings: readonly PlannedBooking[]) {
  const slots = new Map<string, Awaited<ReturnType<typeof openSlots>>>()
  for (const [key, same] of groupBy(bookings, examKey)) {
    const [first] = same
    const span = spanOf(same)
    if (first === undefined || span === null) continue
    const { branch_id, kind, licence_type } = first
    const exam = { branch_id, kind, licence_type, customer_id: 0 }
    const found = await openSlots(ctx, exam, span, null)
    // A day without a named session is booked in the branch of the right only.
    slots.set(
      key,
      found.filter(({ branch }) => branch === ''),
    )
  }
  const closedDays = new Map<number, Awaited<ReturnType<typeof readClosedDayProblems>>>()
  for (const [branchId, same] of groupBy(bookings, ({ branch_id }) => branch_id)) {
    const span = spanOf(same)
    if (span !== null) closedDays.set(branchId, await readClosedDayProblems(ctx, branchId, span))
  }
  const known = bookings.flatMap(({ customer_id, licence_type }) =>
    customer_id === null ? [] : [{ customer_id, licence_type }],
  )
  const theories = await theoryOfExams.rows(ctx.tx, known)
  const span = spanOf(bookings)
  const occupied =
    span === null
      ? []
      : await occupationsOf.rows(
          ctx.tx,
          ctx,
          [...new Set(known.map(({ customer_id }) => customer_id))],
          span,
          null,
        )
  return {
    slots,
    closedDays,
    settings: await readBranchSettings(
      ctx,
      bookings.map(({ branch_id }) => branch_id),
    ),
    theories: new Map(
      theories.map((row) => [theoryKey(row.customer_id, row.licence_type), row] as const),
    ),
    occupied: groupBy(occupied, ({ customer_id }) => customer_id),
  }
}

function assertBookable(problem: BookingProblem | null): void {
  if (problem !== null) throw bookingError(problem)
}

/** A booking that was checked without a problem. */
interface Made extends Pick<PlannedBooking, 'kind' | 'licence_type' | 'exam_date'> {
  session: (Span & { name: string }) | null
}

/** The earliest theory exam that belongs to a practice exam. */
function earliestTheory(
  booked: BookedTheory | null,
  made: readonly Made[],
  licence: ExamLicence,
): BookedTheory | null {
  const all = made.flatMap(({ kind, licence_type, exam_date, session }) =>
    kind === 'theory' && acceptsLicence([licence_type], licence)
      ? [{ day: exam_date, ends_at: session?.ends_at ?? null }]
      : [],
  )
  if (booked !== null) all.push(booked)
  return all.toSorted((a, b) => (a.day < b.day ? -1 : 1))[0] ?? null
}

/**
 * Reads the facts about planned bookings, and returns a function that checks one of them: the
 * error with which it would be refused, or null. A booking that it accepts takes its seat and
 * time from those that are checked later.
 */
export async function readPlannedBookings(
  ctx: UserContext,
  bookings: readonly PlannedBooking[],
): Promise<(booking: PlannedBooking) => AppError | null> {
  const facts = await readFactsOf(ctx, bookings)
  const today = ctx.clock.today()
  const taken = new Map<number, number>()
  const made = new Map<string, Made[]>()

  /** @throws the codes with which the booking would be refused */
  function make(booking: PlannedBooking): void {
    const { branch_id, kind, licence_type, exam_date, permission_date, customer_id } = booking
    const settings = facts.settings.get(branch_id)
    if (settings === undefined) return
    const before = made.get(booking.candidate) ?? []
    const known =
      customer_id === null ? undefined : facts.theories.get(theoryKey(customer_id, licence_type))
    const bookable = {
      right: { permission_date, disabled: false, used: false, forfeited: false },
      kind,
      balance: zeroSatang,
      needsFullPayment: false,
      refundPending: false,
      needsTheory: settings.exam_theory_first,
      theoryPassed: booking.theory_recorded || known?.theory_passed === true,
      theory: earliestTheory(known?.theory ?? null, before, licence_type),
      retakeFrom: null,
    }
    assertBookable(bookingProblem(bookable, exam_date, today))
    const session = onlyFree(
      (facts.slots.get(examKey(booking)) ?? [])
        .filter(({ day }) => day === exam_date)
        .map((slot) => ({
          ...slot,
          seatsLeft: slot.seats_left - (taken.get(slot.exam_session_id) ?? 0),
        })),
    )
    if (session === null) {
      assertMayLackSession(exam_date, settings)
      const closed = facts.closedDays.get(branch_id)?.(exam_date) ?? null
      if (closed !== null) assertNoProblem([closed], false)
    } else {
      assertBookable(bookingProblem(bookable, exam_date, today, session.starts_at))
      const busy =
        facts.occupied.get(customer_id ?? 0)?.find((span) => overlap(span, session))?.session ??
        before.find((other) => other.session !== null && overlap(other.session, session))?.session
          ?.name
      if (busy !== undefined)
        throw new AppError('NOT_FREE', notFreeMessage(booking.name, busy), 409)
      taken.set(session.exam_session_id, (taken.get(session.exam_session_id) ?? 0) + 1)
    }
    made.set(booking.candidate, [...before, { kind, licence_type, exam_date, session }])
  }

  return (booking) => {
    try {
      make(booking)
      return null
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  }
}
