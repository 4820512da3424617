/** Starts a server on its own database, which tests call through HTTP requests. */
import { randomUUID } from 'node:crypto'
import {
  type Endpoint,
  type InputOf,
  type OutputOf,
  inQuery,
  pathFields,
} from '@khapdee/contract/endpoint'
import { user } from '@khapdee/contract/entities/user'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { buildApp } from '../src/app.ts'
import { checkInvariants } from '../src/db/invariants.ts'
import { verifyAudit } from '../src/kernel/audit-chain.ts'
import { apiBase } from '../src/kernel/mount.ts'
import { commands } from '../src/modules/index.ts'
import { demoPassword } from '../src/modules/user/passwords.ts'
import { seedRoles } from '../src/seed/roles.ts'
import { formHeaders, formOf } from './make/file.ts'
import { type TestSchool, makeSchool } from './make/school.ts'
import { type ServiceOptions, type TestClock, openTestServices } from './services.ts'

/** Untyped JSON, so that tests can read any field. */
type Json = ReturnType<typeof JSON.parse>

type Headers = Readonly<Record<string, string>>

interface RawAnswer {
  status: number
  /** The decoded JSON body; null for other content. */
  body: Json
  headers: LightMyRequestResponse['headers']
  /** The bytes of the body. */
  bytes: Buffer
}

/** Reading `answer` or `data` of a failed call throws an Error with its status and body. */
interface CallAnswer<E extends Endpoint> extends RawAnswer {
  readonly answer: OutputOf<E>
  readonly data: OutputOf<E>['data']
}

function toRawAnswer(response: LightMyRequestResponse): RawAnswer {
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    body: isJson ? response.json() : null,
    headers: response.headers,
    bytes: response.rawPayload,
  }
}

const successBody = z.object({ status: z.literal('success'), message: z.string() })

/** Decodes a successful answer; throws when it does not match the contract. */
function decodeAnswer<E extends Endpoint>(endpoint: E, body: Json): OutputOf<E> {
  successBody.parse(body)
  const decoded = z.safeDecode(endpoint.output, body)
  if (decoded.success) return decoded.data as OutputOf<E>
  throw new Error(
    `the answer of ${endpoint.path} does not match its contract:\n${z.prettifyError(decoded.error)}`,
  )
}

function toCallAnswer<E extends Endpoint>(endpoint: E, raw: RawAnswer): CallAnswer<E> {
  const decoded = raw.status === 200 ? decodeAnswer(endpoint, raw.body) : null
  const answer = () => {
    if (decoded !== null) return decoded
    throw new Error(`${endpoint.path} answered ${raw.status}: ${JSON.stringify(raw.body)}`)
  }
  return {
    ...raw,
    get answer() {
      return answer()
    },
    get data() {
      // Every output has `data`, which the compiler cannot derive from E.
      return answer().data as OutputOf<E>['data']
    },
  }
}

/**
 * Encodes an input to the wire format. Absent fields are not added, so that the server's defaults apply.
 */
function encodeInput(endpoint: Endpoint, input: object): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = endpoint.input.shape
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => {
      const schema = shape[name]
      if (schema === undefined) throw new Error(`${endpoint.path} takes no ${name}; send it raw`)
      return [name, z.encode(schema, value)]
    }),
  )
}

/** The input of a call, with the bytes of its file for endpoints that take one. */
type TestInput<E extends Endpoint> = {
  // The type of an input without fields has an index signature, which is excluded.
  [Name in keyof InputOf<E> as string extends Name ? never : Name]?: InputOf<E>[Name] | undefined
} & { file?: Uint8Array }

function toRequest<E extends Endpoint>(endpoint: E, given: TestInput<E>): InjectOptions {
  const { file, ...input } = given
  if (file && !endpoint.file) throw new Error(`${endpoint.path} takes no file; send it raw`)
  const fields = encodeInput(endpoint, input)
  const inPath = new Set(pathFields(endpoint.path))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(fields[name])),
  )
  const rest = Object.entries(fields).filter(([name]) => !inPath.has(name))
  const url = `${apiBase}/${path}`
  const { method } = endpoint
  if (!inQuery(endpoint)) return { method, url, payload: Object.fromEntries(rest) }
  const query = Object.fromEntries(rest.map(([k, v]) => [k, String(v)]))
  if (file === undefined) return { method, url, query }
  return { method, url, query, headers: formHeaders, payload: formOf({ bytes: Buffer.from(file) }) }
}

/** For how long `login` returns the same tokens: less than the 15 minutes for which they are valid. */
const tokenReuseMs = 10 * 60_000

interface Options extends ServiceOptions {
  /**
   * Whether `close` skips the check of invariants, for tests that insert inconsistent rows.
   */
  skipInvariants?: boolean
}

export interface TestApp {
  app: FastifyInstance
  services: Awaited<ReturnType<typeof openTestServices>>['services']
  db: TestApp['services']['db']
  /** Connection string of the database. */
  url: string
  clock: TestClock
  school: TestSchool
  /** Signs in; later calls return the same tokens, and new ones before these expire. */
  login(username: string): Promise<OutputOf<typeof user.login>['data']>
  /**
   * Calls an endpoint with decoded values (money in satang), as a user or signed out, with a new
   * idempotency key for endpoints that use one.
   */
  call<E extends Endpoint>(
    endpoint: E,
    input: TestInput<E>,
    as?: string,
    headers?: Headers,
  ): Promise<CallAnswer<E>>
  /** Sends a request unchanged. @param path below /api/v1, unless it begins with a slash */
  raw(
    method: NonNullable<InjectOptions['method']>,
    path: string,
    body?: InjectOptions['payload'],
    headers?: Headers,
  ): Promise<RawAnswer>
  /** Stops the server; throws when the stored money violates an invariant. */
  close(): Promise<void>
}

/** Starts the server with the school of `make/school.ts` and a stopped clock. */
export async function startApp({
  skipInvariants = false,
  ...options
}: Options = {}): Promise<TestApp> {
  const { services, clock, url, close } = await openTestServices(options)
  const { db } = services
  await seedRoles(db)
  const school = await makeSchool(db)
  const app = await buildApp(services, { commands })

  const sessions = new Map<string, { session: ReturnType<TestApp['login']>; since: number }>()
  const test: TestApp = {
    app,
    services,
    db,
    url,
    clock,
    school,
    login(username) {
      const known = sessions.get(username)
      if (known !== undefined && performance.now() - known.since < tokenReuseMs)
        return known.session
      const session = test
        .call(user.login, { username, password: demoPassword })
        .then(({ data }) => data)
      sessions.set(username, { session, since: performance.now() })
      session.catch(() => sessions.delete(username))
      return session
    },
    async call(endpoint, input, as, headers = {}) {
      const { accessToken } = as === undefined ? { accessToken: null } : await test.login(as)
      const request = toRequest(endpoint, input)
      const response = await app.inject({
        ...request,
        headers: {
          ...request.headers,
          ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
          ...(endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {}),
          ...headers,
        },
      })
      return toCallAnswer(endpoint, toRawAnswer(response))
    },
    async raw(method, path, body, headers = {}) {
      const url = path.startsWith('/') ? path : `${apiBase}/${path}`
      return toRawAnswer(
        await app.inject({
          method,
          url,
          headers,
          ...(body === undefined ? {} : { payload: body }),
        }),
      )
    },
    async close() {
      await app.close()
      const results = skipInvariants ? [] : await checkInvariants(db)
      const { faults } = await verifyAudit(db)
      await close()
      // Thrown last, so that a violation leaves no resource open.
      const violated = results.filter(({ violations }) => violations > 0)
      if (violated.length > 0)
        throw new Error(`invariants are violated: ${JSON.stringify(violated, null, 2)}`)
      if (faults.length > 0)
        throw new Error(`the audit trail was tampered with: ${JSON.stringify(faults)}`)
    },
  }
  return test
}
