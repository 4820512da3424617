/**
 * Moves entries of the calendar. The code that sends the moves is a separate chunk, loaded with the
 * first move.
 */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import type { ToldCandidate } from '@khapdee/contract/entities/exam-session'
import type { EventTime } from '@khapdee/domain/calendar'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../../session/session.ts'
import { showError } from '../../../shared/alerts.ts'
import { pathsOf } from '../../../shared/paths.ts'

/**
 * Returns a function that moves an entry, shows the outcome, and resolves to whether it was moved.
 * @param showTold shows whom to phone about a session that was moved
 */
export function useMoveEntry(
  showTold: (told: readonly ToldCandidate[]) => void,
): (entry: CalendarEntry, to: EventTime) => Promise<boolean> {
  const client = useQueryClient()
  const { can } = useSession()
  const navigate = useNavigate()
  const openForm = (sessionId: number, { start, start_time, end_time }: EventTime) =>
    void navigate({
      to: `${pathsOf('exam_session').record(sessionId)}/edit`,
      search: { date: start, start_time, end_time },
    } as never)
  return async (entry, to) => {
    try {
      const { moveEntry } = await import('./move-entry.ts')
      return await moveEntry(entry, to, {
        client,
        mayOverride: can('exam.override'),
        openForm,
        showTold,
      })
    } catch (cause) {
      showError(cause)
      return false
    }
  }
}
