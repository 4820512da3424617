// @vitest-environment node
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { user } from '@khapdee/contract/entities/user'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './client.ts'
import { onServerStatus, type ServerStatus } from './server-status.ts'
import type { RequestOptions } from './transport.ts'

const silent = { code: 'NETWORK', status: 0, message: 'เชื่อมต่อระบบไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ต' }

let server: Server
let signs: ServerStatus[]
let stopListening: () => void

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const real = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    real(`http://127.0.0.1:${port}${path}`, init),
  )
  signs = []
  stopListening = onServerStatus((sign) => signs.push(sign))
  // Of the page alone: fetch and the server keep their own time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  stopListening()
  server.closeAllConnections()
  server.close()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

/** Makes a call. Gives how the server answers it, and what has become of it. */
async function ask(options: RequestOptions = {}) {
  const become: { outcome: unknown } = { outcome: 'open' }
  const request = once(server, 'request')
  const end = call(user.login, { username: 'admin', password: 'x' }, options).catch(
    (error: unknown) => error,
  )
  void end.then((outcome) => (become.outcome = outcome))
  const response = (await request)[1] as ServerResponse
  return { response, become, end }
}

it('aborts a call that gets no answer for 30 seconds', async () => {
  const { become, end } = await ask()
  await pass(29)
  expect(become.outcome).toBe('open')
  await pass(1)
  expect(await end).toMatchObject({ ...silent, mayBeDone: true })
  expect(signs).toMatchObject([{ isAway: true }])
})

it('marks a call with an idempotency key as repeatable', async () => {
  const { end } = await ask({ idempotencyKey: 'key-1' })
  await pass(30)
  expect(await end).toMatchObject({ ...silent, mayBeDone: false })
})

it('aborts a call whose answer stops in the middle', async () => {
  const { response, end } = await ask()
  response.writeHead(200).write('{"status":')
  await pass(30)
  expect(await end).toMatchObject(silent)
  expect(signs).toMatchObject([{ isAway: true }])
})

it('treats an answer that breaks off as none', async () => {
  const { response, end } = await ask()
  response.writeHead(200, { 'Content-Length': 100 }).write('{"status":')
  response.destroy()
  expect(await end).toMatchObject(silent)
})

it('waits for an answer that is slow but keeps arriving', async () => {
  const { response, end } = await ask()
  const heard = vi.spyOn(ReadableStreamDefaultReader.prototype, 'read')
  response.writeHead(400).flushHeaders()
  const text = JSON.stringify({ code: 'LOGIN', message: 'ไม่ถูกต้อง' })
  for (const [index, part] of (text.match(/.{1,20}/gs) ?? []).entries()) {
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(index + 1))
    await pass(20)
    response.write(part)
  }
  response.end()
  expect(await end).toMatchObject({ code: 'LOGIN', status: 400, message: 'ไม่ถูกต้อง' })
  expect(signs).toMatchObject([{ isAway: false }])
})

it("aborts a call on the caller's signal without reporting the server as away", async () => {
  const own = new AbortController()
  const { end } = await ask({ signal: own.signal })
  own.abort()
  expect(await end).toBe(own.signal.reason)
  expect(signs).toEqual([])
})
