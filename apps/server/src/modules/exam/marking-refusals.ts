/**
 * Recording the result of a candidate who was not checked in implies the check-in, so it is refused
 * for the same reasons. Source: product specification, sections 6.2b.12, 6.2b.16 and 6.2b.17.
 */
import {
  type CheckInRefusal,
  canOverrideCheckIn,
  joinSessionFirst,
  refusalsOfCheckIn,
} from '@khapdee/domain/check-in'
import { markableFrom } from '@khapdee/domain/exam-booking'
import type { RecordedResult } from '@khapdee/domain/exam-result'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Candidate, factsOf, withoutAmount } from './check-in-facts.ts'
import { bookingsForCheckIn } from './check-in.queries.ts'
import type { LockedRight } from './lock-right.ts'

/**
 * The refusals of one first result. They are those at the start of the exam, because results are
 * often recorded later although the candidate came in time. The result of an absent candidate only
 * needs a session.
 */
function refusalsOf(candidate: Candidate, result: RecordedResult): readonly CheckInRefusal[] {
  const { booking } = candidate
  if (booking.result !== null || booking.cancelled_at !== null) return []
  if (booking.exam_session_id === null) return [joinSessionFirst]
  if (result === 'absent' || booking.checked_in_at !== null) return []
  const { exam_date } = booking
  return refusalsOfCheckIn(factsOf(candidate, null), {
    today: exam_date,
    now: markableFrom(booking),
  })
}

/**
 * Why results cannot be recorded, by `exam_id`. A correction has no refusals, because it needs a
 * permission and a reason anyway.
 * @param rights the locked rights of the bookings, by `exam_id`
 */
export async function markingRefusals(
  ctx: UserContext,
  rights: ReadonlyMap<number, LockedRight>,
  results: readonly { exam_id: number; result: RecordedResult }[],
): Promise<Map<number, readonly CheckInRefusal[]>> {
  const resultOf = new Map(results.map(({ exam_id, result }) => [exam_id, result]))
  const bookings = await bookingsForCheckIn.rows(
    ctx.tx,
    [...resultOf.keys()],
    ctx.actor.user_id,
    ctx.clock.today(),
  )
  return new Map(
    bookings.flatMap((booking) => {
      const { exam_id } = booking
      const [right, result] = [rights.get(exam_id), resultOf.get(exam_id)]
      if (right === undefined || result === undefined) return []
      const refusals = refusalsOf({ right, booking }, result)
      return [[exam_id, refusals.map((refusal) => withoutAmount(ctx, refusal, right))] as const]
    }),
  )
}

const sentenceOf = (refusals: readonly CheckInRefusal[]): string =>
  refusals.map(({ message }) => message).join(' · ')

/** @throws the code of the first refusal, unless the caller may override all of them and gives a reason */
export function assertMaySit(
  ctx: UserContext,
  refusals: readonly CheckInRefusal[],
  override_reason = '',
): void {
  const [first] = refusals
  if (first === undefined) return
  const isOverridden =
    override_reason !== '' &&
    ctx.may('exam.override') &&
    refusals.every(({ code }) => canOverrideCheckIn(code))
  if (!isOverridden) throw new AppError(first.code, sentenceOf(refusals), 409)
}

/** The overridden refusals with the reason; empty without any. */
export const overrideNote = (refusals: readonly CheckInRefusal[], override_reason = ''): string =>
  refusals.length === 0 ? '' : `${sentenceOf(refusals)} · ${override_reason}`
