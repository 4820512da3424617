/**
 * Answers browsers on the loopback address. Every request must have this computer as its host, so
 * that another name that resolves to it is refused. It must come from an allowed web app, and needs
 * the token of a paired browser before any data of the reader is sent. Nothing is logged.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  type BridgeInfo,
  bridgeInfo,
  bridgePaths,
  bridgePort,
  cardInserted,
} from '@khapdee/contract/card-bridge'
import { failureAnswer } from '@khapdee/domain/card-failure'
import { z } from 'zod'
import type { Pairing } from './pairing.ts'
import type { CardReader } from './reader.ts'

interface BridgeOptions {
  port: number
  version: string
  /** Called for each request, because the settings change while the program runs. */
  origins: () => readonly string[]
  pairing: Pairing
  reader: CardReader
  /** A connection that has not sent the head of a request within this time is closed. */
  headersMs?: number
}

const address = '127.0.0.1'
const ownHost = /^(127\.0\.0\.1|localhost)(:\d+)?$/
const maxConnections = 64
const maxBodyBytes = 1024
/** Keeps security programs from closing a silent connection. */
const heartbeatMs = 20_000

const pairInput = z.object({ code: z.string().max(40) })

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify(body))
}

/** The body as JSON; undefined when it is not JSON or too long. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxBodyBytes) return undefined
    chunks.push(bytes)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

const bearerOf = ({ headers }: IncomingMessage): string | null =>
  /^Bearer ([\w-]+)$/.exec(headers.authorization ?? '')?.[1] ?? null

/** Answers the preflight request of the browser: whether the page may send its request. */
function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-private-network': 'true',
    'access-control-max-age': '600',
  })
  response.end()
}

/** @param isPaired whether the browser may still get cards; checked before each message */
function streamInsertions(
  request: IncomingMessage,
  response: ServerResponse,
  reader: CardReader,
  isPaired: () => boolean,
) {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  })
  const send = (text: string): void =>
    void (isPaired() ? response.write(`${text}\n\n`) : response.end())
  send(':')
  const beating = setInterval(send, heartbeatMs, ':')
  const stop = reader.onInsert(() => send(`data: ${cardInserted}`))
  request.once('close', () => {
    clearInterval(beating)
    stop()
  })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { version, origins, pairing, reader }: BridgeOptions,
): Promise<void> {
  const { method = '', headers } = request
  const { origin } = headers
  if (!ownHost.test(headers.host ?? '')) return send(response, 421, failureAnswer('BAD_ORIGIN'))
  if (origin !== undefined) {
    // The refused page may read the refusal, so that it can show the installer what to change.
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'Origin')
    if (!origins().includes(origin)) return send(response, 403, failureAnswer('BAD_ORIGIN'))
  }
  if (method === 'OPTIONS') return answerPreflight(response)

  const path = new URL(request.url ?? '/', `http://${address}`).pathname
  const token = bearerOf(request)
  const isPaired = () => origin !== undefined && token !== null && pairing.isPaired(token, origin)
  if (path === bridgePaths.info && method === 'GET') {
    const state = isPaired() ? await reader.state() : 'NOT_PAIRED'
    const info: BridgeInfo = { program: 'khapdee-card-bridge', version, state }
    return send(response, 200, info)
  }
  if (path === bridgePaths.pair && method === 'POST') {
    const isJson = headers['content-type']?.startsWith('application/json') === true
    const input = isJson ? pairInput.safeParse(await readJson(request)).data : undefined
    const created =
      input === undefined || origin === undefined ? null : pairing.exchange(input.code, origin)
    return created === null
      ? send(response, 401, failureAnswer('NOT_PAIRED'))
      : send(response, 200, { token: created })
  }
  if (path === bridgePaths.unpair && method === 'POST') {
    if (!isPaired()) return send(response, 401, failureAnswer('NOT_PAIRED'))
    pairing.forget(token ?? '')
    return send(response, 200, {})
  }
  if (method !== 'GET') return send(response, 405, failureAnswer('UNREADABLE'))
  if (!isPaired()) return send(response, 401, failureAnswer('NOT_PAIRED'))
  if (path === bridgePaths.read) return send(response, 200, await reader.read())
  if (path === bridgePaths.readWithPhoto)
    return send(response, 200, await reader.read({ withPhoto: true }))
  if (path === bridgePaths.events) return streamInsertions(request, response, reader, isPaired)
  send(response, 404, failureAnswer('UNREADABLE'))
}

/**
 * The port of the settings. @throws Error with a message in Thai when `CARD_BRIDGE_PORT` is not a
 * port
 */
export function portOf(env: NodeJS.ProcessEnv): number {
  const text = env['CARD_BRIDGE_PORT'] || String(bridgePort)
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535)
    throw new Error(`CARD_BRIDGE_PORT ต้องเป็นเลขพอร์ต 1–65535 แต่เป็น “${text}”`)
  return port
}

/** The Thai reason why the program cannot listen. */
export function listenProblem(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'EADDRINUSE') return `พอร์ต ${port} ถูกใช้อยู่ โปรแกรมอ่านบัตรอาจทำงานอยู่แล้ว`
  if (code === 'EACCES') return `ระบบปฏิบัติการไม่อนุญาตให้ใช้พอร์ต ${port}`
  return `เปิดพอร์ต ${port} ไม่สำเร็จ (${code})`
}

/** Whether a card reader program, such as this one started before, answers on the port. */
export async function isRunning(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(1_000)
    const response = await fetch(`http://${address}:${port}${bridgePaths.info}`, { signal })
    return bridgeInfo.safeParse(await response.json()).success
  } catch {
    return false
  }
}

/** Listens on the loopback address. @throws the error of the system, see {@link listenProblem} */
export async function startBridge(options: BridgeOptions): Promise<Server> {
  const { headersMs = 5_000 } = options
  // Otherwise idle connections occupy the program for more than a minute.
  const timeouts = {
    headersTimeout: headersMs,
    requestTimeout: 2 * headersMs,
    connectionsCheckingInterval: headersMs / 5,
  }
  const server = createServer(timeouts, (request, response) => {
    answer(request, response, options).catch(() => response.destroy())
  })
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, address, resolve)
  })
  return server
}
