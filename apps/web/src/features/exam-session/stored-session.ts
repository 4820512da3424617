/** A stored exam session as the input of a change. */
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import type { examSession } from '@khapdee/contract/entities/exam-session'

export type StoredSession = OutputOf<typeof examSession.get>['data']

type StoredValues = Omit<
  InputOf<typeof examSession.update>,
  'exam_session_id' | 'version' | 'moves' | 'status'
> & { status: 'open' | 'closed' }

/** The stored values of the fields that a change sends. A session that was closed after its exam stays closed. */
export const storedValues = (stored: StoredSession): StoredValues => ({
  kind: stored.kind,
  licence_types: stored.licence_types,
  date: stored.date,
  start_time: stored.start_time,
  end_time: stored.end_time,
  capacity: stored.capacity,
  place_id: stored.place_id,
  vehicle_ids: stored.vehicles.map(({ vehicle_id }) => vehicle_id),
  panel: stored.panel.map(({ user_id, role }) => ({ user_id, role })),
  note: stored.note,
  override_reason: '',
  status: stored.status === 'closed' || stored.ended_at !== null ? 'closed' : 'open',
})
