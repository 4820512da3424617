import { type Insertable, type Kysely, sql } from 'kysely'
import type { AppUser, DB, UserLicence } from '../../src/db/types.ts'
import type { TestApp } from '../app.ts'
import { recordTerms } from '../../src/modules/employee/terms.queries.ts'
import { openSession } from '../session.ts'

let serial = 0
const newUsername = () => `somebody.${++serial}`

/** The wire input of a new employee; the role has no permissions, so every caller may assign it. */
export const employeeInput = ({ school }: TestApp, values: object = {}) => ({
  username: newUsername(),
  password: '',
  role_id: school.role('staff'),
  branch_id: school.branch.KKN,
  branches: [] as number[],
  prefix: 'นาย',
  fname: 'มานะ',
  sname: 'ใจดี',
  ...values,
})

/** Records that a user has been employed since 2020 at the present terms. */
async function employ(db: Kysely<DB>, user_id: number, start = '2020-01-01') {
  await db.insertInto('employment_period').values({ user_id, start }).execute()
  await recordTerms.rows(db, user_id, start, null)
}

/** Inserts an employee who may sign in with the demo password; the salary is 20,000 baht. */
export async function makeEmployee(
  { db, school }: TestApp,
  branch_id: number,
  values: Partial<Insertable<AppUser>> = {},
) {
  const person = await db
    .insertInto('app_user')
    .values((eb) => ({
      username: newUsername(),
      password_hash: eb
        .selectFrom('app_user')
        .select('password_hash')
        .where('username', '=', 'admin'),
      role_id: school.role('staff'),
      branch_id,
      prefix: 'นาย',
      fname: 'มานะ',
      sname: 'ใจดี',
      ...values,
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('user_salary')
    .values({ user_id: person.user_id, idcard: '1100000000016', salary: 2_000_000 })
    .execute()
  await employ(db, person.user_id)
  return person
}

/** Opens a session of an employee and returns the ids of both. */
export async function openSessionOf(test: TestApp, { user_id }: { user_id?: unknown }) {
  const { username } = await test.db
    .selectFrom('app_user')
    .select('username')
    .where('user_id', '=', Number(user_id))
    .executeTakeFirstOrThrow()
  const { session_id } = await openSession(test, username)
  return { user_id, session_id }
}

/** Inserts a day of leave and returns its id. */
export async function makeLeave(test: TestApp, { user_id }: { user_id?: unknown }) {
  const { rows } = await sql<{ leave_id: number }>`
    insert into user_leave (user_id, "start", "end", reason, created_by)
    values (${user_id}, '2026-11-05', '2026-11-05', 'ลากิจ', ${user_id}) returning leave_id`.execute(
    test.db,
  )
  return rows[0]?.leave_id ?? 0
}

/** Inserts an examiner's licence for practical car exams, which has no last day. */
export async function makeLicence(
  db: Kysely<DB>,
  values: Partial<Insertable<UserLicence>> & { user_id: number },
): Promise<number> {
  const { licence_id } = await db
    .insertInto('user_licence')
    .values({ kind: 'examiner', subject: 'practice', licence_types: ['car'], ...values })
    .returning('licence_id')
    .executeTakeFirstOrThrow()
  return licence_id
}
