/**
 * The facts that determine whether a candidate may sit an exam: at the desk, and when a result is
 * recorded without a check-in.
 */
import { storedBranchSettings } from '@khapdee/contract/entities/branch'
import type { CheckInFacts, CheckInRefusal } from '@khapdee/domain/check-in'
import { balanceFirst } from '@khapdee/domain/exam-booking'
import type { UserContext } from '../../kernel/context.ts'
import type { BookingForCheckIn } from './check-in.queries.ts'
import type { LockedRight } from './lock-right.ts'

/** The refusal, without the amount owed if the caller may not see it, as for a right of another branch. */
export const withoutAmount = (
  ctx: UserContext,
  refusal: CheckInRefusal,
  { branch_id }: Pick<LockedRight, 'branch_id'>,
): CheckInRefusal =>
  refusal.code === 'UNPAID' &&
  !(ctx.may('application.view') && ctx.scope.branchIds.includes(branch_id))
    ? { ...refusal, message: balanceFirst }
    : refusal

/** A booking and its right, both locked. */
export interface Candidate {
  right: LockedRight
  booking: BookingForCheckIn
}

/**
 * The facts that determine whether a candidate can be checked in, by the settings of both branches.
 * @param deskSessionId the session of the desk; null for a desk for all sessions
 */
export function factsOf({ right, booking }: Candidate, deskSessionId: number | null): CheckInFacts {
  const settings = storedBranchSettings(booking.settings)
  const desk = storedBranchSettings(booking.host_settings ?? booking.settings)
  const { exam_session_id, session: name, starts_at, ends_at, session_status } = booking
  return {
    ...booking,
    session:
      exam_session_id === null || starts_at === null || ends_at === null
        ? null
        : {
            exam_session_id,
            name,
            starts_at,
            ends_at,
            isCancelled: session_status === 'cancelled',
          },
    deskSessionId,
    kind: right.kind,
    right: right.state,
    refundPending: booking.refund_pending,
    lateMinutes: desk.exam_late_minutes,
    needsFullPayment: settings.exam_requires_full_payment,
    missingDocuments: booking.missing_documents,
    documentCheck: desk.exam_checkin_documents,
    needsTheory: settings.exam_theory_first,
    theoryPassed: booking.theory_passed,
  }
}
