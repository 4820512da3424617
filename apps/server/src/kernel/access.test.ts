import { setTimeout } from 'node:timers/promises'
import { branch } from '@khapdee/contract/entities/branch'
import { course } from '@khapdee/contract/entities/course'
import { user } from '@khapdee/contract/entities/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { runOnServer } from '../../test/server-admin.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const clerk = 'registrar.kkn'
/** Runs SQL on a separate connection, like another server or a database administrator. */
const runElsewhere = (text: string) => runOnServer<{ pid: number }>(test.url, text)
/** Long enough for a notification to arrive, too short for the listener to reconnect. */
const waitForNotification = () => setTimeout(50)

const courseListStatus = async (as = clerk) => (await test.call(course.gettable, {}, as)).status
const meStatus = async (as = clerk) => (await test.call(user.me, {}, as)).status
const roleOf = (key: string) => `(select role_id from role where key = '${key}')`
const forbid = () =>
  runElsewhere(
    `delete from role_permission where role_id = ${roleOf('registrar')} and permission = 'course.view'`,
  )
const allow = () =>
  runElsewhere(`insert into role_permission values (${roleOf('registrar')}, 'course.view')`)

/** Process ids of the connections that listen for changes of access. */
const listeners = async () =>
  (
    await runElsewhere(
      `select pid from pg_stat_activity
        where application_name = 'khapdee access' and datname = current_database()`,
    )
  ).map(({ pid }) => pid)

describe('a change on another connection takes effect at the next request', () => {
  it('when a role loses a permission and gets it back', async () => {
    expect(await courseListStatus()).toBe(200)
    await forbid()
    await waitForNotification()
    expect(await courseListStatus()).toBe(403)
    await allow()
    await waitForNotification()
    expect(await courseListStatus()).toBe(200)
  })

  it('when a role is given access to every branch', async () => {
    const branches = async () => (await test.call(branch.gettable, {}, 'manager.kkn')).data.length
    expect(await branches()).toBe(1)
    await runElsewhere(`update role set all_branches = true where key = 'manager'`)
    await waitForNotification()
    expect(await branches()).toBe(2)
    await runElsewhere(`update role set all_branches = false where key = 'manager'`)
    await waitForNotification()
    expect(await branches()).toBe(1)
  })

  it('when a user is given another branch', async () => {
    const branchCount = async () =>
      (await test.call(user.me, {}, 'cashier.kkn')).data.branches.length
    expect(await branchCount()).toBe(1)
    const id = test.school.userId('cashier.kkn')
    await runElsewhere(`insert into user_branch values (${id}, ${test.school.branch.BPI})`)
    await waitForNotification()
    expect(await branchCount()).toBe(2)
  })

  it.each(['is_active = false', 'is_delete = true'])('when a user is set %s', async (set) => {
    expect(await meStatus('examiner.kkn')).toBe(200)
    await runElsewhere(`update app_user set ${set} where username = 'examiner.kkn'`)
    await waitForNotification()
    expect(await meStatus('examiner.kkn')).toBe(401)
    await runElsewhere(
      `update app_user set is_active = true, is_delete = false where username = 'examiner.kkn'`,
    )
    await waitForNotification()
    expect(await meStatus('examiner.kkn')).toBe(200)
  })

  it.each(['revoked_at = now()', 'expires_at = now()'])('when a session has %s', async (set) => {
    const { accessToken } = (
      await test.call(user.login, { username: 'owner', password: 'khapdee-demo' })
    ).data
    const headers = { authorization: `Bearer ${accessToken}` }
    const own = () => test.call(user.me, {}, undefined, headers)
    expect((await own()).status).toBe(200)
    const id = test.school.userId('owner')
    await runElsewhere(`update session set ${set} where user_id = ${id}`)
    await waitForNotification()
    expect((await own()).status).toBe(401)
  })
})

describe('when the listening connection is lost', () => {
  it('the cache is bypassed until the listener has reconnected', async () => {
    expect(await courseListStatus()).toBe(200)
    const [pid] = await listeners()
    await runElsewhere(`select pg_terminate_backend(${pid})`)
    await forbid()
    await waitForNotification()
    expect(await listeners()).toEqual([])
    expect(await courseListStatus()).toBe(403)
    await allow()
    expect(await courseListStatus()).toBe(200)

    await expect.poll(listeners, { timeout: 5000 }).toHaveLength(1)
    expect(await courseListStatus()).toBe(200)
    await forbid()
    await waitForNotification()
    // The listener has reconnected only once, although a lost connection emits both error and end.
    expect(await listeners()).toEqual([expect.not.closeTo(Number(pid))])
    expect(await courseListStatus()).toBe(403)
    await allow()
  })
})
