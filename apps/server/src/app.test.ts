import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildHeader } from '@khapdee/contract/build'
import { course } from '@khapdee/contract/entities/course'
import { api } from '@khapdee/contract/api'
import { titleOf } from '@khapdee/contract/field-meta'
import { user } from '@khapdee/contract/entities/user'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, startApp } from '../test/app.ts'
import { bearerOf } from '../test/send-wire.ts'
import { bearer, openSession } from '../test/session.ts'
import { buildApp } from './app.ts'
import { createDb, createPool } from './db/client.ts'
import { apiBase } from './kernel/mount.ts'
import { commands } from './modules/index.ts'

let test: TestApp
let admin: { authorization: string }

beforeAll(async () => {
  test = await startApp()
  admin = await bearerOf(test, 'admin')
})
afterAll(() => test.close())

const json = { 'content-type': 'application/json' }
const errorOf = (code: string) => ({
  status: 'error',
  code,
  message: expect.stringMatching(/[ก-๙]/),
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
})

describe('every answer', () => {
  const directives = (policy: unknown) =>
    Object.fromEntries(
      String(policy)
        .split(';')
        .map((directive) => directive.trim().split(' '))
        .map(([name, ...sources]) => [name, sources]),
    )

  it.each([
    '/healthz',
    `${apiBase}/user/me`,
    `${apiBase}/docs`,
    '/files/nothing',
    '/anything',
    '/%zz',
  ])('to %s forbids scripts of other origins, frames, sniffing and referrers', async (path) => {
    const { headers } = await test.raw('GET', path)
    const policy = directives(headers['content-security-policy'])
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'frame-src': ['blob:'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    })
    expect(JSON.stringify(policy)).not.toContain("'unsafe-eval'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('forbids browsers and proxies from caching the answers to calls', async () => {
    const { headers } = await test.call(course.gettable, {}, 'admin')
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
  })
})

describe('metrics', () => {
  it('are served as text, and only with the token', async () => {
    const metricsToken = 'a token of the tests'
    const { services } = test
    const config = { ...services.config, metricsToken }
    const app = await buildApp({ ...services, config }, { commands })
    const read = (headers: Record<string, string>) =>
      app.inject({ method: 'GET', url: '/metrics', headers })
    expect((await read({})).statusCode).toBe(404)
    expect((await read({ authorization: 'Bearer another' })).statusCode).toBe(404)
    const { headers, body } = await read({ authorization: `Bearer ${metricsToken}` })
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toContain('# TYPE khapdee_files_trashed_total counter\n')
    for (const condition of ['file_store_matches', 'access_changes_heard'])
      expect(body).toContain(`\nkhapdee_${condition} 1\n`)
    await app.close()
  })

  it('report requests, connection pool, event loop and rendered documents', async () => {
    const metricsToken = 'a token of the tests'
    const config = { ...test.services.config, metricsToken }
    const app = await buildApp({ ...test.services, config }, { commands })
    await app.inject('/healthz')
    await app.inject(`${apiBase}/course/get/1`)
    const headers = { authorization: `Bearer ${metricsToken}` }
    const { body } = await app.inject({ method: 'GET', url: '/metrics', headers })
    for (const labels of [
      'method="GET",route="/healthz",status="200"',
      `method="GET",route="${apiBase}/course/get/:course_id",status="401"`,
    ])
      expect(body).toMatch(
        new RegExp(`\\nkhapdee_http_request_duration_seconds_count\\{${labels}\\} \\d+\\n`),
      )
    for (const name of ['pool_connections{state="idle"}', 'pool_waiting', 'pdf_queue', 'servers'])
      expect(body).toContain(`\nkhapdee_${name} `)
    expect(body).toMatch(/\nkhapdee_event_loop_delay_seconds\{quantile="0\.99"\} /)
    await app.close()
  })

  it('count failed sign-ins', async () => {
    const count = () =>
      Number(/failed_sign_ins_total (\d+)/.exec(test.services.health.metrics())?.[1])
    const before = count()
    await test.raw('POST', 'user/login', { username: 'nobody', password: 'wrong' })
    expect(count()).toBe(before + 1)
  })

  it('are not served without a configured token', async () => {
    expect((await test.raw('GET', '/metrics')).status).toBe(404)
  })
})

describe('health', () => {
  it('reports that the process runs and that the database answers', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    )
    expect((await test.raw('GET', '/healthz')).body).toEqual({ status: 'ok', version })
    expect((await test.raw('GET', '/readyz')).body).toEqual({ status: 'ok' })
  })

  it('lists failed conditions as warnings, and still reports that the server is ready', async () => {
    test.services.health.report('file_store_matches', 'a problem')
    const { status, body } = await test.raw('GET', '/readyz')
    test.services.health.report('file_store_matches', null)
    expect([status, body]).toEqual([200, { status: 'ok', warnings: ['file_store_matches'] }])
  })

  it('answers /readyz and calls, but not /healthz, with 503 while the database is unavailable', async () => {
    const pool = createPool('postgres://nobody@127.0.0.1:1/nothing')
    const db = createDb(pool, { namedStatements: true })
    const app = await buildApp({ ...test.services, db }, { commands })
    const get = (url: string) => app.inject({ url, headers: admin })
    expect((await get('/healthz')).statusCode).toBe(200)
    for (const path of ['/readyz', `${apiBase}/course/gettable`]) {
      const answer = await get(path)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '3'])
      expect(answer.json()).toEqual(errorOf('UNAVAILABLE'))
    }
    await app.close()
    await db.destroy()
  })
})

it('answers /readyz with 503 within two seconds when the database does not answer', async () => {
  const hangs = createServer(() => {}).listen(0, '127.0.0.1')
  await once(hangs, 'listening')
  const { port } = hangs.address() as AddressInfo
  const pool = createPool(`postgres://nobody@127.0.0.1:${port}/nothing`)
  const db = createDb(pool, { namedStatements: true })
  const app = await buildApp({ ...test.services, db }, { commands })
  const start = Date.now()
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503)
  expect(Date.now() - start).toBeLessThan(2_800)
  await app.close()
  await db.destroy()
  hangs.close()
})

describe('the web app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'khapdee-web-'))
  const page = '<!doctype html><meta name="khapdee-build" content="abc123">'
  let app: FastifyInstance

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), page)
    writeFileSync(join(folder, 'assets/index-1.js'), '')
    app = await buildApp(test.services, { commands, webRoot: folder })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  it.each(['/readyz', '/courses/1', '/assets/index-1.js', `${apiBase}/user/me`, '/files/nothing'])(
    'sends the id of its build with the answer to %s',
    async (url) => {
      expect((await app.inject(url)).headers).toMatchObject({ [buildHeader]: 'abc123' })
    },
  )

  it('does not serve its page at the paths for operators, with or without a configured token', async () => {
    const config = { ...test.services.config, metricsToken: 'a token of the tests' }
    const guarded = await buildApp({ ...test.services, config }, { commands, webRoot: folder })
    for (const served of [app, guarded]) {
      for (const url of ['/metrics', '/metrics?x=1', '/metrics/', '/healthz/', '/readyz/?x=1']) {
        expect((await served.inject(url)).statusCode).toBe(404)
      }
    }
    await guarded.close()
  })

  it('serves one page for all screens, which browsers must revalidate', async () => {
    const answer = await app.inject('/courses/1')
    expect([answer.statusCode, answer.body]).toEqual([200, page])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache' })
  })

  it('serves assets as immutable, and answers a missing asset with an uncached 404', async () => {
    const existing = await app.inject('/assets/index-1.js')
    expect(existing.headers['cache-control']).toContain('immutable')
    const missing = await app.inject('/assets/index-0.js')
    expect([missing.statusCode, missing.json()]).toEqual([404, errorOf('NOT_FOUND')])
    expect(missing.headers).toMatchObject({ 'cache-control': 'no-store' })
  })
})

describe('the OpenAPI document', () => {
  it.each(['openapi.json', 'docs'])('at %s needs a session', async (path) => {
    expect((await test.raw('GET', path)).status).toBe(401)
  })

  it('is open to everybody with API_DOCS=public', async () => {
    const open = await startApp({ config: { apiDocs: 'public' } })
    expect((await open.raw('GET', 'docs')).status).toBe(200)
    await open.close()
  })

  it('lists every endpoint with input and output', async () => {
    const { body } = await test.raw('GET', 'openapi.json', undefined, admin)
    expect(body.openapi).toMatch(/^3\.0\./)
    const listed = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const known = api.map(({ method, path }) => `${method} /${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(listed.toSorted()).toEqual(known.toSorted())
  })

  it('gives every field its Thai label as title and its unit as description', async () => {
    const { body } = await test.raw('GET', 'openapi.json', undefined, admin)
    const { properties } =
      body.paths['/course/create'].post.requestBody.content['application/json'].schema
    const titles = Object.keys(course.fields.shape).map((name) => properties[name].title)
    expect(titles).toEqual(
      Object.keys(course.fields.shape).map((name) => titleOf(course.fields.shape, name as 'name')),
    )
    expect(properties).toMatchObject({
      name: { title: 'ชื่อหลักสูตร' },
      price: { title: 'ราคา', description: 'Unit: บาท' },
      branch_id: { title: 'สาขา', nullable: true },
      min_age: { title: 'อายุขั้นต่ำ', description: 'Unit: ปี' },
    })
    const { parameters } = body.paths['/course/gettable'].get
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'text',
        schema: expect.objectContaining({ title: 'คำค้นหา' }),
      }),
    )
  })

  it('has a parameter for every name in a path, and resolves every reference', async () => {
    const { body } = await test.raw('GET', 'openapi.json', undefined, admin)
    for (const [path, operations] of Object.entries<Record<string, { parameters: object[] }>>(
      body.paths,
    )) {
      for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
        const parameter = { name, in: 'path', required: true, schema: expect.anything() }
        expect(operations['get']?.parameters).toContainEqual(parameter)
      }
    }
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(0)
    for (const [, pointer = ''] of references) {
      const target = pointer.split('/').reduce((at, key) => at?.[key], body)
      expect([pointer, typeof target]).toEqual([pointer, 'object'])
    }
  })

  it('has an HTML page without scripts, which lists every endpoint', async () => {
    const page = await test.raw('GET', 'docs', undefined, admin)
    expect(page.headers['content-type']).toMatch('text/html')
    const html = page.bytes.toString()
    expect(html).not.toMatch(/<script|javascript:|\son\w+=/i)
    for (const { path } of api) expect(html).toContain(`<code>${apiBase}/${path}</code>`)
  })
})

describe('an invalid request', () => {
  it.each<[string, number, string, InjectOptions]>([
    ['an unknown path', 404, 'NOT_FOUND', { url: `${apiBase}/course/nothing` }],
    ['an unknown method', 404, 'NOT_FOUND', { method: 'PATCH', url: `${apiBase}/course/update` }],
    ['an unknown file', 404, 'NOT_FOUND', { url: '/files/..%2f..%2fetc%2fpasswd' }],
    ['a forged link', 404, 'NOT_FOUND', { url: '/files/documents/x.y.z/a.pdf' }],
    [
      'a path with invalid percent-encoding',
      400,
      'BAD_REQUEST',
      { url: `${apiBase}/course/get/%ff%zz` },
    ],
    [
      'an overlong path parameter',
      414,
      'TOO_LARGE',
      { url: `${apiBase}/course/get/${'9'.repeat(5000)}` },
    ],
    ['broken JSON', 400, 'BAD_REQUEST', { payload: '{"username":', headers: json }],
    ['an empty body declared as JSON', 400, 'BAD_REQUEST', { payload: '', headers: json }],
    ['a __proto__ key', 400, 'BAD_REQUEST', { payload: '{"__proto__":{"x":1}}', headers: json }],
    [
      'a constructor key',
      400,
      'BAD_REQUEST',
      { payload: '{"constructor":{"prototype":{}}}', headers: json },
    ],
    [
      'a nested __proto__ key',
      400,
      'BAD_REQUEST',
      { payload: '{"a":{"__proto__":{}}}', headers: json },
    ],
    ['a JSON array', 400, 'VALIDATION', { payload: '[1]', headers: json }],
    ['a JSON string', 400, 'VALIDATION', { payload: '"x"', headers: json }],
    [
      'deeply nested arrays',
      400,
      'VALIDATION',
      { payload: '['.repeat(2e5) + ']'.repeat(2e5), headers: json },
    ],
    [
      'a body of more than a megabyte',
      413,
      'TOO_LARGE',
      { payload: `"${'x'.repeat(1024 * 1024)}"`, headers: json },
    ],
    [
      'a form body',
      415,
      'MEDIA_TYPE',
      { payload: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'a plain-text body',
      415,
      'MEDIA_TYPE',
      { payload: '{}', headers: { 'content-type': 'text/plain' } },
    ],
    [
      'an unknown content type',
      415,
      'MEDIA_TYPE',
      { payload: '<a/>', headers: { 'content-type': 'application/xml' } },
    ],
  ])('is refused: %s, with %i %s', async (_, status, code, request) => {
    const url = `${apiBase}/user/login`
    const method = request.payload === undefined ? 'GET' : 'POST'
    const answer = await test.app.inject({
      method,
      url,
      ...request,
      headers: { ...admin, ...request.headers },
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject(errorOf(code))
    expect(answer.body).not.toMatch(/\.ts|node_modules|passwd|select |FST_|Unexpected/)
  })

  it('is refused for an overlong query, over a real connection', async () => {
    const origin = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const get = (length: number) =>
      fetch(`${origin}${apiBase}/course/gettable?text=${'x'.repeat(length)}`, { headers: admin })
    expect((await get(5000)).status).toBe(400)
    expect((await get(100_000)).status).toBe(431)
    expect((await get(5)).status).toBe(200)
  })
})

describe('a connection', () => {
  let origin: URL
  beforeAll(async () => {
    const server = await startApp()
    origin = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
    return () => server.close()
  })

  /** Sends bytes, and returns all that the server sends before it closes the connection. */
  async function answerTo(bytes: string): Promise<string> {
    const socket = connect(Number(origin.port), origin.hostname)
    socket.end(bytes)
    let answer = ''
    for await (const part of socket) answer += String(part)
    return answer
  }

  it.each([
    ['with bytes that are not HTTP', 400, 'nonsense\r\n\r\n'],
    ['with an overlong header', 431, `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])(
    '%s is answered with %i, a Thai message and the security headers',
    async (_, status, bytes) => {
      const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
      expect(head).toMatch(`HTTP/1.1 ${status} `)
      expect(head).toContain('x-content-type-options: nosniff')
      expect(head).toContain('content-security-policy: ')
      expect(JSON.parse(body)).toMatchObject(errorOf('BAD_REQUEST'))
    },
  )
})

it('a stopping server answers a request that arrives on an open connection', async () => {
  const { app, close } = await startApp()
  try {
    const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), hostname)
    // The second request is incomplete when the server begins to stop.
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n')
    await once(socket, 'data')
    const stopping = app.close()
    socket.end('\r\n')
    let answer = ''
    for await (const part of socket) answer += String(part)
    expect(answer).toMatch('HTTP/1.1 200 ')
    await stopping
  } finally {
    await close()
  }
})

describe('a request whose body never ends', () => {
  let origin: URL
  let folder: string
  beforeAll(async () => {
    const { services } = test
    folder = services.config.dataDir
    const app = await buildApp(services, { commands, requestSeconds: { body: 0.3, upload: 0.8 } })
    origin = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    return async () => {
      await app.close()
    }
  })

  /** Sends a header and then one byte every 50 ms, until the server closes the connection. */
  async function trickle(path: string, type: string, start: string, as = admin) {
    const socket = connect(Number(origin.port), origin.hostname)
    const headers = [`host: ${origin.host}`, `content-type: ${type}`, 'content-length: 100000']
    const lines = [`POST ${apiBase}/${path} HTTP/1.1`, ...headers]
    const all = [...lines, `authorization: ${as.authorization}`, '', start]
    socket.write(all.join('\r\n'))
    const sentAt = performance.now()
    const timer = setInterval(() => socket.write('x'), 50)
    let answer = ''
    // The server may reset the connection, because bytes arrive after its answer.
    socket.on('error', () => {})
    socket.on('data', (part) => (answer += String(part)))
    await new Promise((resolve) => void socket.once('close', resolve))
    clearInterval(timer)
    return { answer, seconds: (performance.now() - sentAt) / 1000 }
  }

  it('is answered with 408 and a Thai message, and the connection is closed', async () => {
    const { answer, seconds } = await trickle('user/login', 'application/json', '{"username":"')
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch('HTTP/1.1 408 ')
    expect(JSON.parse(body)).toMatchObject(errorOf('TIMEOUT'))
    expect(seconds).toBeLessThan(5)
  })

  it('is given the longer time limit if it is an upload, and leaves no file', async () => {
    const start = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const type = 'multipart/form-data; boundary=x'
    const { answer, seconds } = await trickle('file/upload', type, start)
    expect(answer).toMatch('HTTP/1.1 408 ')
    expect(seconds).toBeGreaterThan(0.7)
    expect(seconds).toBeLessThan(5)
    await vi.waitFor(() => expect(readdirSync(join(folder, 'incoming'))).toEqual([]))
  })
})

describe('too many requests', () => {
  const startLimited = async (rateLimit: { all: number; login: number }) => {
    const limited = await startApp({ config: { rateLimit } })
    const signIn = (headers = {}) =>
      limited.raw('POST', 'user/login', { username: 'nobody', password: 'x' }, headers)
    return { limited, signIn }
  }

  it('are refused at sign-in, even with different authorization headers', async () => {
    const { limited, signIn } = await startLimited({ all: 1000, login: 3 })
    const { token } = await openSession(limited, 'owner')
    for (const credential of ['forged', 'forged again', token]) {
      expect((await signIn(bearer(credential))).status).toBe(400)
    }
    const answer = await signIn(bearer('one more'))
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    expect(answer.body).toEqual(errorOf('TOO_MANY'))
    expect((await limited.raw('GET', 'user/me')).status).toBe(401)
    await limited.close()
  })

  it('are counted per session, and per IP address for callers without a session', async () => {
    const { limited } = await startLimited({ all: 5, login: 1000 })
    const me = (headers: object) => limited.raw('GET', user.me.path, undefined, { ...headers })
    const [one, other] = [await bearerOf(limited, 'admin'), await bearerOf(limited, 'owner')]
    for (let i = 0; i < 5; i++) expect((await me(one)).status).toBe(200)
    expect((await me(one)).status).toBe(429)
    expect((await me(other)).status).toBe(200)
    for (let i = 0; i < 5; i++) {
      expect((await me(bearer(`forged.${i}.x`))).status).toBe(401)
    }
    expect((await me(bearer('forged.6.x'))).status).toBe(429)
    expect((await limited.raw('GET', '/healthz')).status).toBe(200)
    await limited.close()
  })
})
