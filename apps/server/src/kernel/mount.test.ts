import { course } from '@khapdee/contract/entities/course'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { makeCourse } from '../../test/make/course.ts'
import { bearerOf, sendWire } from '../../test/send-wire.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const rename = async (course_id: number, name: string) =>
  sendWire(
    test,
    course.update,
    { course_id, version: 1, name, type: 'รถยนต์', price: 1000 },
    await bearerOf(test, 'admin'),
  )

const readStored = async (course_id: number) =>
  test.db
    .selectFrom('course')
    .select(['name', 'version'])
    .where('course_id', '=', course_id)
    .executeTakeFirst()

const countAuditRows = async (course_id: number) =>
  (
    await test.db
      .selectFrom('audit_log')
      .select('audit_id')
      .where('entity', '=', 'course')
      .where('entity_id', '=', String(course_id))
      .execute()
  ).length

/** Updates a course that another transaction has locked; `act` returns SQL to run for the waiting process id. */
async function whileLocked(course_id: number, act: (waiting: number) => string) {
  const other = new pg.Client({ connectionString: test.url })
  await other.connect()
  await other.query('begin')
  await other.query('select from course where course_id = $1 for update', [course_id])
  const answer = rename(course_id, 'ชื่อที่ไม่ได้')
  const waiting = async () =>
    (
      await other.query<{ pid: number }>(
        `select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rows[0]?.pid
  await expect.poll(waiting).toBeTypeOf('number')
  await other.query(act((await waiting()) ?? 0))
  const result = await answer
  await other.query('rollback')
  await other.end()
  return result
}

describe('a call whose statement is cancelled', () => {
  it('has a statement timeout of ten seconds', async () => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
      test.db,
    )
    expect(rows).toEqual([{ statement_timeout: '10s' }])
  })

  it.each([
    ['a statement that took too long', (pid: number) => `select pg_cancel_backend(${pid})`],
    ['a lost connection', (pid: number) => `select pg_terminate_backend(${pid})`],
  ])('answers %s with 503, changes nothing, and serves the next call', async (_, act) => {
    const { course_id, name } = await makeCourse(test.db)
    const answer = await whileLocked(course_id, act)
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3'])
    expect(answer.body).toEqual({
      status: 'error',
      code: 'UNAVAILABLE',
      message: 'ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง',
      requestId: expect.any(String),
    })
    expect(await readStored(course_id)).toEqual({ name, version: 1 })
    expect(await countAuditRows(course_id)).toBe(0)
    expect((await rename(course_id, 'ชื่อใหม่')).status).toBe(200)
  })
})

describe('a call with a serialisation failure', () => {
  /** Makes updates of courses fail until this attempt; a sequence counts them, because it is not rolled back. */
  const failUntilAttempt = async (firstSuccess: number) => {
    await sql`create sequence collisions`.execute(test.db)
    await sql`
      create function collide() returns trigger language plpgsql as $$
      begin
        if nextval('collisions') < ${sql.lit(firstSuccess)} then
          raise exception 'simulated conflict' using errcode = 'serialization_failure';
        end if;
        return new;
      end $$`.execute(test.db)
    await sql`
      create trigger collide before update on course for each row execute function collide()`.execute(
      test.db,
    )
  }
  afterEach(async () => {
    await sql`drop function collide cascade`.execute(test.db)
    await sql`drop sequence collisions`.execute(test.db)
  })

  it('is attempted three times and audited once', async () => {
    const { course_id } = await makeCourse(test.db)
    await failUntilAttempt(3)
    expect((await rename(course_id, 'ชื่อใหม่')).status).toBe(200)
    expect(await readStored(course_id)).toEqual({ name: 'ชื่อใหม่', version: 2 })
    expect(await countAuditRows(course_id)).toBe(1)
  })

  it('is answered with 503 when the third attempt fails', async () => {
    const { course_id, name } = await makeCourse(test.db)
    await failUntilAttempt(99)
    expect(await rename(course_id, 'ชื่อใหม่')).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    })
    expect(await readStored(course_id)).toEqual({ name, version: 1 })
    expect(await countAuditRows(course_id)).toBe(0)
  })
})

describe('a call with an unforeseen error', () => {
  it('answers without details, except the request id that is in the log', async () => {
    await sql`alter table course rename to gone`.execute(test.db)
    const answer = await sendWire(test, course.gettable, {}, await bearerOf(test, 'admin'))
    await sql`alter table gone rename to course`.execute(test.db)
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        status: 'error',
        code: 'INTERNAL',
        message: 'ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ])
  })

  it('rolls back its writes, audit rows included', async () => {
    const { course_id, name } = await makeCourse(test.db)
    // The audit row is the last thing written before the commit.
    await sql`alter table audit_log add constraint refuse_courses check (entity <> 'course') not valid`.execute(
      test.db,
    )
    expect((await rename(course_id, 'ชื่อใหม่')).status).toBe(500)
    await sql`alter table audit_log drop constraint refuse_courses`.execute(test.db)
    expect(await readStored(course_id)).toEqual({ name, version: 1 })
    expect((await rename(course_id, 'ชื่อใหม่')).status).toBe(200)
    expect(await countAuditRows(course_id)).toBe(1)
  })
})
