/** Nothing is made twice by a second press, or by a call sent again after its answer was lost. */
import { randomUUID } from 'node:crypto'
import { api } from '@khapdee/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { samples } from './matrix-samples.ts'
import { khonKaen } from './matrix-side.ts'
import { bearerOf, sendWire } from './send-wire.ts'
import type { Wire } from './wire.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const creating = api.filter(({ path }) => /\/(create|register)$/.test(path))

/**
 * The endpoint that is also sent four times concurrently. `mount` stores keys for all endpoints alike;
 * `idempotency.test.ts` and `money-races.test.ts` race the ones that require a key.
 */
const sentAtOnce = creating.find(({ path }) => path === 'course/create')

it('races an endpoint that exists', () => {
  expect(sentAtOnce).toBeDefined()
})

describe.each(creating.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    /** A whole body, unlike any other. */
    const body = async (): Promise<Wire> => samples.get(endpoint)?.wire(khonKaen(test)) ?? {}
    const send = async (wire: Wire, headers: Record<string, string>) =>
      sendWire(test, endpoint, wire, { ...(await bearerOf(test, 'admin')), ...headers })
    const withKey = (key: string, wire: Wire) => send(wire, { 'idempotency-key': key })
    /** How many entries of the trail `work` adds: as many as what it makes has. */
    const traces = async (work: () => Promise<unknown>) => {
      const call = `${endpoint.method} ${endpoint.path}`
      const trail = () =>
        test.db.selectFrom('audit_log').select('audit_id').where('call', '=', call).execute()
      const count = async () => (await trail()).length
      const before = await count()
      await work()
      return (await count()) - before
    }

    it('makes one record when it is sent again with the same key, and answers the same', async () => {
      const one = await body()
      const key = randomUUID()
      const single = await traces(async () => withKey(randomUUID(), await body()))
      expect(single).toBeGreaterThan(0)
      const same = await traces(async () => {
        const answers =
          endpoint === sentAtOnce
            ? await Promise.all([1, 2, 3, 4].map(() => withKey(key, one)))
            : [await withKey(key, one)]
        answers.push(await withKey(key, one))
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
        // A first password is in the first answer only.
        const known = answers.map((answer) => ({ ...answer.body.data, first_password: undefined }))
        expect(known).toEqual(known.map(() => known[0]))
      })
      expect(same).toBe(single)
    })

    it('is refused with the key of another body', async () => {
      const key = randomUUID()
      const [one, other] = [await body(), await body()]
      expect((await withKey(key, one)).status).toBe(200)
      const more = await traces(async () => {
        const answer = await withKey(key, other)
        expect(answer).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_MISMATCH' } })
      })
      expect(more).toBe(0)
    })

    it('is refused with a key that is none', async () => {
      const answer = await withKey('1', await body())
      expect(answer).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY' } })
    })

    it('asks for a key only where it moves money', async () => {
      const wire = await body()
      const { status } = await test.raw('POST', endpoint.path, wire, await bearerOf(test, 'admin'))
      expect(status).toBe(endpoint.idempotent === 'required' ? 400 : 200)
    })
  },
)
