/** A proxy that distributes requests over several servers in turn, as nginx does in front of them. */
import { once } from 'node:events'
import {
  Agent,
  type IncomingMessage,
  type ServerResponse,
  createServer,
  request as sendRequest,
} from 'node:http'
import { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time between two health checks of a server. */
const checkMs = 200
const checkTimeoutMs = 2_000

export interface Balancer {
  readonly origin: string
  close(): Promise<void>
}

/** Starts a proxy in front of `origins`; requests go to those whose `/readyz` answered 200 last. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const healthy = new Set(origins)
  const stopping = new AbortController()
  const watch = async (origin: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.timeout(checkTimeoutMs)
      const isReady = await fetch(`${origin}/readyz`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) healthy.add(origin)
      else healthy.delete(origin)
      await sleep(checkMs)
    }
  }
  let turn = 0
  /** The servers in the order in which a request tries them. */
  const candidates = (): string[] => {
    turn += 1
    const from = turn % origins.length
    const inTurn = [...origins.slice(from), ...origins.slice(0, from)]
    return inTurn.toSorted((a, b) => Number(healthy.has(b)) - Number(healthy.has(a)))
  }
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('error', () => {})
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(incoming, 'end').catch(() => {})
    forward(candidates(), incoming, Buffer.concat(chunks), outgoing, agent)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const watching = origins.map(watch)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      stopping.abort()
      server.closeAllConnections()
      server.close()
      agent.destroy()
      await Promise.all(watching)
    },
  }
}

/**
 * Sends the request to the first server, or to the next one if that refuses the connection. A connection
 * that is lost later closes that of the client, because the call may have been carried out.
 */
function forward(
  [origin, ...others]: readonly string[],
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  agent: Agent,
): void {
  if (origin === undefined) {
    outgoing.destroy()
    return
  }
  const { method, headers, url = '' } = incoming
  const sent = sendRequest(`${origin}${url}`, { method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  outgoing.on('close', () => sent.destroy())
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') forward(others, incoming, body, outgoing, agent)
    else outgoing.destroy()
  })
  sent.end(body)
}
