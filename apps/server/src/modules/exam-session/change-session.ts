/** Changes and cancels exam sessions, and decides what becomes of their candidates. */
import { isDeepStrictEqual } from 'node:util'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examSession } from '@khapdee/contract/entities/exam-session'
import { beforeTheory, comesAfterTheory } from '@khapdee/domain/exam-booking'
import { overlap, sessionName, suits } from '@khapdee/domain/exam-session'
import { examName } from '@khapdee/domain/exams'
import { formatDay } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { changesOf } from '../../kernel/audit.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, notFound, stateError } from '../../kernel/errors.ts'
import { readHistory } from '../booking/history.ts'
import { type LockedSession, assertOwnSession, lockSessions } from '../booking/seats.ts'
import { isOpenWait } from '../booking/open-booking.ts'
import { displaceWaiting, readWaits, serveWaiting, withdrawOffers } from '../booking/waiting.ts'
import { inBranch, lockRight } from '../exam/lock-right.ts'
import { enterWaiting } from '../exam-waiting/enter-waiting.ts'
import { release } from '../timetable/occupancy.ts'
import { assertNoProblem, refusedMessages } from '../timetable/problems.ts'
import {
  type Candidate,
  type LockedCandidates,
  type SeatMove,
  type WantedMove,
  lockCandidates,
  moveSeats,
  toldOf,
  writeMoves,
} from './candidates.ts'
import { assertNotPast, auditedOverride, spanOn } from './create-sessions.ts'
import {
  assertChair,
  auditedPanel,
  occupyResources,
  overrides,
  pastStart,
  problemsOn,
  readResources,
  sharedPlaceProblem,
  subjectsOf,
  writeResources,
} from './resources.ts'
import { type StoredSession, oneSession } from './session.queries.ts'

type UpdateInput = InputOf<typeof examSession.update>

const targetIds = (moves: readonly WantedMove[]): number[] =>
  moves.flatMap(
    ({ exam_session_id, waiting_session_id }) => exam_session_id ?? waiting_session_id ?? [],
  )

/** Refuses a session that another user has changed, or that is cancelled. @throws CONFLICT, STATE */
function assertChangeable({ version, status }: LockedSession, seen: number): void {
  if (version !== seen) throw conflict()
  if (status === 'cancelled') throw stateError('รอบสอบนี้ถูกยกเลิกแล้ว')
}

/** The session after its lock is held. @throws NOT_FOUND */
async function readSession(ctx: UserContext, id: number): Promise<StoredSession> {
  const session = await oneSession.first(ctx.tx, ctx, id)
  if (session === undefined) throw notFound()
  return session
}

/** @param refusal what is not possible, in Thai @throws STATE for a session that was closed after its exam */
function assertNotEnded({ ended_at }: StoredSession, refusal: string): void {
  if (ended_at !== null) throw stateError(`ปิดรอบสอบหลังสอบเสร็จแล้ว ${refusal}`)
}

const isRetimed = (before: StoredSession, input: UpdateInput): boolean =>
  before.date !== input.date ||
  before.start_time !== input.start_time ||
  before.end_time !== input.end_time

/** Why a candidate cannot stay in a changed session, in Thai, or null. */
function misfit(candidate: Candidate, input: UpdateInput): string | null {
  const { permission_date, not_before, after, occupied } = candidate
  const target = {
    day: input.date,
    licence_types: input.licence_types,
    ...spanOn(input.date, input),
  }
  if (suits(target, candidate)) return null
  if (input.date > permission_date) return `สิทธิ์สอบถึงวันที่ ${formatDay(permission_date)}`
  if (not_before !== null && input.date < not_before) {
    return `สอบได้ตั้งแต่วันที่ ${formatDay(not_before)}`
  }
  if (occupied.some((span) => overlap(span, target))) return 'มีรอบสอบอื่นในเวลาเดียวกัน'
  return after !== null && !comesAfterTheory(after, target.day, target.starts_at)
    ? beforeTheory(after, target.day)
    : `รอบสอบไม่รับ${examName(candidate)}`
}

/** Refuses a change with which candidates no longer fit, naming each. @throws CANDIDATES_MISFIT */
function assertAllFit(candidates: readonly Candidate[], input: UpdateInput): void {
  const errors = candidates.flatMap((candidate) => {
    const reason = misfit(candidate, input)
    if (reason === null) return []
    return [{ path: `moves.${candidate.exam_id}`, message: `${candidate.customer}: ${reason}` }]
  })
  if (errors.length === 0) return
  const message = `ผู้เข้าสอบ ${errors.length} คนสอบในรอบนี้ไม่ได้ กรุณาเลือกรอบใหม่: ${errors.map((error) => error.message).join(' · ')}`
  throw new AppError('CANDIDATES_MISFIT', message, 409, { errors })
}

/** Refuses changes that contradict the seats that are taken. @throws STATE, CAPACITY_TAKEN */
function assertSeatsAllow(
  before: StoredSession,
  { seats_taken, offers }: LockedSession,
  input: UpdateInput,
): void {
  if (input.kind !== before.kind && before.seats_taken + before.offers > 0) {
    throw stateError('รอบสอบนี้มีผู้จองแล้ว เปลี่ยนภาคไม่ได้')
  }
  if (before.sat && isRetimed(before, input)) {
    throw stateError('มีผู้เข้าสอบในรอบนี้แล้ว เปลี่ยนวันหรือเวลาไม่ได้')
  }
  const gone = seats_taken + offers
  if (input.capacity >= gone) return
  const message =
    offers === 0
      ? `รอบสอบนี้มีผู้จองแล้ว ${seats_taken} ที่ จำนวนรับต้องไม่น้อยกว่านั้น`
      : `รอบสอบนี้มีผู้จองแล้ว ${seats_taken} ที่ และเสนอที่นั่งไว้ ${offers} ที่ จำนวนรับต้องไม่น้อยกว่า ${gone}`
  throw new AppError('CAPACITY_TAKEN', message, 409, { errors: [{ path: 'capacity', message }] })
}

/** The values of a session in the audit trail. */
const audited = (
  values: Pick<
    UpdateInput,
    | 'kind'
    | 'licence_types'
    | 'date'
    | 'start_time'
    | 'end_time'
    | 'capacity'
    | 'place_id'
    | 'vehicle_ids'
    | 'panel'
    | 'note'
  > & { status: string },
) => ({
  kind: values.kind,
  licence_types: values.licence_types,
  date: values.date,
  start_time: values.start_time,
  end_time: values.end_time,
  capacity: values.capacity,
  place_id: values.place_id,
  vehicle_ids: values.vehicle_ids.toSorted((a, b) => a - b),
  ...auditedPanel(values.panel.toSorted((a, b) => a.user_id - b.user_id)),
  note: values.note,
  status: values.status,
})

const auditedMoves = (moves: readonly SeatMove[]) =>
  moves.length === 0
    ? {}
    : {
        moved: toldOf(moves).map(({ customer, session, waiting }) => ({
          customer,
          session: session ?? (waiting === null ? null : `${headings.waitingList} ${waiting}`),
        })),
      }

/** The stored session in the shape of an input. */
export const inputOf = (stored: StoredSession) =>
  ({
    ...stored,
    vehicle_ids: stored.vehicles.map(({ vehicle_id }) => vehicle_id),
  }) as StoredSession & Pick<UpdateInput, 'licence_types' | 'vehicle_ids'>

/** Whether a change affects when, where, by whom or for what the session is held. */
function isRescheduled(before: ReturnType<typeof inputOf>, input: UpdateInput): boolean {
  const planned = (values: Parameters<typeof audited>[0]) => {
    const { capacity: _, note: __, status: ___, ...rest } = audited(values)
    return rest
  }
  return !isDeepStrictEqual(planned(before), planned({ ...input, status: before.status }))
}

/**
 * Refuses what speaks against a changed plan. What was planned before a holiday, leave or repair was entered is not refused
 * until the day, the time or the kind of exam changes.
 * @returns what speaks against the plan and has been accepted, in Thai
 * @throws VALIDATION; OUTSIDE_WORKING_TIME, NOT_LICENSED, NOT_READY unless the caller overrides them with a reason
 */
async function assertPlannable(
  ctx: UserContext,
  before: ReturnType<typeof inputOf>,
  values: UpdateInput & { branch_id: number },
): Promise<string[]> {
  await assertChair(ctx, values)
  const begins = before.date !== values.date || before.start_time !== values.start_time
  const problems = [
    ...(begins ? pastStart(ctx, values.date, values) : []),
    ...(await problemsOn(ctx, values.date, values)),
  ]
  const isSameExam =
    !isRetimed(before, values) &&
    values.kind === before.kind &&
    values.licence_types.join() === before.licence_types.join()
  const known = new Set(
    isSameExam ? refusedMessages(await problemsOn(ctx, before.date, before)) : [],
  )
  const hasOverride = overrides(ctx, values.override_reason)
  assertNoProblem(
    problems.filter(({ message }) => !known.has(message)),
    hasOverride,
  )
  const refused = refusedMessages(problems)
  if (hasOverride) return refused
  return refused.filter((message) => before.accepted_problems.includes(message))
}

/** Locks the session, and with them its candidates if the change can affect them. */
async function lockForUpdate(
  ctx: UserContext,
  { exam_session_id, ...input }: UpdateInput,
): Promise<LockedCandidates> {
  const seen = await readSession(ctx, exam_session_id)
  const isSame = ({ licence_types }: Pick<StoredSession, 'licence_types'>) =>
    licence_types.join() === seen.licence_types.join()
  const affects =
    isRetimed(seen, { ...input, exam_session_id }) ||
    !isSame(input) ||
    input.place_id !== seen.place_id ||
    input.moves.length > 0
  if (affects) return lockCandidates(ctx, exam_session_id, targetIds(input.moves))
  const sessions = await lockSessions(ctx, [exam_session_id])
  const session = sessions.get(exam_session_id)
  assertOwnSession(ctx, session)
  return { session, sessions, candidates: [] }
}

/**
 * Changes a session. Candidates who stay follow its day and time; their rights' ledgers say so.
 * @throws NOT_FOUND, CONFLICT, STATE, VALIDATION, CAPACITY_TAKEN, CANDIDATES_MISFIT, NOT_FREE; SESSION_FULL for a move;
 *   OUTSIDE_WORKING_TIME, NOT_LICENSED, NOT_READY unless the caller overrides them with a reason
 */
export async function updateSession(
  ctx: UserContext,
  input: UpdateInput,
): Promise<Answer<typeof examSession.update>> {
  const { exam_session_id: id, version, moves: wanted } = input
  const locked = await lockForUpdate(ctx, input)
  const { session, candidates } = locked
  assertChangeable(session, version)
  const stored = await readSession(ctx, id)
  if (input.status === 'open') assertNotEnded(stored, 'เปิดรับอีกไม่ได้')
  const { status = stored.status } = input
  const before = inputOf(stored)
  const retimed = isRetimed(stored, input)
  if (retimed) assertNotEnded(stored, 'เปลี่ยนวันเวลาไม่ได้')
  if (input.date !== stored.date) assertNotPast(ctx, input.date)
  const values = { ...input, branch_id: stored.branch_id }
  const place = await readResources(ctx, values, { before })
  const accepted_problems = isRescheduled(before, input)
    ? await assertPlannable(ctx, before, values)
    : before.accepted_problems
  const decided = new Set(wanted.map(({ exam_id }) => exam_id))
  const staying = candidates.filter(({ exam_id }) => !decided.has(exam_id))
  // A candidate whose right was changed since does not prevent another place or capacity.
  const isOtherExam = retimed || !isDeepStrictEqual(stored.licence_types, input.licence_types)
  if (isOtherExam) assertAllFit(staying, input)
  const name = sessionName(input.kind, input.date, input.start_time)
  const note = retimed ? `${stored.name} เปลี่ยนเป็น ${name}` : `แก้ไข${stored.name}`
  const moved = await moveSeats(ctx, locked, wanted, note)
  assertSeatsAllow(stored, session, input)

  const span = spanOn(input.date, input)
  const problem = await sharedPlaceProblem(ctx, place, id, span)
  if (problem !== null) throw new AppError('NOT_FREE', problem, 409)
  await release(ctx, { exam_session_id: id })
  await ctx.tx
    .updateTable('exam_session')
    .set({
      kind: input.kind,
      licence_types: input.licence_types,
      name,
      ...span,
      capacity: input.capacity,
      place_id: input.place_id,
      note: input.note,
      status,
      accepted_problems,
      updated_by: ctx.actor.user_id,
      updatedAt: ctx.clock.now().toISOString(),
      version: version + 1,
    })
    .where('exam_session_id', '=', id)
    .execute()
  await ctx.tx.deleteFrom('exam_session_panel').where('exam_session_id', '=', id).execute()
  await ctx.tx.deleteFrom('exam_session_vehicle').where('exam_session_id', '=', id).execute()
  await writeResources(ctx, id, input)
  await occupyResources(ctx, id, subjectsOf(input, place), span)
  const to = { ...session, ...span, name, day: input.date }
  const followed = retimed ? staying.map((booking) => ({ booking, to })) : []
  await writeMoves(ctx, followed, id, note)
  if (retimed || input.licence_types.join() !== stored.licence_types.join()) {
    await withdrawOffers(ctx, id, note)
  }
  await serveWaiting(ctx, [id])

  const changes = changesOf(audited(before), audited({ ...input, status }))
  ctx.audit({
    entity: 'exam_session',
    id,
    before: changes.before,
    after: {
      ...changes.after,
      ...auditedMoves(moved),
      ...auditedOverride(input.override_reason),
    },
    branch: stored.branch_id,
  })
  const replaced =
    input.place_id !== stored.place_id ? staying.map((booking) => ({ booking, to })) : []
  const told = toldOf([...moved, ...(retimed ? followed : replaced)])
  return {
    message: 'แก้ไขรอบสอบเรียบร้อยแล้ว',
    data: { exam_session_id: id, version: version + 1, told },
  }
}

/** Refuses moves that do not decide exactly the open bookings. @throws MOVES_INCOMPLETE, NOT_FOUND */
function assertDecidesAll(candidates: readonly Candidate[], wanted: readonly WantedMove[]): void {
  const known = new Set(candidates.map(({ exam_id }) => exam_id))
  if (wanted.some(({ exam_id }) => !known.has(exam_id))) throw notFound()
  const decided = new Set(wanted.map(({ exam_id }) => exam_id))
  const undecided = candidates.filter(({ exam_id }) => !decided.has(exam_id))
  if (undecided.length === 0) return
  const names = undecided.map(({ customer }) => customer).join(', ')
  throw new AppError('MOVES_INCOMPLETE', `กรุณาเลือกรอบใหม่ให้ผู้เข้าสอบทุกคน: ${names}`, 409, {
    errors: [{ path: 'moves', message: `ยังไม่ได้เลือก: ${names}` }],
  })
}

/**
 * Enters displaced bookings, whose rights and sessions are locked, for the waiting lists that were chosen. A right that waits
 * there already goes on waiting.
 * @throws the codes of {@link enterWaiting}, at the move; ALREADY_WAITING if another right of the customer waits there
 */
async function enterWaits(
  ctx: UserContext,
  moved: readonly SeatMove[],
  wanted: readonly WantedMove[],
): Promise<void> {
  for (const { booking, waitsFor } of moved) {
    if (waitsFor === undefined) continue
    const { exam_id, right_id } = booking
    const { exam_session_id } = waitsFor
    const [waiting] = await readWaits(
      ctx,
      sql`${isOpenWait} and w.exam_session_id = ${exam_session_id} and w.right_id = ${right_id}`,
    )
    if (waiting !== undefined) continue
    // The right of a guest belongs to another branch.
    const inItsBranch = inBranch(ctx, booking.branch_id)
    const right = await lockRight(inItsBranch, { right_id })
    try {
      await enterWaiting(ctx, { right, history: await readHistory(ctx, right) }, waitsFor)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, message, http } = error
      const i = wanted.findIndex((move) => move.exam_id === exam_id)
      throw new AppError(code, `${booking.customer}: ${message}`, http, {
        errors: [{ path: `moves.${i}.exam_session_id`, message }],
      })
    }
  }
}

/**
 * Cancels a session together with what becomes of each candidate.
 * @throws NOT_FOUND, CONFLICT, STATE, MOVES_INCOMPLETE, SESSION_FULL, NOT_FREE; EXAM_RUNNING while candidates are checked
 *   in; the codes of {@link enterWaits}
 */
export async function cancelSession(
  ctx: UserContext,
  { exam_session_id: id, version, note, moves: wanted }: InputOf<typeof examSession.cancel>,
): Promise<Answer<typeof examSession.cancel>> {
  const locked = await lockCandidates(ctx, id, targetIds(wanted))
  const { session, candidates } = locked
  assertChangeable(session, version)
  assertNotEnded(await readSession(ctx, id), 'ยกเลิกไม่ได้')
  if (session.seats_taken > candidates.length) {
    throw stateError('รอบสอบนี้มีผลสอบแล้ว ยกเลิกไม่ได้')
  }
  assertDecidesAll(candidates, wanted)
  const moved = await moveSeats(ctx, locked, wanted, `${session.name} ถูกยกเลิก: ${note}`)
  await release(ctx, { exam_session_id: id })
  await ctx.tx
    .updateTable('exam_session')
    .set({
      status: 'cancelled',
      cancel_note: note,
      updated_by: ctx.actor.user_id,
      updatedAt: ctx.clock.now().toISOString(),
      version: version + 1,
    })
    .where('exam_session_id', '=', id)
    .execute()
  const waiting = await displaceWaiting(ctx, id, note)
  await enterWaits(ctx, moved, wanted)
  ctx.audit({
    entity: 'exam_session',
    id,
    before: { status: session.status },
    after: { status: 'cancelled', cancel_note: note, ...auditedMoves(moved) },
    branch: session.branch_id,
  })
  return {
    message: [
      'ยกเลิกรอบสอบเรียบร้อยแล้ว',
      ...(waiting === 0 ? [] : [`มีผู้รอที่นั่งต้องแจ้ง ${waiting} คน`]),
    ].join(' · '),
    data: { exam_session_id: id, told: toldOf(moved) },
  }
}
