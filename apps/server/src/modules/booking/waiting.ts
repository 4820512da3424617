/**
 * Waiting lists of exam sessions. Every change of an entry holds the lock of its session, so that two servers never offer
 * one seat twice. An offered seat is held by its entry until the offer ends, and counts as taken.
 */
import { storedBranchSettings } from '@khapdee/contract/entities/branch'
import { bookingProblem, balanceFirst } from '@khapdee/domain/exam-booking'
import { examSentences } from '@khapdee/domain/exam-sentences'
import type { ExamRightEvent } from '@khapdee/domain/exam-right'
import { type WaitingState, noOffers, offerUntil } from '@khapdee/domain/exam-waiting'
import { formatInstant } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { Changing, Reading } from '../../kernel/context.ts'
import { AppError, violatedConstraint } from '../../kernel/errors.ts'
import { type History, leaveRefusal, readHistories } from './history.ts'
import { isOpenWait } from './open-booking.ts'
import { insertRightEvents } from './right-events.ts'
import type { LockedSession } from './seats.queries.ts'
import { unsuitable } from './suitable.ts'
import {
  type QueuedRight,
  type StoredWait,
  busyCustomers,
  queueOf,
  servableSessions,
  sessionLocksById,
  sessionsById,
  strandedGuests,
  updateWaits,
  waits,
} from './waiting.queries.ts'

export type { StoredWait } from './waiting.queries.ts'

/** Entries with their sessions, in the order in which they joined. @param condition on `exam_waiting w` */
export const readWaits = (ctx: Reading, condition: RawBuilder<SqlBool>): Promise<StoredWait[]> =>
  waits.rows(ctx.tx, condition)

/**
 * Entries with the facts that determine whether they can be served, in the same order. @param
 * condition on `exam_waiting w`
 */
export const readQueue = (ctx: Reading, condition: RawBuilder<SqlBool>): Promise<QueuedRight[]> =>
  queueOf.rows(ctx.tx, condition)

/** Sessions with their seats, not locked. */
export const readSessions = async (
  ctx: Reading,
  ids: readonly number[],
): Promise<LockedSession[]> => (await sessionsById.rows(ctx.tx, ids)) as LockedSession[]

/** Converts the error of a customer who would wait twice for one session; returns other errors unchanged. */
export const mapWaitingTwice = (error: unknown): unknown =>
  violatedConstraint(error) === 'exam_waiting_once'
    ? new AppError('ALREADY_WAITING', 'ผู้สมัครอยู่ในรายชื่อสำรองของรอบสอบเดียวกันแล้ว กรุณานำออกก่อน', 409)
    : error

/** A change of entries, with the row that it adds to the ledger of each right. */
interface WaitChange {
  state: WaitingState
  event: ExamRightEvent
  /** The user who caused it; null when an expired time or a freed seat caused it. */
  by: number | null
  note?: string
  /** The instant until which an offered seat is held, ISO 8601. */
  offer_until?: string
  /** The booking that took the seat. */
  exam_id?: number
}

/** Changes the state of entries whose sessions are locked. */
export async function changeWaits(
  ctx: Changing,
  changed: readonly StoredWait[],
  { state, event, by, note = '', offer_until, exam_id }: WaitChange,
): Promise<void> {
  if (changed.length === 0) return
  const at = ctx.clock.now().toISOString()
  const until = offer_until === undefined ? '' : ` · ถึง ${formatInstant(offer_until)}`
  await writeTogether(ctx.tx, [
    updateWaits(
      changed.map(({ exam_waiting_id }) => exam_waiting_id),
      { state, note, offer_until: offer_until ?? null, exam_id: exam_id ?? null },
      at,
    ),
    insertRightEvents(
      changed.map(({ exam_waiting_id, exam_session_id, right_id, session, day }) => ({
        right_id,
        event,
        detail: {
          exam_waiting_id,
          exam_session_id,
          exam_date: day,
          note: [`${session}${until}`, note].filter(Boolean).join(' · '),
        },
      })),
      { user_id: by, at },
    ),
  ])
  for (const { right_id, branch_id, session, state: before } of changed) {
    ctx.audit({
      entity: 'exam_right',
      id: right_id,
      branch: branch_id,
      before: { waiting: before },
      after: {
        waiting: state,
        session,
        ...(offer_until !== undefined && { offer_until }),
        ...(note !== '' && { note }),
      },
    })
  }
}

/** An entry with the session for which it waits. */
interface QueuedFor {
  wait: QueuedRight
  session: LockedSession
}

/**
 * Why seats of sessions cannot be offered to waiting customers, each in one Thai sentence or null,
 * by the ids of the entries.
 * @param seesBalance whether the sentence about an entry may contain the amount that is owed
 */
export async function waitingProblems(
  ctx: Reading,
  queued: readonly QueuedFor[],
  seesBalance: (wait: QueuedRight) => boolean = () => true,
): Promise<Map<number, string | null>> {
  if (queued.length === 0) return new Map()
  const histories = await readHistories(
    ctx,
    queued.map(({ wait: { right_id, kind, right_branch_id: branch_id, balance, ...state } }) => ({
      right_id,
      kind,
      branch_id,
      state,
      app: { balance },
    })),
  )
  const busy = await busyCustomers.rows(
    ctx.tx,
    queued.map(({ wait, session: { starts_at, ends_at } }) => ({
      plan_id: wait.exam_waiting_id,
      customer_id: wait.customer_id,
      starts_at,
      ends_at,
      except_exam_id: histories.get(wait.right_id)?.open?.exam_id ?? null,
    })),
  )
  return new Map(
    queued.map(({ wait, session }) => {
      const { exam_waiting_id, right_id, kind, licence_type, right_branch_id: branch_id } = wait
      const history = histories.get(right_id)
      const occupied = busy.find(({ plan_id }) => plan_id === exam_waiting_id)
      const problem =
        unsuitable(ctx, session, { right_id, kind, licence_type, branch_id })?.message ??
        (history && bookedProblem(ctx, history, session)) ??
        (history && dayProblem(ctx, history, session, seesBalance(wait))) ??
        (occupied && `ติดนัดสอบอื่น: ${occupied.session}`) ??
        null
      return [exam_waiting_id, problem]
    }),
  )
}

function bookedProblem(ctx: Reading, history: History, session: LockedSession): string | null {
  const { open } = history
  if (open === null) return null
  if (open.checked_in) return examSentences.checkedIn
  if (open.exam_session_id === session.exam_session_id) return 'จองสอบรอบนี้แล้ว'
  return leaveRefusal(ctx, history)?.message ?? null
}

function dayProblem(
  ctx: Reading,
  { facts }: History,
  { day, starts_at }: LockedSession,
  seesBalance: boolean,
): string | null {
  const problem = bookingProblem(facts, day, ctx.clock.today(), starts_at)
  if (problem === null) return null
  return problem.code === 'BALANCE_FIRST' && !seesBalance ? balanceFirst : problem.message
}

/** The instant until which a seat of a session is held if it is offered now, ISO 8601; null when it is too late. */
export const offerEnd = (
  ctx: Reading,
  { starts_at, settings }: Pick<LockedSession, 'starts_at' | 'settings'>,
): string | null =>
  offerUntil(
    ctx.clock.now().toISOString(),
    starts_at,
    storedBranchSettings(settings).exam_offer_hours,
  )

/** Why no seat of a session can be offered to anybody, in Thai, or null. */
export const sessionProblem = ({ status }: LockedSession, until: string | null): string | null =>
  status !== 'open' ? noOffers.closed : until === null ? noOffers.late : null

/**
 * Offers the free seats of locked sessions to the first customers of each waiting list who can take
 * them. Called after a change that may have freed a seat, in the same transaction.
 */
export async function serveWaiting(ctx: Changing, sessionIds: readonly number[]): Promise<void> {
  if (sessionIds.length === 0) return
  const found = (await servableSessions.rows(ctx.tx, sessionIds)) as LockedSession[]
  const offering = found.flatMap((session) => {
    const until = offerEnd(ctx, session)
    return until === null ? [] : [{ session, until }]
  })
  if (offering.length === 0) return
  const ids = offering.map(({ session }) => session.exam_session_id)
  const queue = await queueOf.rows(
    ctx.tx,
    sql`w.exam_session_id = any(${ids}::int[]) and w.state = 'waiting'`,
  )
  const queued = offering.map(({ session, until }) => ({
    session,
    until,
    waits: queue.filter(({ exam_session_id }) => exam_session_id === session.exam_session_id),
  }))
  const problems = await waitingProblems(
    ctx,
    queued.flatMap(({ session, waits: own }) => own.map((wait) => ({ wait, session }))),
  )
  for (const { session, until, waits: own } of queued) {
    const free = session.capacity - session.seats_taken - session.offers
    const served = own.filter(({ exam_waiting_id }) => problems.get(exam_waiting_id) === null)
    await changeWaits(ctx, served.slice(0, free), {
      state: 'offered',
      event: 'seat_offered',
      by: null,
      offer_until: until,
    })
  }
}

/** Ends the offers of locked sessions that have not been answered in time, and offers their seats to the next. */
export async function endUnansweredOffers(
  ctx: Changing,
  sessionIds: readonly number[],
): Promise<void> {
  const now = ctx.clock.now().toISOString()
  const due = await waits.rows(
    ctx.tx,
    sql`w.exam_session_id = any(${sessionIds}::int[]) and w.state = 'offered' and w.offer_until <= ${now}`,
  )
  if (due.length === 0) return
  await changeWaits(ctx, due, { state: 'lapsed', event: 'offer_lapsed', by: null })
  await serveWaiting(ctx, [...new Set(due.map(({ exam_session_id }) => exam_session_id))])
}

/**
 * Ends the waits and offers of rights of other branches in locked sessions if the school no longer books across branches:
 * they could not accept a seat.
 * @returns the number of entries that ended
 */
export async function endStrandedGuests(
  ctx: Changing,
  sessionIds: readonly number[],
): Promise<number> {
  const stranded = await waits.rows(
    ctx.tx,
    strandedGuests(sql`w.exam_session_id = any(${sessionIds}::int[])`),
  )
  await changeWaits(ctx, stranded, {
    state: 'ended',
    event: 'waiting_ended',
    by: ctx.actor?.user_id ?? null,
    note: 'โรงเรียนไม่เปิดให้สอบข้ามสาขาแล้ว',
  })
  return stranded.length
}

/** Calls {@link endStrandedGuests} for all sessions, and offers the freed seats to others. */
export async function endAllStrandedGuests(ctx: Changing): Promise<number> {
  const seen = await waits.rows(ctx.tx, strandedGuests(sql`true`))
  if (seen.length === 0) return 0
  const sessionIds = [...new Set(seen.map(({ exam_session_id }) => exam_session_id))]
  await sessionLocksById.rows(ctx.tx, sessionIds)
  const ended = await endStrandedGuests(ctx, sessionIds)
  await serveWaiting(ctx, sessionIds)
  return ended
}

/** Ends the waiting list of a locked session that has begun. */
export async function endBegunList(ctx: Changing, sessionId: number): Promise<void> {
  const open = await waits.rows(ctx.tx, sql`w.exam_session_id = ${sessionId} and ${isOpenWait}`)
  await changeWaits(ctx, open, {
    state: 'ended',
    event: 'waiting_ended',
    by: null,
    note: 'ถึงเวลาสอบแล้ว',
  })
}

/**
 * Marks the waiting entries of a locked session that is cancelled as displaced, so that a worklist
 * lists their customers to be phoned.
 * @returns how many are to be phoned
 */
export async function displaceWaiting(
  ctx: Changing,
  sessionId: number,
  note: string,
): Promise<number> {
  const open = await waits.rows(ctx.tx, sql`w.exam_session_id = ${sessionId} and ${isOpenWait}`)
  await changeWaits(ctx, open, {
    state: 'displaced',
    event: 'waiting_displaced',
    by: ctx.actor?.user_id ?? null,
    note,
  })
  return open.length
}

/**
 * Withdraws the offers of a locked session after a change of its time; their customers wait again,
 * in their order.
 * @returns these customers, to be phoned
 */
export async function withdrawOffers(
  ctx: Changing,
  sessionId: number,
  note: string,
): Promise<{ customer: string; phone_1: string }[]> {
  const offered = await waits.rows(
    ctx.tx,
    sql`w.exam_session_id = ${sessionId} and w.state = 'offered'`,
  )
  await changeWaits(ctx, offered, {
    state: 'waiting',
    event: 'offer_withdrawn',
    by: ctx.actor?.user_id ?? null,
    note,
  })
  if (offered.length === 0) return []
  return ctx.tx
    .selectFrom('customer')
    .select(['name as customer', 'phone_1'])
    .where(
      'customer_id',
      'in',
      offered.map(({ customer_id }) => customer_id),
    )
    .orderBy('customer_id')
    .execute()
}

/** The sessions for which rights wait, or in which they are offered a seat. @param rights a condition on `exam_waiting w` */
export const waitedSessions = async (
  ctx: Reading,
  rights: RawBuilder<SqlBool>,
): Promise<number[]> =>
  (await waits.rows(ctx.tx, sql`${isOpenWait} and ${rights}`)).map(
    ({ exam_session_id }) => exam_session_id,
  )

/**
 * Ends the waits and offers of rights that end. The rights' applications and the sessions are
 * locked; the caller serves the waiting lists of the sessions after its other changes.
 * @param rights a condition on `exam_waiting w`
 */
export async function endWaits(
  ctx: Changing,
  rights: RawBuilder<SqlBool>,
  note: string,
): Promise<void> {
  const open = await waits.rows(ctx.tx, sql`(${isOpenWait} or w.state = 'displaced') and ${rights}`)
  await changeWaits(ctx, open, {
    state: 'ended',
    event: 'waiting_ended',
    by: ctx.actor?.user_id ?? null,
    note,
  })
}

/**
 * Closes the waiting entries of a booked right: the one for the booked session has its seat, and
 * the customers of cancelled sessions need no call any more. The session is locked.
 */
export async function closeWaitsOfBooking(
  ctx: Changing,
  right_id: number,
  exam_id: number,
  session: Pick<LockedSession, 'exam_session_id'> | null,
): Promise<void> {
  const found = await waits.rows(
    ctx.tx,
    sql`w.right_id = ${right_id} and (w.state = 'displaced' or ${isOpenWait}
      and w.exam_session_id = ${session?.exam_session_id ?? null}::int)`,
  )
  const by = ctx.actor?.user_id ?? null
  await changeWaits(
    ctx,
    found.filter(({ state }) => state !== 'displaced'),
    { state: 'accepted', event: 'seat_accepted', by, exam_id },
  )
  await changeWaits(
    ctx,
    found.filter(({ state }) => state === 'displaced'),
    { state: 'ended', event: 'waiting_ended', by, note: 'จองสอบรอบอื่นแล้ว' },
  )
}

/**
 * Keeps one entry of each session for which both records of one person wait: the offered one,
 * otherwise the earlier. Their applications are locked.
 */
export async function mergeWaits(
  ctx: Changing,
  customerId: number,
  otherId: number,
): Promise<void> {
  const ofBoth = sql<SqlBool>`${isOpenWait} and w.customer_id in (${customerId}, ${otherId})`
  const seen = await waits.rows(ctx.tx, ofBoth)
  const sessionIds = [...new Set(seen.map(({ exam_session_id }) => exam_session_id))]
  if (sessionIds.length === seen.length) return
  await sessionLocksById.rows(ctx.tx, sessionIds)
  const open = await waits.rows(ctx.tx, ofBoth)
  const twice = sessionIds.flatMap((id) => {
    const [, ...others] = open
      .filter(({ exam_session_id }) => exam_session_id === id)
      .toSorted((a, b) => Number(b.state === 'offered') - Number(a.state === 'offered'))
    return others
  })
  await changeWaits(ctx, twice, {
    state: 'ended',
    event: 'waiting_ended',
    by: ctx.actor?.user_id ?? null,
    note: 'รวมข้อมูลผู้สมัครซ้ำ',
  })
  await serveWaiting(ctx, sessionIds)
}
