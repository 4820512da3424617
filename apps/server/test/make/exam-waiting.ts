/** Waiting lists of exam sessions, for tests. */
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import type { TestApp } from '../app.ts'
import { type Seated, grantTheory, insertSession, seatCandidate } from './exam-session.ts'

let sessions = 0

/**
 * A full session of the branch KKN, each at a different hour, so that no customer is in two at
 * once.
 */
export async function fullSession(
  test: TestApp,
  { day = addDays(test.clock.today(), 3), capacity = 1 }: { day?: Day; capacity?: number } = {},
): Promise<{ exam_session_id: number; seated: Seated[]; day: Day }> {
  const onDay = addDays(day, Math.floor(sessions / 10))
  const hour = 8 + (sessions++ % 10)
  const clock = (minutes: string) => `${String(hour).padStart(2, '0')}:${minutes}`
  const times = { start: clock('00'), end: clock('50') }
  const exam_session_id = await insertSession(test, onDay, { capacity, ...times })
  const seated: Seated[] = []
  for (let n = 0; n < capacity; n++) seated.push(await seatCandidate(test, exam_session_id))
  return { exam_session_id, seated, day: onDay }
}

/** Adds a new theory right to the waiting list of a session. */
export async function joinNew(
  test: TestApp,
  exam_session_id: number,
  values: Parameters<typeof grantTheory>[1] = {},
): Promise<{ exam_waiting_id: number; right_id: number }> {
  const right_id = await grantTheory(test, values)
  const input = { exam_session_id, right_id }
  const { data } = await test.call(examWaiting.join, input, 'registrar.kkn')
  return { ...data, right_id }
}
