// @vitest-environment node
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { user } from '@khapdee/contract/entities/user'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from './client.ts'
import { onServerStatus, type ServerStatus } from './server-status.ts'
import type { RequestOptions } from './transport.ts'

const networkError = { code: 'NETWORK', status: 0, message: 'เชื่อมต่อระบบไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ต' }

let server: Server
let statuses: ServerStatus[]
let stopListening: () => void

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const realFetch = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${path}`, init),
  )
  statuses = []
  stopListening = onServerStatus((status) => statuses.push(status))
  // Fakes the timers of the page only; fetch and the server use real ones.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  stopListening()
  server.closeAllConnections()
  server.close()
})

const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

/**
 * Starts a call.
 * @returns the server's response to write, the outcome so far (`pending`, the answer or the error), and
 * a promise of the final outcome
 */
async function startCall(options: RequestOptions = {}) {
  const state: { outcome: unknown } = { outcome: 'pending' }
  const request = once(server, 'request')
  const end = call(user.login, { username: 'admin', password: 'x' }, options).catch(
    (error: unknown) => error,
  )
  void end.then((outcome) => (state.outcome = outcome))
  const response = (await request)[1] as ServerResponse
  return { response, state, end }
}

it('aborts a call that gets no answer for 30 seconds', async () => {
  const { state, end } = await startCall()
  await advance(29)
  expect(state.outcome).toBe('pending')
  await advance(1)
  expect(await end).toMatchObject({ ...networkError, retryMayDuplicate: true })
  expect(statuses).toMatchObject([{ isUnavailable: true }])
})

it('reports that a call with an idempotency key can be repeated safely', async () => {
  const { end } = await startCall({ idempotencyKey: 'key-1' })
  await advance(30)
  expect(await end).toMatchObject({ ...networkError, retryMayDuplicate: false })
})

it('aborts a call whose answer stops in the middle', async () => {
  const { response, end } = await startCall()
  response.writeHead(200).write('{"status":')
  await advance(30)
  expect(await end).toMatchObject(networkError)
  expect(statuses).toMatchObject([{ isUnavailable: true }])
})

it('treats an incomplete answer as no answer', async () => {
  const { response, end } = await startCall()
  response.writeHead(200, { 'Content-Length': 100 }).write('{"status":')
  response.destroy()
  expect(await end).toMatchObject(networkError)
})

it('waits for an answer that is slow but keeps arriving', async () => {
  const { response, end } = await startCall()
  const read = vi.spyOn(ReadableStreamDefaultReader.prototype, 'read')
  response.writeHead(400).flushHeaders()
  const text = JSON.stringify({ code: 'LOGIN', message: 'ไม่ถูกต้อง' })
  for (const [index, part] of (text.match(/.{1,20}/gs) ?? []).entries()) {
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(index + 1))
    await advance(20)
    response.write(part)
  }
  response.end()
  expect(await end).toMatchObject({ code: 'LOGIN', status: 400, message: 'ไม่ถูกต้อง' })
  expect(statuses).toMatchObject([{ isUnavailable: false }])
})

it("aborts a call on the caller's signal without reporting the server as unavailable", async () => {
  const controller = new AbortController()
  const { end } = await startCall({ signal: controller.signal })
  controller.abort()
  expect(await end).toBe(controller.signal.reason)
  expect(statuses).toEqual([])
})
