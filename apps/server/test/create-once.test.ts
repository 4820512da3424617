/** Create calls that are sent twice with one idempotency key create one record. */
import { randomUUID } from 'node:crypto'
import { api } from '@khapdee/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { samples } from './matrix-samples.ts'
import { khonKaen } from './branch-fixture.ts'
import { bearerOf, sendWire } from './send-wire.ts'
import type { Wire } from './wire.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const creating = api.filter(({ path }) => /\/(create|register)$/.test(path))

/**
 * The endpoint to which four calls are also sent concurrently. `mount` stores the keys of all endpoints in the
 * same way; `idempotency.test.ts` and `money-races.test.ts` send concurrent calls that require a key.
 */
const racedEndpoint = creating.find(({ path }) => path === 'course/create')

it('finds the endpoint for concurrent calls in the contract', () => {
  expect(racedEndpoint).toBeDefined()
})

describe.each(creating.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    /** A new unique body. */
    const body = async (): Promise<Wire> => samples.get(endpoint)?.wire(khonKaen(test)) ?? {}
    const send = async (wire: Wire, headers: Record<string, string>) =>
      sendWire(test, endpoint, wire, { ...(await bearerOf(test, 'admin')), ...headers })
    const withKey = (key: string, wire: Wire) => send(wire, { 'idempotency-key': key })
    /**
     * Number of audit entries that `work` adds, which is proportional to the number of records that
     * it creates.
     */
    const addedAuditEntries = async (work: () => Promise<unknown>) => {
      const call = `${endpoint.method} ${endpoint.path}`
      const trail = () =>
        test.db.selectFrom('audit_log').select('audit_id').where('call', '=', call).execute()
      const count = async () => (await trail()).length
      const before = await count()
      await work()
      return (await count()) - before
    }

    it('creates one record and returns the same answer when sent again with the same key', async () => {
      const sentBody = await body()
      const key = randomUUID()
      const entriesOfOneCall = await addedAuditEntries(async () =>
        withKey(randomUUID(), await body()),
      )
      expect(entriesOfOneCall).toBeGreaterThan(0)
      const entriesOfRepeatedCalls = await addedAuditEntries(async () => {
        const answers =
          endpoint === racedEndpoint
            ? await Promise.all([1, 2, 3, 4].map(() => withKey(key, sentBody)))
            : [await withKey(key, sentBody)]
        answers.push(await withKey(key, sentBody))
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
        // Only the first answer contains the first password.
        const comparable = answers.map((answer) => ({
          ...answer.body.data,
          first_password: undefined,
        }))
        expect(comparable).toEqual(comparable.map(() => comparable[0]))
      })
      expect(entriesOfRepeatedCalls).toBe(entriesOfOneCall)
    })

    it('refuses a key that was used with another body', async () => {
      const key = randomUUID()
      const [one, other] = [await body(), await body()]
      expect((await withKey(key, one)).status).toBe(200)
      const added = await addedAuditEntries(async () => {
        const answer = await withKey(key, other)
        expect(answer).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_MISMATCH' } })
      })
      expect(added).toBe(0)
    })

    it('refuses an invalid key', async () => {
      const answer = await withKey('1', await body())
      expect(answer).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY' } })
    })

    it('requires a key only for calls that move money', async () => {
      const wire = await body()
      const { status } = await test.raw('POST', endpoint.path, wire, await bearerOf(test, 'admin'))
      expect(status).toBe(endpoint.idempotent === 'required' ? 400 : 200)
    })
  },
)
