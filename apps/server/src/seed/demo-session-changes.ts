/** The coming exam sessions of the demo with their candidates, and how their managers change them. */
import { examSession } from '@khapdee/contract/entities/exam-session'
import { type Day, addDays, timeInBangkok } from '@khapdee/domain/thai-date'
import { updateSession } from '../modules/exam-session/change-session.ts'
import { callOf } from './demo-acts.ts'
import type { ExamPlan, PlannedExam } from './demo-exam-plan.ts'
import type { DemoSession, SessionYear } from './demo-exam-sessions.ts'
import { userOf } from './demo-rota.ts'

/** The records that are changed. */
export interface DemoExams {
  plan: ExamPlan
  sessions: readonly DemoSession[]
  /** The bookings of the running session. */
  seated: readonly PlannedExam[]
}

/** A session with its open bookings. */
export interface Planned {
  session: DemoSession
  candidates: readonly PlannedExam[]
}

export const managerOf = (session: DemoSession): string => userOf('manager', session.branch)

/** The open bookings of a session. */
export const candidatesOf = ({ plan }: DemoExams, session: DemoSession): PlannedExam[] =>
  plan.exams.filter((exam) => exam.session === session && exam.cancelled === null)

/** Whether no booking of a session was made or moved after a time, so that the ledgers stay in order. */
export const isSettled = ({ candidates }: Planned, at: Date): boolean =>
  candidates.every(({ bookedAt, moved }) => (moved?.at ?? bookedAt) < at)

/** The sessions from the third day after today on, those with most candidates first. */
export const comingSessions = (exams: DemoExams, today: Day, at: Date): Planned[] =>
  exams.sessions
    .filter((session) => session.day > addDays(today, 2))
    .map((session) => ({ session, candidates: candidatesOf(exams, session) }))
    .filter((planned) => isSettled(planned, at))
    .toSorted((a, b) => b.candidates.length - a.candidates.length)

/** Stores changed values of a session, by its manager. @param values `version` is 1 for a session that was not changed yet */
export async function changeDemoSession(
  { actAs }: SessionYear,
  { session, at }: { session: DemoSession; at: Date },
  values: {
    version?: number
    capacity?: number
    end_time?: string
    status?: 'closed'
    note: string
  },
): Promise<void> {
  const { exam_session_id, kind, licence_types, day, starts_at, ends_at, vehicle_ids } = session
  await updateSession(actAs(managerOf(session), at, callOf(examSession.update)), {
    exam_session_id,
    version: 1,
    kind,
    licence_types: [...licence_types],
    date: day,
    start_time: timeInBangkok(starts_at),
    end_time: timeInBangkok(ends_at),
    capacity: session.capacity,
    place_id: session.place_id,
    vehicle_ids: [...vehicle_ids],
    panel: [{ user_id: session.chair, role: 'chair' }],
    status: 'open',
    override_reason: '',
    moves: [],
    ...values,
  })
}
