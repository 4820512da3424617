/**
 * Writing calls on a server that has not yet been notified of a change of rights; `RACE_ROUNDS`
 * sets the number of rounds.
 */
import { randomUUID } from 'node:crypto'
import { course } from '@khapdee/contract/entities/course'
import { employee } from '@khapdee/contract/entities/employee'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { type DeafProxy, startDeafProxy } from './deaf-proxy.ts'
import { runOnServer } from './server-admin.ts'
import { bearer, openSession } from './session.ts'
import { buildApp } from '../src/app.ts'
import { createDb, createPool } from '../src/db/client.ts'
import { commands } from '../src/modules/index.ts'
import { type Access, createAccess } from '../src/kernel/access.ts'
import { listenForChanges } from '../src/kernel/change-listener.ts'
import { apiBase } from '../src/kernel/mount.ts'

const rounds = Number(process.env['RACE_ROUNDS'] ?? 10)
const timeout = 20_000 + rounds * 1000

let test: TestApp
let proxy: DeafProxy
beforeAll(async () => {
  test = await startApp()
  proxy = await startDeafProxy(test.url)
})
afterAll(async () => {
  await proxy.close()
  await test.close()
})
beforeEach(() => {
  proxy.isDeaf = false
})

const user = 'manager.kkn'
const runElsewhere = (text: string) => runOnServer(test.url, text)
const roleOf = (key: string) => `(select role_id from role where key = '${key}')`

interface Server {
  app: FastifyInstance
  access: Access
  close(): Promise<void>
}

/** Another server on the same database, with a separate pool. */
async function startServer(listenUrl: string, namedStatements = true): Promise<Server> {
  const db = createDb(createPool(test.url, { pipeline: namedStatements }), { namedStatements })
  const changes = await listenForChanges(db, { url: listenUrl, report: () => {} })
  const access = createAccess(db, changes)
  const app = await buildApp({ ...test.services, db, access }, { commands })
  return {
    app,
    access,
    async close() {
      await app.close()
      await changes.close()
      await db.destroy()
    },
  }
}

const countCourses = async () =>
  Number((await sql<{ n: string }>`select count(*) as n from course`.execute(test.db)).rows[0]?.n)

let serial = 0
/** Creates a course on a server. */
async function createCourse({ app }: Server, token: string, branch: 'KKN' | 'BPI' = 'KKN') {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `${apiBase}/${course.create.path}`,
    headers: { ...bearer(token), 'idempotency-key': randomUUID() },
    payload: {
      name: `หลักสูตร ${++serial}`,
      type: 'car',
      price: 100,
      branch_id: test.school.branch[branch],
    },
  })
  return statusCode
}

describe.each([
  ['that pipelines', true],
  ['behind a pooler', false],
])('a server %s that receives no notifications for a while', (_, namedStatements) => {
  let deaf: Server
  let token: string
  beforeEach(async () => {
    deaf = await startServer(proxy.url, namedStatements)
    token = (await openSession(test, user)).token
    // The rights are in the cache from here on.
    if ((await createCourse(deaf, token)) !== 200)
      throw new Error('the call should succeed before the change')
    proxy.isDeaf = true
    return () => deaf.close()
  })

  it.each([
    [
      'the user is deactivated',
      'update app_user set is_active = false where username = $user',
      401,
    ],
    ['the user is deleted', 'update app_user set is_delete = true where username = $user', 401],
    ['the session is revoked', 'update session set revoked_at = now()', 401],
    [
      'the role loses the permission',
      `delete from role_permission where role_id = ${roleOf('manager')} and permission = 'course.create'`,
      403,
    ],
    [
      'the user gets another role',
      `update app_user set role_id = ${roleOf('cashier')} where username = $user`,
      403,
    ],
  ])('refuses a writing call after %s', async (_, change, status) => {
    const before = await countCourses()
    await runElsewhere(change.replace('$user', `'${user}'`))
    expect(await createCourse(deaf, token)).toBe(status)
    expect(await countCourses()).toBe(before)
    // The next call is refused as well, because the server has then read the new rights.
    expect(await createCourse(deaf, token)).toBe(status)
    await runElsewhere(`update app_user set is_active = true, is_delete = false, role_id = ${roleOf('manager')}
      where username = '${user}'`)
    await runElsewhere(`insert into role_permission
      values (${roleOf('manager')}, 'course.create') on conflict do nothing`)
    await runElsewhere('update session set revoked_at = null')
  })

  it('executes a call once with fresh rights after a change that does not concern its user', async () => {
    const before = await countCourses()
    await runElsewhere(`update app_user set nickname = nickname || 'x' where username = 'owner'`)
    expect(await createCourse(deaf, token)).toBe(200)
    expect(await countCourses()).toBe(before + 1)
  })
})

it(
  `accepts no call on one server after a deactivation on another, in ${rounds} rounds`,
  { timeout },
  async () => {
    const other = await startServer(test.url)
    const user_id = test.school.userId('registrar.bpi')
    const statuses: number[] = []
    await runElsewhere(
      `update app_user set role_id = ${roleOf('manager')} where user_id = ${user_id}`,
    )
    try {
      for (let round = 0; round < rounds; round++) {
        const { token } = await openSession(test, 'registrar.bpi')
        const meStatus = (
          await other.app.inject({
            method: 'GET',
            url: `${apiBase}/user/me`,
            headers: bearer(token),
          })
        ).statusCode
        expect(meStatus).toBe(200)
        const { version } = await test.db
          .selectFrom('app_user')
          .select('version')
          .where('user_id', '=', user_id)
          .executeTakeFirstOrThrow()
        expect((await test.call(employee.delete, { user_id, version }, 'admin')).status).toBe(200)
        statuses.push(await createCourse(other, token, 'BPI'))
        await runElsewhere(
          `update app_user set is_delete = false, is_active = true where user_id = ${user_id}`,
        )
      }
    } finally {
      await other.close()
    }
    expect(new Set(statuses)).toEqual(new Set([401]))
  },
)

describe('the access version', () => {
  const version = async () =>
    Number(
      (await test.db.selectFrom('access_version').select('version').executeTakeFirstOrThrow())
        .version,
    )
  const cashier = roleOf('cashier')

  it.each([
    ['a user', `update app_user set is_active = false where username = 'cashier.kkn'`],
    ['a role', `update role set all_branches = all_branches`],
    ['a removed permission', `delete from role_permission where role_id = ${cashier}`],
    ['a granted permission', `insert into role_permission values (${cashier}, 'course.view')`],
    [
      'an added branch of a user',
      `insert into user_branch select user_id, min(b.branch_id)
      from app_user, branch b where username = 'cashier.kkn' group by user_id`,
    ],
    ['a removed branch of a user', `delete from user_branch`],
    [
      'a session',
      `update session set revoked_at = now()
      where session_id = (select session_id from session limit 1)`,
    ],
    ['a branch', `update branch set is_delete = is_delete`],
  ])('is raised once by a change of %s', async (_, change) => {
    const before = await version()
    await runElsewhere(change)
    expect(await version()).toBe(before + 1)
  })

  it('is not raised by a new session or a change that was rolled back', async () => {
    const before = await version()
    await openSession(test, user)
    const { pool } = test.services
    await pool.query('begin; update branch set is_delete = is_delete; rollback')
    expect(await version()).toBe(before)
  })

  it('makes no change wait for the end of another transaction', async () => {
    const [one, other] = [await test.services.pool.connect(), await test.services.pool.connect()]
    try {
      await one.query(`begin; update app_user set nickname = 'a' where username = 'owner'`)
      await other.query(`set statement_timeout = 2000`)
      const changing = other.query(`update app_user set nickname = 'b' where username = 'hr'`)
      await expect(changing).resolves.toMatchObject({ rowCount: 1 })
      await one.query('commit')
    } finally {
      await other.query('reset statement_timeout')
      one.release()
      other.release()
    }
  })
})
