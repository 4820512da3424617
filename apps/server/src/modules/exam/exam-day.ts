/** Reads the exam day: the sessions of today with their queues. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examDay } from '@khapdee/contract/entities/exam-day'
import { queueStage } from '@khapdee/domain/check-in'
import { bookingStatus } from '@khapdee/domain/exam-booking'
import { examSessionStatus } from '@khapdee/domain/exam-session'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { bookingsWithoutSession, stationsOfDay } from './check-in.queries.ts'

export async function readExamDay(
  ctx: UserContext,
  { branch }: InputOf<typeof examDay.get>,
): Promise<Answer<typeof examDay.get>> {
  const branchIds = ctx.scope.narrow(branch)
  const today = ctx.clock.today()
  const now = ctx.clock.now().toISOString()
  const [stations, without_session] = await Promise.all([
    stationsOfDay.rows(ctx.tx, branchIds, today, ctx.actor.user_id),
    bookingsWithoutSession.rows(ctx.tx, branchIds, today),
  ])
  const seesMoney = ctx.may('application.view')
  const ownIds = ctx.scope.branchIds
  return {
    data: {
      stations: stations.map(({ on_panel, candidates, ...station }) => ({
        ...station,
        status: examSessionStatus(
          { ...station, seatsLeft: station.capacity - candidates.length - station.offers },
          now,
        ),
        can_check_in: ctx.may('exam.checkin') || (ctx.may('exam.checkin-own') && on_panel),
        candidates: candidates.map((candidate) => ({
          ...candidate,
          // Only the branch of a right may see what is owed for it.
          unpaid: seesMoney && ownIds.includes(candidate.branch_id) ? candidate.unpaid : null,
          stage: queueStage(candidate),
          status: bookingStatus({ result: candidate.result, cancelled_at: null }),
        })),
      })),
      without_session,
    },
  }
}
