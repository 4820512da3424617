/** Moves entries of the calendar. What sends them is a chunk of its own, loaded with the first move. */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import type { EventTime } from '@khapdee/domain/calendar'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showError } from '../../../shared/alerts.ts'
import { pathsOf } from '../../../shared/paths.ts'

/** Returns a function that moves an entry, says what happened, and resolves to whether it was moved. */
export function useMoveEntry(): (entry: CalendarEntry, to: EventTime) => Promise<boolean> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const openForm = (sessionId: number, { start, start_time, end_time }: EventTime) =>
    void navigate({
      to: `${pathsOf('exam_session').record(sessionId)}/edit`,
      search: { date: start, start_time, end_time },
    } as never)
  return async (entry, to) => {
    try {
      const { moveEntry } = await import('./move-entry.ts')
      return await moveEntry(entry, to, { client, openForm })
    } catch (cause) {
      showError(cause)
      return false
    }
  }
}
