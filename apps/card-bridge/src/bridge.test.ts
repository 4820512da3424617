/** The answers of the program to pages that must not reach the reader. No smart card service is needed. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bridgePaths, cardPresent, pairingAnswer } from '@khapdee/contract/card-bridge'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning, listenProblem, portOf, startBridge } from './bridge.ts'
import { createPairing, type Pairing } from './pairing.ts'
import type { CardReader } from './reader.ts'
import { openSettings } from './settings.ts'

const origin = 'https://school.example'
let folder: string
let pairing: Pairing
let server: Server
let port: number
let reads: number
let insert: () => void

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'khapdee-bridge-'))
  pairing = createPairing(openSettings(folder))
  reads = 0
  const reader: CardReader = {
    state: async () => cardPresent,
    async read() {
      reads++
      return { result: 'ok' }
    },
    onInsert(listener) {
      insert = listener
      return () => {}
    },
    close() {},
  }
  server = await startBridge({
    port: 0,
    version: '1.0',
    origins: () => [origin],
    pairing,
    reader,
    headersMs: 200,
  })
  ;({ port } = server.address() as AddressInfo)
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

/** Sends a request as bytes. @returns the first line of the answer; empty if the connection is closed without one */
async function sendRaw(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return answer.split('\r\n')[0] ?? ''
}

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${bridgePaths.pair}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body,
  })

/** Pairs a browser. @returns its token */
async function pairOne(): Promise<string> {
  const response = await post(JSON.stringify({ code: pairing.newCode() }))
  return pairingAnswer.parse(await response.json()).token
}

describe('the port of the program', () => {
  it.each([
    ['', 21_997],
    ['8080', 8080],
  ])('of the setting %j is %i', (text, expected) =>
    expect(portOf({ CARD_BRIDGE_PORT: text })).toBe(expected),
  )

  it.each(['0', '70000', 'port', '80.5'])('is refused for the setting %j', (text) =>
    expect(() => portOf({ CARD_BRIDGE_PORT: text })).toThrow('CARD_BRIDGE_PORT'),
  )

  it('is in the error with the reason why the program cannot listen', async () => {
    const options = { version: '1.0', origins: () => [], pairing, reader: {} as CardReader }
    const error = await startBridge({ ...options, port }).catch((reason: unknown) => reason)
    expect(listenProblem(error, port)).toBe(`พอร์ต ${port} ถูกใช้อยู่ โปรแกรมอ่านบัตรอาจทำงานอยู่แล้ว`)
    const refused = Object.assign(new Error('listen'), { code: 'EACCES' })
    expect(listenProblem(refused, 80)).toBe('ระบบปฏิบัติการไม่อนุญาตให้ใช้พอร์ต 80')
    expect(await isRunning(port)).toBe(true)
  })
})

describe('the program on the loopback address', () => {
  it('closes connections that send nothing, so that they do not occupy the program', async () => {
    const silent = Array.from({ length: 64 }, () => connect(port, '127.0.0.1'))
    await Promise.all(silent.map((socket) => once(socket.resume(), 'close')))
    expect((await fetch(`http://127.0.0.1:${port}${bridgePaths.info}`)).status).toBe(200)
  })

  it.each([
    ['attacker.example', 421],
    ['attacker.example:21997', 421],
    ['127.0.0.1.attacker.example', 421],
    ['localhost.attacker.example', 421],
    ['127.0.0.1:80@attacker.example', 421],
    ['[::1]', 421],
    ['[::ffff:127.0.0.1]', 421],
    ['127.1', 421],
    ['0.0.0.0', 421],
    ['localhost.', 421],
    ['LOCALHOST', 421],
    ['localhost:port', 421],
    ['', 421],
    ['localhost:21997', 200],
    ['127.0.0.1', 200],
  ])(
    'answers the host %j with %i, so that it cannot be reached by another name',
    async (host, status) => {
      const line = await sendRaw(`GET ${bridgePaths.info} HTTP/1.1`, `Host: ${host}`)
      expect(line).toContain(` ${status} `)
    },
  )

  it.each([
    ['an address that is none', 'GET // HTTP/1.1'],
    ['a path out of its own', `GET /..%2f..${bridgePaths.read} HTTP/1.1`],
    ['the address of another host', `GET http://attacker.example${bridgePaths.read} HTTP/1.1`],
    ['a WebSocket', `GET ${bridgePaths.events} HTTP/1.1\r\nUpgrade: websocket`],
    ['a request without a host', 'GET /readCardNoPhoto HTTP/1.0\r\nX: y'],
    ['bytes that are no HTTP', '\x00\xff\x16\x03'],
  ])('reads no card for %s, and answers the next call', async (_, line) => {
    expect(await sendRaw(line, 'Host: 127.0.0.1')).not.toContain(' 200 ')
    expect(reads).toBe(0)
    expect((await fetch(`http://127.0.0.1:${port}${bridgePaths.info}`)).status).toBe(200)
  })

  it('keeps a pairing code when it is sent by a form, in a long body or by another page', async () => {
    const code = pairing.newCode()
    const body = JSON.stringify({ code })
    const refused = [
      await post(body, { 'content-type': 'text/plain' }),
      await post(JSON.stringify({ code, more: 'x'.repeat(5_000) })),
      await post('{"code":"\\ud800'),
      await post(body, { origin: 'https://attacker.example' }),
      await post(body, { origin: 'null' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 403, 403])
    expect((await post(body)).status).toBe(200)
    expect((await post(body)).status).toBe(401)
  })

  it('removes a browser that is unpaired, and sends it no further cards', async () => {
    const [kept, given] = [await pairOne(), await pairOne()]
    const call = (token: string, path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { origin, authorization: `Bearer ${token}` },
      })
    const stream = await call(given, bridgePaths.events)
    expect((await call(given, bridgePaths.unpair, 'POST')).status).toBe(200)
    insert()
    expect(await stream.text()).toBe(':\n\n')
    expect((await call(given, bridgePaths.read)).status).toBe(401)
    expect((await call(given, bridgePaths.unpair, 'POST')).status).toBe(401)
    expect((await call(kept, bridgePaths.read)).status).toBe(200)
    pairing.forgetAll()
    expect((await call(kept, bridgePaths.read)).status).toBe(401)
  })

  it('asks the oldest browser to be paired again when too many were paired', async () => {
    const oldest = await pairOne()
    const statusOf = async (token: string) =>
      (
        await fetch(`http://127.0.0.1:${port}${bridgePaths.read}`, {
          headers: { origin, authorization: `Bearer ${token}` },
        })
      ).status
    expect(await statusOf(oldest)).toBe(200)
    let latest = oldest
    for (let browsers = 0; browsers < 20; browsers++) latest = await pairOne()
    expect([await statusOf(oldest), await statusOf(latest)]).toEqual([401, 200])
  })
})
