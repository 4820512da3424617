/** Inserts exam sessions, for tests. */
import { sessionName } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import { type Day, instantInBangkok } from '@khapdee/domain/thai-date'
import type { TestApp } from '../app.ts'

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
