import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { deleteExpiredRows } from './jobs.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const storedCalls = async () =>
  (await test.db.selectFrom('idempotency_key').select('call').orderBy('call').execute()).map(
    ({ call }) => call,
  )

it('deletes idempotency keys after 48 hours and failed sign-ins after a day, not earlier', async () => {
  const user_id = test.school.userId('registrar.kkn')
  for (const [call, hours] of [
    ['47 hours', 47],
    ['49 hours', 49],
  ] as const) {
    const created_at = sql<string>`now() - make_interval(hours => ${hours})`
    await test.db
      .insertInto('idempotency_key')
      .values({ key: randomUUID(), user_id, call, body_hash: '', created_at })
      .execute()
  }
  for (const hours of [23, 25]) {
    const at = sql<string>`now() - make_interval(hours => ${hours})`
    await test.db.insertInto('login_miss').values({ username: 'x', address: '', at }).execute()
  }
  await deleteExpiredRows.run(test.db)
  expect(await storedCalls()).toEqual(['47 hours'])
  expect(await test.db.selectFrom('login_miss').selectAll().execute()).toHaveLength(1)
})

it('does nothing while another server runs the job', async () => {
  await sql`update idempotency_key set created_at = now() - interval '3 days'`.execute(test.db)
  await test.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('housekeeping', 0))`.execute(tx)
    await deleteExpiredRows.run(test.db)
    expect(await storedCalls()).toEqual(['47 hours'])
  })
  await deleteExpiredRows.run(test.db)
  expect(await storedCalls()).toEqual([])
})

it('keeps the refresh token of an active session and of one that ended 89 days ago, but not 91', async () => {
  const { refreshToken } = await test.login('cashier.kkn')
  await deleteExpiredRows.run(test.db)
  expect((await test.raw('POST', 'user/refresh', { refreshToken })).status).toBe(200)
  const storedTokens = () => test.db.selectFrom('refresh_token').selectAll().execute()
  const stored = await storedTokens()
  await sql`update session set revoked_at = now() - interval '89 days'`.execute(test.db)
  await deleteExpiredRows.run(test.db)
  expect(await storedTokens()).toEqual(stored)
  await sql`update session set revoked_at = now() - interval '91 days'`.execute(test.db)
  await deleteExpiredRows.run(test.db)
  expect(await storedTokens()).toEqual([])
})
