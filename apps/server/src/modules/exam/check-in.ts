/** Checks candidates in on the exam day, and calls them. Source: product specification, sections 6.2 and 6.2b. */
import { examSentences } from '@khapdee/domain/exam-sentences'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examDay } from '@khapdee/contract/entities/exam-day'
import { messages } from '@khapdee/contract/messages'
import {
  type CheckInRefusal,
  canOverrideCheckIn,
  checkInWarnings,
  refusalsOfCheckIn,
} from '@khapdee/domain/check-in'
import { parseSlipCode } from '@khapdee/domain/slip-code'
import { sql } from 'kysely'
import { writeTogether } from '../../db/write-together.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, forbidden, invalid, notFound, stateError } from '../../kernel/errors.ts'
import { insertRightEvents, stampOf } from '../booking/right-events.ts'
import { lockSessions } from '../booking/seats.ts'
import { findByNumber, numberOf } from '../customer/find-customer.ts'
import {
  type CandidateKey,
  type BookingForCheckIn,
  bookingOfCandidate,
  bookingsForCheckIn,
  nextQueueNumber,
  nonceOfOther,
} from './check-in.queries.ts'
import { type Candidate, factsOf, withoutAmount } from './check-in-facts.ts'
import { lockRight } from './lock-right.ts'

type CheckInInput = InputOf<typeof examDay.checkIn>

const refused = ({ code, message }: CheckInRefusal, customer = ''): AppError =>
  new AppError(code, customer === '' ? message : `${customer}: ${message}`, 409)

const notBooked = () => refused({ code: 'NOT_BOOKED', message: 'ไม่พบการจองสอบของผู้สมัครคนนี้ในสาขานี้' })

/**
 * The candidate that the request identifies. @throws VALIDATION unless it identifies exactly one;
 * NOT_BOOKED, NUMBER_LOCKED
 */
async function candidateKeyOf(ctx: UserContext, input: CheckInInput): Promise<CandidateKey> {
  const { code, idcard = '', passport = '', exam_id } = input
  const given = [code, idcard, passport, exam_id].filter(
    (value) => value !== undefined && value !== '',
  )
  if (given.length !== 1) throw invalid([{ path: 'code', message: messages.invalid }])
  const nobody = { exam_id: null, code: null, customer_id: null }
  if (exam_id !== undefined) return { ...nobody, exam_id }
  if (code !== undefined) return { ...nobody, code: parseSlipCode(code) }
  const number = numberOf({ idcard, passport })
  const found = number === null ? undefined : await findByNumber(ctx, number)
  if (found === undefined) throw notBooked()
  return { ...nobody, customer_id: found.customer_id }
}

/** @throws NOT_FOUND for a session of another branch */
async function assertOwnSession(ctx: UserContext, sessionId: number | null): Promise<void> {
  if (sessionId === null) return
  const session = await ctx.tx
    .selectFrom('exam_session')
    .select('branch_id')
    .where('exam_session_id', '=', sessionId)
    .executeTakeFirst()
  if (session === undefined || !ctx.scope.branchIds.includes(session.branch_id)) throw notFound()
}

/** The booking with which the candidate is checked in. @throws VALIDATION, NOT_FOUND for an unknown id, NOT_BOOKED, NUMBER_LOCKED */
async function findBooking(ctx: UserContext, input: CheckInInput): Promise<number> {
  await assertOwnSession(ctx, input.exam_session_id ?? null)
  const found = await bookingOfCandidate.first(
    ctx.tx,
    ctx.scope.branchIds,
    await candidateKeyOf(ctx, input),
    {
      today: ctx.clock.today(),
      now: ctx.clock.now().toISOString(),
      sessionId: input.exam_session_id ?? null,
      nonce: input.nonce,
    },
  )
  if (found === undefined) throw input.exam_id === undefined ? notBooked() : notFound()
  return found.exam_id
}

/**
 * Locks a booking with its right and session, as every change of a booking does.
 * @throws NOT_FOUND; FORBIDDEN unless the caller may check in everywhere or is on the panel
 */
async function lockForCheckIn(ctx: UserContext, exam_id: number): Promise<Candidate> {
  const right = await lockRight(ctx, { exam_id, atHost: true })
  const { exam_session_id } = await ctx.tx
    .selectFrom('exam')
    .select('exam_session_id')
    .where('exam_id', '=', exam_id)
    .executeTakeFirstOrThrow()
  await lockSessions(ctx, exam_session_id === null ? [] : [exam_session_id])
  const booking = await bookingsForCheckIn.one(
    ctx.tx,
    [exam_id],
    ctx.actor.user_id,
    ctx.clock.today(),
  )
  if (!ctx.may('exam.checkin') && !booking.on_panel) throw forbidden()
  const { host_branch_id } = booking
  // A guest checks in at the branch of the session.
  if (host_branch_id !== null && !booking.on_panel && !ctx.scope.branchIds.includes(host_branch_id))
    throw notFound()
  return { right, booking }
}

/**
 * Checks a candidate in and gives the next number of the session's queue. A repeated nonce answers as the first time.
 * @throws VALIDATION, NUMBER_LOCKED, FORBIDDEN, the codes of `checkInRefusals`; STATE for a repeated request whose check-in
 *   was undone; IDEMPOTENCY_MISMATCH for a nonce that has checked in someone else
 */
export async function checkIn(
  ctx: UserContext,
  input: CheckInInput,
): Promise<Answer<typeof examDay.checkIn>> {
  const { nonce, override_reason } = input
  const exam_id = await findBooking(ctx, input)
  const locked = await lockForCheckIn(ctx, exam_id)
  const { right, booking } = locked
  const { customer, session } = booking
  const facts = factsOf(locked, input.exam_session_id ?? null)
  const answer = (checked_in_at: string, queue_no: number | null, repeated: boolean) => ({
    message: `ลงทะเบียนเข้าสอบเรียบร้อยแล้ว คิวที่ ${queue_no ?? '–'}`,
    data: {
      exam_id,
      customer,
      checked_in_at,
      repeated,
      queue_no,
      session,
      warnings: checkInWarnings(facts),
    },
  })
  const audited = { entity: 'exam_right' as const, id: right.right_id, branch: right.branch_id }
  if (booking.checkin_nonce === nonce) {
    if (booking.checked_in_at === null) throw stateError('การลงทะเบียนเข้าสอบนี้ถูกยกเลิกแล้ว')
    ctx.audit(audited)
    return answer(booking.checked_in_at, booking.queue_no, true)
  }
  if ((await nonceOfOther.first(ctx.tx, nonce, exam_id)) !== undefined) {
    throw new AppError('IDEMPOTENCY_MISMATCH', messages.invalid, 400)
  }
  const now = ctx.clock.now().toISOString()
  const refusals = refusalsOfCheckIn(facts, { today: ctx.clock.today(), now })
  const isOverridden =
    override_reason !== '' &&
    ctx.may('exam.override') &&
    refusals.every(({ code }) => canOverrideCheckIn(code))
  const reasons = refusals.map((refusal) => withoutAmount(ctx, refusal, right).message).join(' · ')
  const [first] = refusals
  if (first !== undefined && !isOverridden) {
    throw refused({ code: first.code, message: reasons }, customer)
  }
  const note = first === undefined ? '' : `${reasons} · ${override_reason}`
  const { user_id } = ctx.actor
  const { exam_session_id } = booking
  const { queue_no } = await nextQueueNumber.one(ctx.tx, exam_session_id)
  await writeTogether(ctx.tx, [
    sql`
      update exam set checked_in_at = ${now}, checked_in_by = ${user_id}, checkin_nonce = ${nonce}, queue_no = ${queue_no},
        called_at = null, entered_at = null, version = version + 1
      where exam_id = ${exam_id}`,
    insertRightEvents(
      [
        {
          right_id: right.right_id,
          event: 'checked_in',
          detail: { exam_id, exam_date: booking.exam_date, queue_no, note },
        },
      ],
      { user_id, at: now },
    ),
  ])
  ctx.audit({ ...audited, after: { exam_date: booking.exam_date, session, note } })
  return answer(now, queue_no, false)
}

/** @throws STATE for a booking that is cancelled, has a result or is not checked in */
function assertCheckedIn({ result, cancelled_at, checked_in_at }: BookingForCheckIn): void {
  if (cancelled_at !== null) throw stateError(examSentences.bookingCancelled)
  if (result !== null) throw stateError('บันทึกผลสอบแล้ว')
  if (checked_in_at === null) throw stateError('ยังไม่ได้ลงทะเบียนเข้าสอบ')
}

/** Undoes a check-in before the result is recorded. @throws NOT_FOUND, FORBIDDEN, STATE */
export async function undoCheckIn(
  ctx: UserContext,
  { exam_id, note }: InputOf<typeof examDay.undoCheckIn>,
): Promise<Answer<typeof examDay.undoCheckIn>> {
  const { right, booking } = await lockForCheckIn(ctx, exam_id)
  assertCheckedIn(booking)
  const { right_id, branch_id } = right
  await writeTogether(ctx.tx, [
    // The nonce is kept, so that a request that arrives late does not check the candidate in again.
    sql`
      update exam set checked_in_at = null, checked_in_by = null, queue_no = null, called_at = null, entered_at = null,
        version = version + 1
      where exam_id = ${exam_id}`,
    // The candidate may have the number on paper, or hear it called.
    sql`
      update exam_session set undone_queue_no = greatest(undone_queue_no, ${booking.queue_no}::int)
      where exam_session_id = ${booking.exam_session_id}`,
    insertRightEvents(
      [
        {
          right_id,
          event: 'checkin_undone',
          detail: { exam_id, exam_date: booking.exam_date, note },
        },
      ],
      stampOf(ctx),
    ),
  ])
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: branch_id,
    after: { exam_date: booking.exam_date, note },
  })
  return { message: 'ยกเลิกการลงทะเบียนเข้าสอบเรียบร้อยแล้ว', data: null }
}

/** Records a step of the queue once; repeated, it changes nothing. @throws NOT_FOUND, FORBIDDEN, STATE */
async function takeStep(ctx: UserContext, exam_id: number, step: 'called_at' | 'entered_at') {
  const { right, booking } = await lockForCheckIn(ctx, exam_id)
  assertCheckedIn(booking)
  const { queue_no, exam_date, session } = booking
  if (booking[step] === null) {
    const at = ctx.clock.now().toISOString()
    await ctx.tx
      .updateTable('exam')
      .set((eb) => ({ [step]: at, version: eb('version', '+', 1) }))
      .where('exam_id', '=', exam_id)
      .execute()
  }
  ctx.audit({
    entity: 'exam_right',
    id: right.right_id,
    branch: right.branch_id,
    after: { exam_date, session },
  })
  return { exam_id, queue_no }
}

/** Calls a candidate to the exam. @throws as {@link takeStep} */
export async function callCandidate(
  ctx: UserContext,
  { exam_id }: InputOf<typeof examDay.call>,
): Promise<Answer<typeof examDay.call>> {
  const data = await takeStep(ctx, exam_id, 'called_at')
  return { message: `เรียกคิวที่ ${data.queue_no ?? '–'} แล้ว`, data }
}

/** Records that a candidate has begun the exam. @throws as {@link takeStep} */
export async function enterExam(
  ctx: UserContext,
  { exam_id }: InputOf<typeof examDay.enter>,
): Promise<Answer<typeof examDay.enter>> {
  const data = await takeStep(ctx, exam_id, 'entered_at')
  return { message: `คิวที่ ${data.queue_no ?? '–'} เข้าสอบแล้ว`, data }
}
