import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { moneyDesk } from '../../test/make/money.ts'
import { runOnServer } from '../../test/server-admin.ts'
import { invariantCheckJob } from './invariant-check.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
  await moneyDesk(test).register({ as: 'cashier.kkn' })
})
afterAll(() => test.close())

const run = () => invariantCheckJob(test.services, test.url).run(test.db)
const stored = () =>
  test.db.selectFrom('invariant_check').select(['day', 'broken']).orderBy('day').execute()
const problems = () => test.services.health.problems()

it('the check runs once a day from 3:00 in Bangkok, also with several servers', async () => {
  test.clock.set('2026-11-20T19:59:00Z')
  await run()
  expect(await stored()).toEqual([])
  test.clock.set('2026-11-20T20:00:00Z')
  await Promise.all([run(), run()])
  await run()
  expect(await stored()).toEqual([{ day: '2026-11-21', broken: [] }])
  expect(problems()).not.toContain('invariants_hold')
})

it('reports broken invariants, and takes over the result that another server has stored', async () => {
  // A document number that was never given.
  await runOnServer(test.url, 'update document_counter set last = last + 1')
  test.clock.set('2026-11-21T20:00:00Z')
  await run()
  const broken = 'document numbers have no gap and no duplicate'
  expect((await stored()).at(-1)).toEqual({ day: '2026-11-22', broken: [broken] })
  expect(problems()).toContain('invariants_hold')
  expect(await test.services.metrics.text()).toContain('\nkhapdee_invariants_broken 1\n')
  await test.db.insertInto('invariant_check').values({ day: '2026-11-23', broken: [] }).execute()
  test.clock.set('2026-11-22T20:30:00Z')
  await run()
  expect(problems()).not.toContain('invariants_hold')
  // The end of the test checks the data itself.
  await runOnServer(test.url, 'update document_counter set last = last - 1')
})
