import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ToxicProxy, startToxicProxy } from './toxic-proxy.ts'

let echo: Server
let proxy: ToxicProxy

beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  proxy = await startToxicProxy((echo.address() as { port: number }).port)
})
afterEach(async () => {
  await proxy.close()
  echo.close()
})

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends `text` and awaits its echo; returns the milliseconds that this took. */
async function roundTrip(socket: Socket, text: string): Promise<number> {
  const start = performance.now()
  socket.write(text)
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toBe(text)
  return performance.now() - start
}

it('forwards data in both directions', async () => {
  const socket = await open()
  const times: number[] = []
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    times.push(await roundTrip(socket, text))
  }
  // The fastest is the one least disturbed by other programs.
  expect(Math.min(...times)).toBeLessThan(100)
})

it('delays each chunk in both directions', async () => {
  const socket = await open()
  proxy.toxins.latencyMs = 60
  expect(await roundTrip(socket, 'late')).toBeGreaterThan(110)
})

it('forwards no data while stalled, and loses none', async () => {
  const socket = await open()
  proxy.toxins.stalls = true
  const reply = roundTrip(socket, 'kept')
  await sleep(150)
  expect(socket.bytesRead).toBe(0)
  proxy.toxins.stalls = false
  expect(await reply).toBeGreaterThan(140)
})

it('resets open connections and refuses new ones', async () => {
  const socket = await open()
  await roundTrip(socket, 'before')
  const reset = once(socket, 'error')
  proxy.resetAll()
  expect(await reset).toMatchObject([{ code: 'ECONNRESET' }])
  proxy.toxins.refuses = true
  const refused = connect(proxy.port, '127.0.0.1')
  expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNRESET' }])
})
