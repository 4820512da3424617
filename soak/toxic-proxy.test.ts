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

/** Milliseconds until what was sent came back. */
async function echoed(socket: Socket, text: string): Promise<number> {
  const start = performance.now()
  socket.write(text)
  const [back] = await once(socket, 'data')
  expect(String(back)).toBe(text)
  return performance.now() - start
}

it('hands on what is sent, both ways', async () => {
  expect(await echoed(await open(), 'one')).toBeLessThan(100)
})

it('delays each piece, on the way there and on the way back', async () => {
  const socket = await open()
  proxy.toxins.latencyMs = 60
  expect(await echoed(socket, 'late')).toBeGreaterThan(110)
})

it('swallows until told otherwise, and loses nothing', async () => {
  const socket = await open()
  proxy.toxins.swallows = true
  const back = echoed(socket, 'kept')
  await sleep(150)
  expect(socket.bytesRead).toBe(0)
  proxy.toxins.swallows = false
  expect(await back).toBeGreaterThan(140)
})

it('tears connections with a reset, and refuses new ones', async () => {
  const socket = await open()
  await echoed(socket, 'before')
  const torn = once(socket, 'error')
  proxy.tear()
  expect(await torn).toMatchObject([{ code: 'ECONNRESET' }])
  proxy.toxins.refuses = true
  const refused = connect(proxy.port, '127.0.0.1')
  expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNRESET' }])
})
