import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { createReplica } from './replica.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

it.each([
  ['is no standby', () => test.url, /is no standby/],
  ['does not answer', () => 'postgres://u:p@127.0.0.1:1/none', /ECONNREFUSED/],
])('a server that %s is reported, and the primary used', async (_, url, reason) => {
  const problems: (string | null)[] = []
  const replica = createReplica(test.db, url(), {
    answerTimeoutMs: 5_000,
    report: (problem) => problems.push(problem),
  })
  try {
    expect(await replica.forReading()).toBe(test.db)
    expect(problems).toEqual([expect.stringMatching(reason)])
  } finally {
    await replica.close()
  }
})

it('nothing is reported without a standby', async () => {
  const replica = createReplica(test.db, undefined, {
    answerTimeoutMs: 1,
    report: (problem) => expect.fail(String(problem)),
  })
  expect(await replica.forReading()).toBe(test.db)
  await replica.close()
})
