import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { application } from '@khapdee/contract/entities/application'
import { course } from '@khapdee/contract/entities/course'
import { customer } from '@khapdee/contract/entities/customer'
import { user } from '@khapdee/contract/entities/user'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { applicationInput } from '../../test/make/application.ts'
import { createLog } from './log.ts'

let test: TestApp
let written = ''

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _, done) {
      written += String(chunk)
      done()
    },
  })
  test = await startApp({ log: createLog('trace', stream) })
})
afterAll(() => test.close())

const lines = () =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the log', () => {
  it('contains no password, token, link, ID number, name or phone', async () => {
    const password = 'a-password-of-somebody'
    await test.raw('POST', 'user/login', { username: 'somebody.else', password })
    const { accessToken, refreshToken } = (
      await test.call(user.login, { username: 'registrar.kkn', password: 'khapdee-demo' })
    ).data
    const input = applicationInput(test.school)
    const { idcard, fname, phone_1 } = input.customer
    const made = await test.call(application.create, input, 'registrar.kkn')
    await test.call(customer.check, { idcard }, 'registrar.kkn')
    await test.call(customer.check, { text: fname }, 'registrar.kkn')
    await test.call(application.gettable, { text: idcard }, 'registrar.kkn')
    // Errors with personal data: in a truncated body, in a path, and in a database constraint.
    const headers = { 'content-type': 'application/json' }
    await test.raw('POST', 'user/refresh', `{"refreshToken":"${refreshToken}"`, headers)
    await test.raw('GET', `customer/check/%zz${idcard}`)
    await test.raw('GET', `nothing/${idcard}?token=${accessToken}`)
    await test.raw('GET', made.data.pdf)
    await sql`alter table customer add constraint refuse_changes check (idcard <> ${sql.lit(idcard)}) not valid`.execute(
      test.db,
    )
    const { customer_id } =
      (await test.call(customer.check, { idcard }, 'registrar.kkn')).data ?? {}
    const change = { ...input.customer, customer_id: customer_id ?? 0, version: 1, fname: 'ใหม่' }
    const broken = await test.call(customer.updateprofile, change, 'registrar.kkn')
    expect([made.status, broken.status]).toEqual([200, 500])

    expect(lines().length).toBeGreaterThan(9)
    const [, token = 'none'] = made.data.pdf.match(/documents\/([^/]+)/) ?? []
    for (const secret of [
      password,
      'khapdee-demo',
      'somebody.else',
      accessToken,
      refreshToken,
      token,
      idcard,
      fname,
      phone_1,
    ]) {
      expect(secret.length).toBeGreaterThan(3)
      expect(written).not.toContain(secret)
    }
  })

  it('has one line for every request, with route pattern, status and request id', async () => {
    written = ''
    const answer = await test.call(course.get, { course_id: 999_999 }, 'admin')
    const ownLines = lines().filter(({ reqId }) => reqId === answer.body.requestId)
    const route = '/api/v1/course/get/:course_id'
    const line = { method: 'GET', route, status: 404, ms: expect.any(Number) }
    expect(ownLines).toMatchObject([line])
  })

  it('has the error code and request id of an unforeseen error', async () => {
    written = ''
    await sql`alter table course rename to gone`.execute(test.db)
    const answer = await test.call(course.gettable, {}, 'admin')
    await sql`alter table gone rename to course`.execute(test.db)
    const errorLine = lines().find(
      ({ level, reqId }) => level === 50 && reqId === answer.body.requestId,
    )
    expect(errorLine).toMatchObject({ err: { code: '42P01', message: 'database error' } })
  })
})

it('logs no error for a client that hangs up', async () => {
  const { port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }))
  const before = written.length
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    'POST /api/v1/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"user',
  )
  await sleep(200)
  socket.destroy()
  await sleep(500)
  expect(written.slice(before)).not.toMatch(/"level":[56]0/)
})
