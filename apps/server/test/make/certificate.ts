/** Passed exam rights, for tests of certificates. */
import type { ExamKind } from '@khapdee/domain/exams'
import { sql } from 'kysely'
import type { TestApp } from '../app.ts'

interface ApplicationKey {
  application_id: number
}

/** The id of a right that an application granted. */
export async function rightOf(
  { db }: TestApp,
  { application_id }: ApplicationKey,
  kind: ExamKind = 'theory',
): Promise<number> {
  const { right_id } = await db
    .selectFrom('exam_right')
    .select('right_id')
    .where('application_id', '=', application_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return right_id
}

/** Inserts a passed exam of yesterday for each unused right of an application. */
export async function passRights(
  { db, school, clock }: TestApp,
  { application_id }: ApplicationKey,
): Promise<void> {
  const at = clock.now().toISOString()
  await sql`
    with passed as (
      update exam_right set used_at = ${at} where application_id = ${application_id} and used_at is null
      returning right_id, branch_id
    )
    insert into exam (right_id, branch_id, exam_date, result, result_at, result_by, created_by)
    select right_id, branch_id, (${at}::timestamptz at time zone 'Asia/Bangkok')::date - 1, 'pass', ${at}, admin.user_id,
      admin.user_id
    from passed, (select ${school.userId('admin')}::int as user_id) admin`.execute(db)
}
