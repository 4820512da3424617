import { user } from '@khapdee/contract/entities/user'
import { course } from '@khapdee/contract/entities/course'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { hashPassword } from './passwords.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const password = 'khapdee-demo'
const signIn = (username: string, given = password) =>
  test.raw('POST', 'user/login', { username, password: given })

const refresh = (refreshToken: string, agent = 'browser') =>
  test.raw('POST', 'user/refresh', { refreshToken }, { 'user-agent': agent })

const meWith = (accessToken: string) =>
  test.raw('GET', 'user/me', undefined, { authorization: `Bearer ${accessToken}` })

describe('user/login', () => {
  beforeEach(() => test.db.deleteFrom('login_miss').execute())

  it('returns tokens, profile, branches and abilities', async () => {
    const { status, body } = await signIn('registrar.kkn')
    expect(status).toBe(200)
    const { userData } = body.data
    expect(userData).toMatchObject({ username: 'registrar.kkn', must_change_password: false })
    expect(userData.role.name).toBe('เจ้าหน้าที่ทะเบียน')
    expect(userData.ability).toContainEqual({ action: 'create', subject: 'application' })
    expect(userData.ability).not.toContainEqual({ action: 'delete', subject: 'course' })
    expect(userData.branches).toHaveLength(1)
  })

  it('accepts the user name in any case and with surrounding spaces', async () => {
    expect((await signIn(' Registrar.KKN ')).status).toBe(200)
  })

  it('gives the same answer for an unknown user and a wrong password', async () => {
    const wrong = await signIn('registrar.kkn', 'not-the-password')
    const unknown = await signIn('nobody.at.all', 'not-the-password')
    expect(wrong.status).toBe(400)
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  it('does the same work for an unknown user and a wrong password', async () => {
    // Processor time of all threads, which does not increase when other processes slow down the
    // test.
    const measure = async (name: string) => {
      const before = process.cpuUsage()
      await signIn(name, 'not-the-password')
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    // The users of the test school have a hash that takes less time to compute.
    await test.db
      .updateTable('app_user')
      .set({ password_hash: await hashPassword(password) })
      .where('username', '=', 'hr')
      .execute()
    await measure('warm.up')
    let [known, unknown] = [Infinity, Infinity]
    for (let n = 0; n < 7; n++) {
      known = Math.min(known, await measure('hr'))
      unknown = Math.min(unknown, await measure('nobody'))
    }
    expect(unknown / known).toBeGreaterThan(0.4)
    expect(unknown / known).toBeLessThan(2.5)
  })

  it('locks an account after ten failures and returns the remaining minutes', async () => {
    for (let miss = 0; miss < 10; miss++) await signIn('cashier.kkn', 'wrong')
    const locked = await signIn('cashier.kkn')
    expect(locked.status).toBe(429)
    expect(locked.body).toMatchObject({ code: 'LOGIN_LOCKED' })
    expect(locked.body.message).toBe('เข้าสู่ระบบผิดเกินกำหนด กรุณาลองใหม่ใน 15 นาที')
    expect((await signIn('registrar.kkn')).status).toBe(200)
  })

  it('counts ten concurrent failures as ten', async () => {
    await Promise.all(Array.from({ length: 14 }, () => signIn('cashier.kkn', 'wrong')))
    const { count } = await test.db
      .selectFrom('login_miss')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(10)
  })

  it('resets the count of failures after a success', async () => {
    for (let miss = 0; miss < 9; miss++) await signIn('cashier.kkn', 'wrong')
    expect((await signIn('cashier.kkn')).status).toBe(200)
    for (let miss = 0; miss < 9; miss++) await signIn('cashier.kkn', 'wrong')
    expect((await signIn('cashier.kkn')).status).toBe(200)
  })

  it('refuses a deactivated user', async () => {
    await test.db
      .updateTable('app_user')
      .set({ is_active: false })
      .where('username', '=', 'examiner.kkn')
      .execute()
    expect((await signIn('examiner.kkn')).body).toMatchObject({ code: 'LOGIN' })
  })
})

describe('user/refresh', () => {
  it('exchanges a refresh token for a new pair, under both paths', async () => {
    const first = (await signIn('registrar.kkn')).body.data
    const second = await refresh(first.refreshToken)
    expect(second.status).toBe(200)
    expect(second.body.data.refreshToken).not.toBe(first.refreshToken)
    const third = await test.raw('POST', 'jwt/refresh-token', {
      refreshToken: second.body.data.refreshToken,
    })
    expect((await meWith(third.body.data.accessToken)).status).toBe(200)
  })

  it('gives the same pair again to a client whose answer was lost', async () => {
    const { refreshToken } = (await signIn('registrar.kkn')).body.data
    const lost = (await refresh(refreshToken)).body.data
    expect((await refresh(refreshToken)).body.data).toEqual(lost)
    expect((await refresh(refreshToken)).body.data).toEqual(lost)
    expect((await meWith(lost.accessToken)).status).toBe(200)
    expect((await refresh(lost.refreshToken)).status).toBe(200)
  })

  it('gives two tabs that send one token concurrently the same pair', async () => {
    const { refreshToken } = (await signIn('registrar.kkn')).body.data
    const both = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
    expect(both.map((answer) => answer.status)).toEqual([200, 200])
    expect(both[0].body.data).toEqual(both[1].body.data)
  })

  it.each<[string, (pair: { refreshToken: string }) => Promise<unknown>, string?]>([
    ['after its successor was used', (pair) => refresh(pair.refreshToken)],
    [
      'more than 30 seconds later',
      () =>
        sql`update refresh_token set used_at = used_at - interval '31 seconds'
          where used_at is not null`.execute(test.db),
    ],
    ['by another browser', async () => {}, 'another browser'],
  ])(
    'ends the session and audits it when a used token is sent again %s',
    async (_, beforeRepeat, agent) => {
      const first = (await signIn('registrar.kkn')).body.data
      const second = (await refresh(first.refreshToken)).body.data
      await beforeRepeat(second)
      expect((await refresh(first.refreshToken, agent)).status).toBe(401)
      expect((await refresh(second.refreshToken)).status).toBe(401)
      expect((await meWith(second.accessToken)).status).toBe(401)
      const audit = await test.db
        .selectFrom('audit_log')
        .select('after')
        .where('call', '=', 'POST user/refresh')
        .orderBy('audit_id', 'desc')
        .executeTakeFirstOrThrow()
      expect(audit.after).toEqual({ revoked: 'refresh token used twice' })
    },
  )

  it('refuses a repeated token after its session was ended', async () => {
    const first = (await signIn('registrar.kkn')).body.data
    const { accessToken } = (await refresh(first.refreshToken)).body.data
    await test.raw('POST', 'user/logout', {}, { authorization: `Bearer ${accessToken}` })
    expect((await refresh(first.refreshToken)).status).toBe(401)
  })

  it.each(['', 'x', 'ก'.repeat(40)])('refuses %j with 401', async (token) => {
    expect((await refresh(token)).status).toBe(401)
  })

  it('refuses a valid token after its session has ended', async () => {
    const { refreshToken } = (await signIn('registrar.kkn')).body.data
    await test.db.updateTable('session').set({ expires_at: '2020-01-01' }).execute()
    expect((await refresh(refreshToken)).status).toBe(401)
  })
})

describe('user/logout', () => {
  it('ends only the session of the caller', async () => {
    const ended = (await signIn('registrar.kkn')).body.data
    const other = (await signIn('registrar.kkn')).body.data
    const headers = { authorization: `Bearer ${ended.accessToken}` }
    expect((await test.raw('POST', 'user/logout', {}, headers)).status).toBe(200)
    expect((await meWith(ended.accessToken)).status).toBe(401)
    expect((await refresh(ended.refreshToken)).status).toBe(401)
    expect((await meWith(other.accessToken)).status).toBe(200)
  })
})

describe('user/password', () => {
  const change = (accessToken: string, old_password: string, new_password: string) =>
    test.raw(
      'PUT',
      'user/password',
      { old_password, new_password },
      {
        authorization: `Bearer ${accessToken}`,
      },
    )

  it('locks the account after ten wrong old passwords', async () => {
    const unlock = () => test.db.deleteFrom('login_miss').execute()
    await unlock()
    const { accessToken } = (await signIn('hr')).body.data
    for (let i = 0; i < 10; i++) {
      expect((await change(accessToken, `wrong ${i}`, 'long-enough-1')).status).toBe(400)
    }
    const locked = await change(accessToken, password, 'long-enough-1')
    expect([locked.status, locked.body.code]).toEqual([429, 'LOGIN_LOCKED'])
    expect((await signIn('hr')).status).toBe(429)
    await unlock()
    expect((await signIn('hr')).status).toBe(200)
  })

  it.each([
    ['a wrong old password', 'wrong', 'long-enough-1', 'old_password'],
    ['a short password', password, 'short', 'new_password'],
    ['a well-known password', password, 'password123', 'new_password'],
    ['the current password', password, password, 'new_password'],
    ['a password with the user name in it', password, 'my-instructor.kkn', 'new_password'],
    ['a repeated letter', password, 'aaaaaaaaaaaa', 'new_password'],
  ])('refuses %s', async (_, oldPassword, newPassword, path) => {
    const { accessToken } = (await signIn('instructor.kkn')).body.data
    const answer = await change(accessToken, oldPassword, newPassword)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].path).toBe(path)
    expect((await signIn('instructor.kkn')).status).toBe(200)
  })

  it('changes the password and ends the other sessions of the user', async () => {
    const current = (await signIn('accountant')).body.data
    const other = (await signIn('accountant')).body.data
    expect((await change(current.accessToken, password, 'ม้าแก่กินหญ้าอ่อน')).status).toBe(200)
    expect((await meWith(current.accessToken)).status).toBe(200)
    expect((await meWith(other.accessToken)).status).toBe(401)
    expect((await signIn('accountant')).status).toBe(400)
    expect((await signIn('accountant', 'ม้าแก่กินหญ้าอ่อน')).status).toBe(200)
    const trail = JSON.stringify(await test.db.selectFrom('audit_log').selectAll().execute())
    expect(trail).not.toMatch(/argon2|ม้าแก่/)
  })
})

describe('a change of a role', () => {
  it('applies to the next requests of its users', async () => {
    const before = await test.call(course.gettable, {}, 'registrar.kkn')
    expect(before.status).toBe(200)
    await test.db.deleteFrom('role_permission').where('permission', '=', 'course.view').execute()
    await expect
      .poll(async () => (await test.call(course.gettable, {}, 'registrar.kkn')).status)
      .toBe(403)
  })
})

describe('user/me', () => {
  it('answers 401 without a token, with a forged one and with a malformed one', async () => {
    const { accessToken } = (await signIn('registrar.kkn')).body.data
    const [header, claims] = accessToken.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    for (const token of ['', 'x.y.z', `${header}.${claims}.AAAA`, `${none}.${claims}.`]) {
      expect((await meWith(token)).status).toBe(401)
    }
    expect((await test.raw('GET', user.me.path)).status).toBe(401)
  })
})
