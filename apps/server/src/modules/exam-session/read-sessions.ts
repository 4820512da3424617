/** Reads exam sessions, their candidates, and the seats proposed when a session is cancelled. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type {
  ExamCandidate,
  ExamSessionRow,
  WorklistRow,
  examSession,
} from '@khapdee/contract/entities/exam-session'
import { examKinds } from '@khapdee/domain/evaluation'
import { bookingStatus } from '@khapdee/domain/exam-booking'
import {
  type SeatTarget,
  examSessionStatus,
  examSessionStatuses,
  proposeSeats,
  suits,
} from '@khapdee/domain/exam-session'
import type { WorklistReason } from '@khapdee/domain/exam-worklist'
import { type ExamLicence, examLicences } from '@khapdee/domain/licence-types'
import { type TimetableProblem, isRefused } from '@khapdee/domain/timetable'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { notFound } from '../../kernel/errors.ts'
import { boundedMeta, metaOf } from '../../kernel/list.ts'
import { readFacts } from '../timetable/facts.ts'
import { type Appointment, personProblems, vehicleProblemsOf } from '../timetable/problems.ts'
import { booksAcrossBranches, readBranchSettings, readClosedDays } from '../booking/open-slots.ts'
import { isBookableStill } from '../booking/suitable.ts'
import { readCandidates } from './candidates.ts'
import {
  type StoredBooking,
  type StoredSession,
  candidatesOf,
  nextSessions,
  oneSession,
  ownSessions,
  sessionPage,
  staffOf,
  unclosedSessions,
  unseatedOf,
} from './session.queries.ts'
import { worklistPage } from './worklist.queries.ts'

function toRow(ctx: UserContext, stored: StoredSession): ExamSessionRow {
  const { seats_taken, offers, capacity, sat } = stored
  const seats_left = Math.max(0, capacity - seats_taken - offers)
  const now = ctx.clock.now().toISOString()
  const isOwn = ctx.scope.branchIds.includes(stored.branch_id)
  const isHeld = stored.status !== 'cancelled' && isOwn
  const mayChange = ctx.may('exam.session') && isHeld
  const isOnPanel = stored.panel.some(({ user_id }) => user_id === ctx.actor.user_id)
  const mayMark = isHeld && (ctx.may('exam.mark') || (ctx.may('exam.mark-own') && isOnPanel))
  return {
    ...stored,
    // A check constraint of the table guarantees the values.
    licence_types: stored.licence_types as ExamLicence[],
    seats_left,
    status: examSessionStatus({ ...stored, seatsLeft: seats_left }, now),
    can: {
      update: mayChange,
      cancel: mayChange && !sat && stored.ended_at === null,
      mark: mayMark && stored.starts_at <= now,
      close: mayMark && stored.ends_at <= now && stored.ended_at === null,
      print_results: isHeld && stored.starts_at <= now,
    },
  }
}

/** A booking as lists show it to the caller. */
const toBooking = <Booking extends StoredBooking>(
  ctx: UserContext,
  booking: Booking,
): Omit<Booking, 'balance'> & ExamCandidate => {
  const is_own = ctx.scope.branchIds.includes(booking.branch_id)
  return {
    ...booking,
    is_own,
    balance: is_own && ctx.may('application.view') ? booking.balance : null,
    status: bookingStatus(booking),
  }
}

/** Whether the row has a record; the one row of an empty page has only the count. */
const hasRecord = <Row extends { exam_session_id: number | null }>(row: Row) =>
  row.exam_session_id !== null

/** @throws VALIDATION for an unknown filter value */
export async function listSessions(
  ctx: UserContext,
  query: InputOf<typeof examSession.gettable>,
): Promise<Answer<typeof examSession.gettable>> {
  const rows = await sessionPage.rows(ctx.tx, ctx, query)
  return {
    data: rows.filter(hasRecord).map((row) => toRow(ctx, row as StoredSession)),
    meta: boundedMeta(query, rows[0]?.count ?? 0),
    filter: {
      branch: branchOptions(ctx),
      status: labelOptions(examSessionStatuses),
      category: labelOptions(examKinds),
      type: labelOptions(examLicences),
    },
  }
}

/** The sessions of the caller's panel that are held today or were not closed after their exam. */
export async function listOwnSessions(ctx: UserContext): Promise<Answer<typeof examSession.mine>> {
  return { data: (await ownSessions.rows(ctx.tx, ctx)).map((row) => toRow(ctx, row)) }
}

/** Sessions of past days that were not closed after their exam. */
export async function listUnclosed(
  ctx: UserContext,
  query: InputOf<typeof examSession.unclosed>,
): Promise<Answer<typeof examSession.unclosed>> {
  const rows = await unclosedSessions.rows(ctx.tx, ctx, query)
  return {
    data: rows.filter(hasRecord).map((row) => toRow(ctx, row as StoredSession)),
    meta: metaOf(query, rows[0]?.count ?? 0),
    filter: { branch: branchOptions(ctx) },
  }
}

/** A session of the caller's branches. @param asGuest also one in which rights of these branches are booked @throws NOT_FOUND */
export async function readSession(
  ctx: UserContext,
  id: number,
  asGuest = false,
): Promise<StoredSession> {
  const session = await oneSession.first(ctx.tx, ctx, id, asGuest)
  if (session === undefined) throw notFound()
  return session
}

/** @throws NOT_FOUND */
export async function getSession(
  ctx: UserContext,
  { exam_session_id }: InputOf<typeof examSession.get>,
): Promise<Answer<typeof examSession.get>> {
  const session = await readSession(ctx, exam_session_id, true)
  const { branchIds } = ctx.scope
  const candidates = await candidatesOf.rows(ctx.tx, exam_session_id, branchIds)
  const isOwn = branchIds.includes(session.branch_id)
  const settings = (await readBranchSettings(ctx, [session.branch_id])).get(session.branch_id)
  const isBookable =
    isOwn &&
    session.status === 'open' &&
    settings !== undefined &&
    isBookableStill(ctx, session, settings)
  const unseated = isBookable ? await unseatedOf.rows(ctx.tx, exam_session_id) : []
  return {
    data: {
      ...toRow(ctx, session),
      candidates: candidates.map((booking) => toBooking(ctx, booking)),
      unseated: unseated.map((booking) => toBooking(ctx, booking)),
    },
  }
}

const toTarget = (session: StoredSession): SeatTarget => ({
  exam_session_id: session.exam_session_id,
  day: session.date,
  starts_at: session.starts_at,
  ends_at: session.ends_at,
  licence_types: session.licence_types as ExamLicence[],
  seatsLeft: session.capacity - session.seats_taken - session.offers,
})

/** The open bookings of a session with proposed seats in the next sessions of its branch. @throws NOT_FOUND */
export async function listTargets(
  ctx: UserContext,
  { exam_session_id }: InputOf<typeof examSession.targets>,
): Promise<Answer<typeof examSession.targets>> {
  const session = await readSession(ctx, exam_session_id)
  const bookings = await readCandidates(ctx, session)
  const across = await booksAcrossBranches(ctx)
  const now = ctx.clock.now().toISOString()
  const wanted = bookings.map(({ branch_id, licence_type, not_before, permission_date }) => ({
    branch_id,
    licence_type,
    first: not_before ?? ctx.clock.today(),
    last: permission_date,
  }))
  const next = await nextSessions.rows(ctx.tx, session, now, wanted, across)
  const settings = await readBranchSettings(
    ctx,
    next.map(({ branch_id }) => branch_id),
  )
  const isClosed = await readClosedDays(ctx, settings, ctx.clock.today())
  const all = next.map((row) => ({ ...toTarget(row), branch_id: row.branch_id }))
  const targets = all.filter(({ seatsLeft }) => seatsLeft > 0)
  const full = all.filter(({ seatsLeft }) => seatsLeft <= 0)
  const isOpen = ({ branch_id, day }: (typeof targets)[number]) => !isClosed(branch_id, day)
  const fits = (target: (typeof targets)[number], booking: (typeof bookings)[number]) =>
    (across || target.branch_id === booking.branch_id) && suits(target, booking)
  const idOf = (target: SeatTarget) => target.exam_session_id
  // Near the place that the candidates have chosen, on days that are no holidays.
  const proposed = proposeSeats(
    bookings,
    targets.filter((target) => target.branch_id === session.branch_id && isOpen(target)),
    session.starts_at,
    (target, booking) => across || target.branch_id === booking.branch_id,
  )
  return {
    data: {
      sessions: next.map((row) => ({
        exam_session_id: row.exam_session_id,
        name: row.branch_id === session.branch_id ? row.name : `${row.name} · ${row.branch}`,
        date: row.date,
        seats_left: Math.max(0, row.capacity - row.seats_taken - row.offers),
      })),
      bookings: bookings.map((booking) => ({
        ...toBooking(ctx, booking),
        proposed: proposed.get(booking.exam_id) ?? null,
        fits: targets.filter((target) => fits(target, booking)).map(idOf),
        may_wait_for: full.filter((target) => fits(target, booking)).map(idOf),
      })),
    },
  }
}

/** Rights and bookings that require an action. */
export async function listWorklist(
  ctx: UserContext,
  query: InputOf<typeof examSession.worklist>,
): Promise<Answer<typeof examSession.worklist>> {
  const rows = await worklistPage.rows(ctx.tx, ctx, query)
  const mayDismiss: Record<WorklistReason, boolean> = {
    displaced: false,
    no_session: false,
    after_right: false,
    closed_day: ctx.may('exam.override'),
    wish: ctx.may('exam.book'),
    theory: ctx.may('exam.override'),
  }
  const seesBalance = ctx.may('application.view')
  return {
    data: rows
      .filter((row) => row.right_id !== null)
      .map((found) => {
        const row = found as unknown as Omit<WorklistRow, 'can'>
        return {
          ...row,
          balance: seesBalance ? row.balance : null,
          can: { dismiss: mayDismiss[row.reason] },
        }
      }),
    meta: metaOf(query, rows[0]?.count ?? 0),
    filter: { branch: branchOptions(ctx) },
  }
}

interface OfferedChoice {
  value: number
  name: string
}

/**
 * The problems of people and vehicles on a planned day; a form omits people and vehicles with
 * problems.
 */
async function readFit(
  ctx: UserContext,
  { branch_id, date, kind, licence_types = '' }: InputOf<typeof examSession.choices>,
  { people, vehicles }: Record<'people' | 'vehicles', readonly OfferedChoice[]>,
) {
  if (date === undefined || kind === undefined || licence_types === '') {
    return { user: people, vehicle: vehicles }
  }
  const facts = await readFacts(ctx, {
    branchIds: [branch_id],
    first: date,
    last: date,
    userIds: people.map(({ value }) => value),
    vehicleIds: vehicles.map(({ value }) => value),
    placeIds: [],
  })
  const settings = facts.branches.get(branch_id)?.settings
  const appointment: Appointment = {
    branch_id,
    day: date,
    // The working hours apply to the session, not to a person or vehicle.
    start: '00:00',
    end: '00:00',
    subject: kind,
    // The schema has checked the values.
    licence_types: licence_types.split(',') as ExamLicence[],
    people: [],
    vehicle_ids: [],
    place_id: null,
  }
  const fitting = (
    choices: readonly OfferedChoice[],
    problemsWith: (id: number) => readonly TimetableProblem[],
  ): OfferedChoice[] => {
    const judged = choices.map(({ value, name }) => {
      const refused = problemsWith(value).filter(
        (problem) => settings !== undefined && isRefused(problem, settings),
      )
      const isRefusedNow = refused.length > 0
      return {
        isRefusedNow,
        choice: { value, name: [name, ...refused.map(({ message }) => message)].join(' · ') },
      }
    })
    return judged
      .filter(({ isRefusedNow }) => !isRefusedNow || ctx.may('exam.override'))
      .toSorted((a, b) => Number(a.isRefusedNow) - Number(b.isRefusedNow))
      .map(({ choice }) => choice)
  }
  return {
    user: fitting(people, (user_id) =>
      personProblems(facts, appointment, { user_id, kind: 'examiner' }),
    ),
    vehicle: fitting(vehicles, (id) => vehicleProblemsOf(facts, appointment, id)),
  }
}

/** The choices of the session form of a branch. @throws NOT_FOUND for another branch */
export async function listChoices(
  ctx: UserContext,
  input: InputOf<typeof examSession.choices>,
): Promise<Answer<typeof examSession.choices>> {
  const { branch_id } = input
  ctx.scope.assertWritable(branch_id)
  const staff = await staffOf.rows(ctx.tx, branch_id)
  const vehicles = await ctx.tx
    .selectFrom('vehicle')
    .select(['vehicle_id', 'no', 'province', 'type'])
    .where('branch_id', '=', branch_id)
    .where('is_delete', '=', false)
    .where('status', '=', 'ready')
    .orderBy('no')
    .execute()
  const places = await ctx.tx
    .selectFrom('place')
    .select(['place_id', 'name'])
    .where('branch_id', '=', branch_id)
    .where('is_delete', '=', false)
    .where('is_activate', '=', true)
    .orderBy('name')
    .execute()
  const { user, vehicle } = await readFit(ctx, input, {
    people: staff.filter(({ is_active }) => is_active).map(({ value, name }) => ({ value, name })),
    vehicles: vehicles.map(({ vehicle_id, no, province, type }) => ({
      value: vehicle_id,
      name: `${no} ${province} · ${type}`,
    })),
  })
  return {
    data: {
      user: [...user],
      vehicle: [...vehicle],
      place: places.map(({ place_id, name }) => ({ value: place_id, name })),
    },
  }
}
