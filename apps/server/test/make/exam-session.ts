/** Exam sessions and their candidates, for tests. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { type PanelRole, sessionName } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { type Day, addDays, instantInBangkok } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { TestApp } from '../app.ts'
import { applicationInput } from './application.ts'

interface SessionInput {
  branch_id?: number
  kind?: ExamKind
  licence_types?: ExamLicence[]
  /** `HH:MM` in Bangkok. */
  start?: string
  end?: string
  capacity?: number
}

/** Inserts an open session of the branch KKN: theory for cars, 13:00–15:00, with one seat. */
export async function insertSession(
  { db, school }: TestApp,
  day: Day,
  {
    branch_id = school.branch.KKN,
    kind = 'theory',
    licence_types = ['car'],
    start = '13:00',
    end = '15:00',
    capacity = 1,
  }: SessionInput = {},
): Promise<number> {
  const { user_id } = await db
    .selectFrom('app_user')
    .select('user_id')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { exam_session_id } = await db
    .insertInto('exam_session')
    .values({
      branch_id,
      kind,
      licence_types,
      name: sessionName(kind, day, start),
      starts_at: instantInBangkok(day, start),
      ends_at: instantInBangkok(day, end),
      capacity,
      created_by: user_id,
      updated_by: user_id,
    })
    .returning('exam_session_id')
    .executeTakeFirstOrThrow()
  return exam_session_id
}

type NewSession = InputOf<typeof examSession.create>

/** A theory session for cars tomorrow from 9 to 12 in the Khon Kaen branch, with 2 seats. */
export const sessionInput = (
  { clock, school }: TestApp,
  values: Partial<NewSession> = {},
): NewSession => ({
  branch_id: school.branch.KKN,
  kind: 'theory',
  licence_types: ['car'],
  date: addDays(clock.today(), 1),
  start_time: '09:00',
  end_time: '12:00',
  capacity: 2,
  place_id: null,
  vehicle_ids: [],
  panel: [],
  note: '',
  override_reason: '',
  ...values,
})

/** Creates sessions by a call, and returns their ids. */
export async function createSessions(
  test: TestApp,
  values: Partial<NewSession> = {},
  as = 'manager.kkn',
): Promise<number[]> {
  return (await test.call(examSession.create, sessionInput(test, values), as)).data.exam_session_ids
}

export async function createSession(
  test: TestApp,
  values: Partial<NewSession> = {},
  as = 'manager.kkn',
): Promise<number> {
  const [id = 0] = await createSessions(test, values, as)
  return id
}

export interface Seated {
  exam_id: number
  right_id: number
  application_id: number
  customer_id: number
}

/** Inserts the booking of a right in a session, with its occupied time. */
export async function seatRight(
  { db, school }: TestApp,
  right_id: number,
  sessionId: number,
): Promise<Seated> {
  const { rows } = await sql<Seated>`
    with booked as (
      insert into exam (right_id, branch_id, exam_date, exam_session_id, created_by)
      select r.right_id, r.branch_id, s.day, s.exam_session_id, ${school.userId('admin')}
      from exam_right r, exam_session s where r.right_id = ${right_id} and s.exam_session_id = ${sessionId}
      returning exam_id, right_id
    ), occupied as (
      insert into occupancy (kind, subject_id, during, exam_session_id, exam_id)
      select 'customer', r.customer_id, tstzrange(s.starts_at, s.ends_at), s.exam_session_id, exam_id
      from booked join exam_right r using (right_id), exam_session s where s.exam_session_id = ${sessionId}
    )
    select exam_id, right_id, application_id, customer_id from booked join exam_right using (right_id)`.execute(
    db,
  )
  const [booked] = rows
  if (booked === undefined) throw new Error('the booking was not inserted')
  return booked
}

/**
 * Puts an open booking without a session into one of its day that began after midnight, so that its result can be recorded.
 * @returns the id of the session
 */
export async function joinBegunSession(test: TestApp, exam_id: number): Promise<number> {
  const { branch_id, exam_date, kind } = await test.db
    .selectFrom('exam')
    .innerJoin('exam_right', 'exam_right.right_id', 'exam.right_id')
    .select(['exam.branch_id', 'exam_date', 'kind'])
    .where('exam_id', '=', exam_id)
    .$narrowType<{ exam_date: Day; kind: ExamKind }>()
    .executeTakeFirstOrThrow()
  // Each exam has a different minute, because a customer may have several on a day.
  const timeOf = (minute: number) => `00:${String(minute).padStart(2, '0')}`
  const minute = exam_id % 59
  const [start, end] = [timeOf(minute), timeOf(minute + 1)]
  const session = await insertSession(test, exam_date, { branch_id, kind, start, end })
  // No other candidate is booked into it.
  await sql`
    with shut as (
      update exam_session set status = 'closed' where exam_session_id = ${session}
    ), joined as (
      update exam set exam_session_id = ${session} where exam_id = ${exam_id} returning right_id
    )
    insert into occupancy (kind, subject_id, during, exam_session_id, exam_id)
    select 'customer', r.customer_id, tstzrange(s.starts_at, s.ends_at), s.exam_session_id, ${exam_id}
    from joined join exam_right r using (right_id), exam_session s where s.exam_session_id = ${session}`.execute(
    test.db,
  )
  return session
}

/** Registers a customer for the car course, and returns the id of the theory right. */
export async function grantTheory(
  test: TestApp,
  values: Parameters<typeof applicationInput>[1] = {},
  as = 'registrar.kkn',
): Promise<number> {
  const input = applicationInput(test.school, values)
  const { application_id } = (await test.call(application.create, input, as)).data
  const { right_id } = await test.db
    .selectFrom('exam_right')
    .select('right_id')
    .where('application_id', '=', application_id)
    .where('kind', '=', 'theory')
    .executeTakeFirstOrThrow()
  return right_id
}

/** Registers a customer for the car course, and books the theory exam in a session. */
export const seatCandidate = async (
  test: TestApp,
  sessionId: number,
  values: Parameters<typeof applicationInput>[1] = {},
  as = 'registrar.kkn',
): Promise<Seated> => seatRight(test, await grantTheory(test, values, as), sessionId)

/** Adds examiners to the panel of a session, who are occupied by it. */
export async function addPanel(
  { db }: TestApp,
  exam_session_id: number,
  userIds: readonly number[],
  role: PanelRole = 'examiner',
): Promise<void> {
  await db
    .insertInto('exam_session_panel')
    .values(userIds.map((user_id) => ({ exam_session_id, user_id, role })))
    .execute()
  await sql`
    insert into occupancy (kind, subject_id, during, exam_session_id)
    select 'user', user_id, tstzrange(starts_at, ends_at), exam_session_id
    from exam_session, unnest(${userIds}::int[]) as panel (user_id)
    where exam_session_id = ${exam_session_id}`.execute(db)
}
